"""The browser interface as one script, for `streamlit run app.py`; the program is `aloi/ui/app.py`."""

from aloi.ui.app import main

main()
