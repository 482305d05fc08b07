"""The script that the server runs for every visit.

It does not stand beside `aloi/ui/pages/`: Streamlit would take that directory for its own list of pages.
"""

from aloi.ui.app import main

main()
