"""The script that the server runs for every visit.

It is not in the parent directory of `aloi/ui/pages/`: Streamlit would use that directory as its own list of
pages.
"""

from aloi.ui.app import main

main()
