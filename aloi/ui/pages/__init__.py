"""The pages, a directory each: page.py is the script Streamlit runs; other modules are for that page only."""
