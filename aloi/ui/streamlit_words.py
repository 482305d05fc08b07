"""Words of Streamlit's own fields, which the interface says in the reader's language."""

from __future__ import annotations

from aloi.base.terms import Phrase
from aloi.ui.texts import translated

# As Streamlit writes them; `*` is what it fills in.
_WORDS = (
    Phrase("streamlit-upload", "Upload"),
    Phrase("streamlit-any-mb-per-file", "*MB per file"),
    Phrase("streamlit-add-files", "Add files"),
    Phrase("streamlit-any-kb", "*KB"),
    Phrase("streamlit-drag-and-drop-a-file-here", "Drag and drop a file here"),
    Phrase("streamlit-drag-and-drop-files-here", "Drag and drop files here"),
    Phrase("streamlit-choose-options", "Choose options"),
    Phrase("streamlit-choose-an-option", "Choose an option"),
    Phrase("streamlit-choose-or-add-an-option", "Choose or add an option"),
    Phrase("streamlit-choose-or-add-options", "Choose or add options"),
    Phrase("streamlit-add-an-option", "Add an option"),
    Phrase("streamlit-add-options", "Add options"),
    Phrase("streamlit-no-options-to-select", "No options to select"),
    Phrase("streamlit-no-results", "No results"),
    Phrase("streamlit-select-all", "Select all"),
    Phrase("streamlit-clear-all", "Clear all"),
    Phrase("streamlit-clear-value", "Clear value"),
    Phrase("streamlit-choose-date", "Choose date"),
    Phrase("streamlit-dd", "dd"),
    Phrase("streamlit-yyyy", "yyyy"),
    Phrase("streamlit-press-enter-to-apply", "Press Enter to apply"),
    Phrase("streamlit-press-enter-to-submit-form", "Press Enter to submit form"),
    Phrase("streamlit-press-enter-to-any", "Press Enter to *"),
    Phrase("streamlit-help", "Help"),
    Phrase("streamlit-help-for-any", "Help for *"),
    Phrase("streamlit-remove-any", "Remove *"),
    Phrase("streamlit-open", "Open"),
    Phrase("streamlit-increment", "Increment"),
    Phrase("streamlit-decrement", "Decrement"),
    Phrase("streamlit-show-hide-columns", "Show/hide columns"),
    Phrase("streamlit-show-data", "Show data"),
    Phrase("streamlit-search", "Search"),
    Phrase("streamlit-download-as-csv", "Download as CSV"),
    Phrase("streamlit-download-as-png", "Download as PNG"),
    Phrase("streamlit-copy-to-clipboard", "Copy to clipboard"),
    Phrase("streamlit-copy-vega-lite-spec", "Copy Vega-Lite spec"),
    Phrase("streamlit-fullscreen", "Fullscreen"),
    Phrase("streamlit-close-fullscreen", "Close fullscreen"),
    Phrase("streamlit-link-to-heading", "Link to heading"),
    Phrase("streamlit-skip-to-main-content", "Skip to main content"),
    Phrase("streamlit-selected-values", "Selected values"),
    Phrase("streamlit-close", "Close"),
    Phrase("streamlit-page-not-found", "Page not found"),
    Phrase(
        "streamlit-page-absent",
        "The page that you have requested does not seem to exist. Running the app's main page.",
    ),
)


def of_streamlit() -> list[tuple[str, str]]:
    """Return words of Streamlit with their translations; none in English."""
    pairs = [(str(word), translated(word)) for word in _WORDS]
    return [(english, word) for english, word in pairs if word != english]
