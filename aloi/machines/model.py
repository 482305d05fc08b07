"""A machine annotator: what makes it the same machine, how it is reached, and what it answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath
from typing import Literal

from aloi.base.records import to_json
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json

PROMPT_VERSION = 1  # raised when a change of `prompts.py` or `forms.py` changes what is sent
Form = Literal["json_schema", "json_object", "text"]


class MachineKind(StrEnum):
    """The source of the answers of a machine."""

    ENDPOINT = "endpoint"
    RUN = "run"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class MachineIdentity:
    """Everything that may change an answer. Another identity is another version of a machine.

    Parameters
    ----------
    kind : MachineKind
        An endpoint, a trained run, or predictions from a file.
    model : str
        Name of the model at the endpoint, name of the run, or name of the file.
    endpoint : str
        Base URL, such as `http://127.0.0.1:11434/v1`; empty for other kinds.
    source : str
        Checksum of a file, whose copy is in the data folder; empty for other kinds.
    introduction : str
        First sentences of the prompt, before the guideline; empty for those of Aloi.
    prompt_version : int
        Version of the prompt's layout.
    form : {"json_schema", "json_object", "text"}
        How the form of the answer is given to the endpoint, besides the prompt.
    temperature, top_p : float
        Sampling; a temperature of 0 asks for the most probable answer.
    max_tokens : int
        Longest answer.
    seed : int
        Sent with each request (plus the number of the draw), and draws the examples.
    draws : int
        Answers to each item.
    both_orders : bool
        Whether pairs are also asked in reverse order, if both sides mean the same to the question.
    examples : int
        Adjudicated items of earlier calibration rounds in the prompt.
    """

    kind: MachineKind
    model: str
    endpoint: str = ""
    source: str = ""
    introduction: str = ""
    prompt_version: int = PROMPT_VERSION
    form: Form = "json_schema"
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1024
    seed: int = 0
    draws: int = 1
    both_orders: bool = False
    examples: int = 0

    @property
    def model_name(self) -> str:
        """The model, without the folder of a file: earlier versions stored its path."""
        return PurePath(self.model).name if self.kind is MachineKind.FILE else self.model

    def id_of(self, name: str) -> str:
        """Return the id of the version of machine `name` with this identity."""
        return content_id("machine", name, *(str(value) for value in to_json(self).values()))


@dataclass(frozen=True, slots=True)
class Access:
    """How a machine is reached and what it costs; a change makes no new version.

    `key_env` names an environment variable and `key_file` a file with the API key: the key itself is nowhere
    in the store. Prices are for a million tokens.
    """

    key_env: str = ""
    key_file: str = ""
    input_price: float | None = None
    output_price: float | None = None

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return the price of so many tokens; None without prices.

        >>> Access(input_price=2, output_price=8).cost(500_000, 250_000)
        3.0
        """
        if self.input_price is None or self.output_price is None:
            return None
        return (input_tokens * self.input_price + output_tokens * self.output_price) / 1e6


@dataclass(frozen=True, slots=True)
class MachineAnnotator:
    """A version of a machine annotator; all versions share the pseudonym (X1, X2, ...)."""

    id: str
    name: str
    pseudonym: str
    version: int
    identity: MachineIdentity
    access: Access
    created_at: datetime

    @property
    def title(self) -> str:
        """The pseudonym with the version, as reports show it."""
        return f"{self.pseudonym} v{self.version}"


class Skip(StrEnum):
    """Why a machine gave no answer."""

    REFUSED = "refused"  # the model declined, or a filter of the server did
    CUT = "cut"  # the answer was longer than allowed
    NO_JSON = "no_json"  # no JSON object in the answer
    INVALID = "invalid"  # the task refuses the answer
    AMBIGUOUS = "ambiguous"  # a quote occurs several times in the text
    NOT_QUOTED = "not_quoted"  # a quote is not in the text
    NOTHING_OFFERED = "nothing_offered"  # no candidate concepts for the item
    NO_PREDICTION = "no_prediction"  # the file or the run has none for the item
    SERVER = "server"  # the server failed at every try
    TIMEOUT = "timeout"  # the server did not answer in time


AGAIN = frozenset({Skip.SERVER, Skip.TIMEOUT})  # nothing was acknowledged: a new run asks again


@dataclass(frozen=True, slots=True)
class MachineCount:
    """The number of answers of a machine in a round under a version of the guideline, or of one skip."""

    round_id: str
    machine_id: str
    guideline_version: int | None
    skip: Skip | None
    count: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reply of the server: its text as received (without the key), tokens, seconds, and why it failed."""

    text: str
    input_tokens: int
    output_tokens: int
    seconds: float
    error: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class MachineAnswer:
    """The answer of a machine to an item, or the reason of a skip.

    Parameters
    ----------
    draw : int
        From 0; `reversed_order` says whether the sides of the pair were shown in reverse.
    value : Json
        In the canonical form of the task; None for a skip.
    confidence : float or None
        Probability from 0 to 1 that the machine states itself.
    skip : Skip or None
        Reason of a skip.
    prompt : str
        Checksum of everything that was sent first.
    guideline_version, schema_version : int or None
        In force in the prompt.
    """

    round_id: str
    item_id: str
    machine_id: str
    draw: int
    reversed_order: bool
    guideline_version: int | None
    schema_version: int
    value: Json
    confidence: float | None
    skip: Skip | None
    attempts: tuple[Attempt, ...]
    prompt: str
    created_at: datetime

    @property
    def input_tokens(self) -> int:
        """Tokens sent."""
        return sum(attempt.input_tokens for attempt in self.attempts)

    @property
    def output_tokens(self) -> int:
        """Tokens received."""
        return sum(attempt.output_tokens for attempt in self.attempts)

    @property
    def seconds(self) -> float:
        """Seconds of all attempts."""
        return sum(attempt.seconds for attempt in self.attempts)
