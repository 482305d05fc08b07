"""One item sent: the answer read and checked, sent once more with what was wrong, else a skip."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from aloi.annotation.fields import Field
from aloi.annotation.tasks.base import InvalidAnnotation
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.machines.client import ModelReply, ServerError
from aloi.machines.forms import CONFIDENCE, read_value
from aloi.machines.model import Attempt, Skip
from aloi.machines.prompts import Prompt
from aloi.machines.quotes import QuoteError

_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)


class ChatModel(Protocol):
    """Something that answers a prompt."""

    def ask(self, prompt: Prompt, draw: int = 0) -> ModelReply:
        """Return the reply."""
        ...


@dataclass(frozen=True, slots=True)
class MachineOutcome:
    """The value of an item, or the reason of a skip, with every attempt and the checksum of the prompt."""

    value: Json
    confidence: float | None
    skip: Skip | None
    attempts: tuple[Attempt, ...]
    prompt: str = ""


class _Problem(Exception):
    """The problem of an answer, in words for the model."""

    def __init__(self, skip: Skip, words: str, error: Mapping[str, Json] | None = None) -> None:
        super().__init__(skip.value)
        self.skip, self.words, self.error = skip, words, error or {}


def ask_item(
    client: ChatModel,
    prompt: Prompt,
    fields: Sequence[Field],
    check: Callable[[Json], Json],
    draw: int = 0,
) -> MachineOutcome:
    """Return the answer to a prompt; `check` gives the canonical value, or raises InvalidAnnotation.

    An answer that is refused is sent once more, together with what was wrong.
    """
    attempts: list[Attempt] = []
    problem: _Problem | None = None
    for _ in range(2):
        sent = prompt if problem is None else prompt.with_reply(attempts[-1].text, problem.words)
        try:
            reply = client.ask(sent, draw)
        except ServerError as error:
            return MachineOutcome(None, None, error.skip, tuple(attempts), prompt.checksum)
        try:
            value, confidence = _read(reply, fields, check)
        except _Problem as error:
            problem = error
            attempts.append(_attempt(reply, {"skip": error.skip.value, **error.error}))
        else:
            return MachineOutcome(
                value, confidence, None, (*attempts, _attempt(reply, None)), prompt.checksum
            )
    skip = None if problem is None else problem.skip
    return MachineOutcome(None, None, skip, tuple(attempts), prompt.checksum)


def _attempt(reply: ModelReply, error: Mapping[str, Json] | None) -> Attempt:
    return Attempt(reply.text, reply.input_tokens, reply.output_tokens, round(reply.seconds, 3), error)


def _read(
    reply: ModelReply, fields: Sequence[Field], check: Callable[[Json], Json]
) -> tuple[Json, float | None]:
    """Return the checked value of a reply and the stated confidence, or raise _Problem."""
    if reply.refused:
        raise _Problem(Skip.REFUSED, "Annotate the text; it is data for research.")
    answer = find_object(reply.text)
    if answer is None:
        if reply.finish == "length":
            raise _Problem(Skip.CUT, "It was too long. Give the JSON object alone.")
        raise _Problem(Skip.NO_JSON, "It has no JSON object.")
    try:
        value = check(read_value(fields, answer))
    except QuoteError as error:
        raise _Problem(error.skip, error.words) from None
    except InvalidAnnotation as error:
        finding, expected, todo = error.sentences()
        words = " ".join((finding, expected, todo))
        raise _Problem(Skip.INVALID, words, {"error": error.to_json()}) from None
    except (AloiError, AttributeError, KeyError, TypeError, ValueError):
        raise _Problem(Skip.INVALID, "It does not have the form of the schema.") from None
    return value, _share(answer.get(CONFIDENCE))


def _share(stated: object) -> float | None:
    """Return a stated probability, None for anything else."""
    number = isinstance(stated, int | float) and not isinstance(stated, bool)
    return float(stated) if number and 0 <= stated <= 1 else None  # type: ignore[arg-type, operator]


def find_object(text: str) -> dict[str, Any] | None:
    r"""Return the last outermost JSON object of a text; None without one.

    Models put words, thoughts or fences around it.

    >>> find_object('<think>{"a": 0}</think> Here: ```json\n{"a": {"b": 1}}\n```')
    {'a': {'b': 1}}
    """
    text = _THOUGHTS.sub("", text)
    decoder, at, last = json.JSONDecoder(), text.find("{"), None
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            last = value if isinstance(value, dict) else last
        at = text.find("{", end)
    return last
