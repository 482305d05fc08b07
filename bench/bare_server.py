"""Serve the bare page as `aloi serve` serves its pages: same program, same options, nothing else."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import streamlit as st
import uvicorn
from streamlit import config

from bench.filled_store import invented_sentences
from ui.texts import section

_OPTIONS = {
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "runner.postScriptGC": False,
    "server.fileWatcherType": "none",
    "server.headless": True,
}
_SENTENCES = invented_sentences(1200, 0)
ITEMS = [(a.text, b.text) for a, b in zip(_SENTENCES[::2], _SENTENCES[1::2], strict=True)]
SCALES = [
    {
        "name": "score", "title": "Similarity", "question": "", "low": 0, "high": 5, "step": 1,
        "degrees": [{"value": n, "gloss": f"degree {n}", "left": "", "right": ""} for n in range(6)],
    }
]  # fmt: skip
WORDS = section("component")


def main(port: int) -> None:
    for name, value in _OPTIONS.items():
        config.set_option(name, value)
    application = st.App(Path(__file__).with_name("bare_app.py"))
    server = uvicorn.Config(application, host="127.0.0.1", port=port, log_level="warning", access_log=False)
    gc.collect()
    gc.freeze()
    uvicorn.Server(server).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
