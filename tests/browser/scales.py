"""The desk of the annotate widget, which asks for degrees on scales."""

from __future__ import annotations

from tests.browser import widgets


class ScaleDesk(widgets.Desk):
    app = "component_app.py"
    items = 12

    def raw_key(self, key: str, code: str, *, shift: bool = False, repeat: bool = False) -> None:
        """Send the key events another keyboard layout would."""
        self.page.evaluate(
            """([key, code, shiftKey, repeat]) => {
                const one = { key, code, shiftKey, repeat, bubbles: true, cancelable: true, composed: true };
                document.body.dispatchEvent(new KeyboardEvent("keydown", one));
                if (!repeat) document.body.dispatchEvent(new KeyboardEvent("keyup", one));
            }""",
            [key, code, shift, repeat],
        )

    def events(self, kind: str = "") -> list[dict]:
        """Return the events that arrived, each once: the same one may arrive twice by design."""
        return list({event["event_id"]: event for event in super().events(kind)}.values())

    def values(self) -> list[object]:
        return [event["value"] for event in self.events("answer")]

    def release(self) -> None:
        """Let the app store one more answer, where it holds them back (`hold`)."""
        with self.log.with_suffix(".released").open("a") as released:
            released.write(".")
