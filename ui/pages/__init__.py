"""One folder a page; its script is page.py."""
