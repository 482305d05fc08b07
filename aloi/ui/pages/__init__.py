"""The pages, a room each: page.py is the script Streamlit runs; beside it lies what only that page draws."""
