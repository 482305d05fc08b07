"""A tiny encoder and invented pairs that it can learn from in seconds: no download, no real text.

The fixture `tiny_encoder` gives the folder of the model, which is built once a session.
"""

from __future__ import annotations

import gc
import random
import re
import string
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from aloi.annotation.rows import ScoredPair

_PATIENTS = ("le patient", "la patiente", "un homme de 60 ans", "une femme de 34 ans", "l'enfant")
# Two ways to say each thing, so that equal meaning does not mean equal words.
_FINDINGS = (
    ("présente une fièvre élevée", "a une forte température"),
    ("souffre d'une douleur thoracique", "a mal à la poitrine"),
    ("se plaint de céphalées", "dit avoir mal à la tête"),
    ("tousse depuis trois jours", "a une toux qui dure"),
    ("respire difficilement", "présente une dyspnée"),
    ("a perdu cinq kilos", "signale un amaigrissement"),
)
_ACTS = (
    ("un scanner est demandé", "on prescrit une tomodensitométrie"),
    ("un traitement par antibiotiques est débuté", "des antibiotiques sont donnés"),
    ("une prise de sang est faite", "on réalise un bilan sanguin"),
    ("une radiographie est prévue", "un cliché aux rayons X sera pris"),
)
LOW, HIGH = 0.0, 5.0


def pairs(count: int = 60, seed: int = 7) -> tuple[ScoredPair, ...]:
    """Return pairs scored by rule: 0 when nothing is shared, 2 a point, and 1 for the same patient."""
    dice = random.Random(seed)
    items = []
    for number in range(count):
        patient, finding, act = dice.choice(_PATIENTS), dice.choice(_FINDINGS), dice.choice(_ACTS)
        same = [dice.random() < 0.5 for _ in range(3)]
        other = (
            patient if same[0] else dice.choice([one for one in _PATIENTS if one != patient]),
            finding if same[1] else dice.choice([one for one in _FINDINGS if one != finding]),
            act if same[2] else dice.choice([one for one in _ACTS if one != act]),
        )
        left = f"{patient.capitalize()} {finding[0]} et {act[0]}."
        right = f"{other[0].capitalize()} {other[1][1]} et {other[2][1]}."
        score = 1.0 * same[0] + 2.0 * same[1] + 2.0 * same[2]
        name = f"p{number:03}"
        items.append(ScoredPair(name, f"{name}-l", f"{name}-r", left, right, score, LOW, HIGH))
    return tuple(items)


def texts() -> list[str]:
    """Return every phrase the pairs are made of."""
    return [*_PATIENTS, *(way for group in (*_FINDINGS, *_ACTS) for way in group), "et", "."]


def _vocabulary(special: list[str]) -> dict[str, int]:
    """Return the special tokens, the characters and the words: the same at every run, as no trainer's are."""
    words = sorted({word for text in texts() for word in re.findall(r"\w+|[^\w\s]", text.lower())})
    characters = sorted({*string.ascii_lowercase, *string.digits, *"".join(words)})
    pieces = dict.fromkeys([*special, *characters, *(f"##{character}" for character in characters), *words])
    return {piece: number for number, piece in enumerate(pieces)}


@cache
def _place() -> TemporaryDirectory[str]:
    """Return a folder that is removed when the session ends."""
    return TemporaryDirectory(prefix="aloi-tiny-encoder-")


@cache
def tiny_folder() -> Path:
    """Return the folder of the tiny encoder, built on the first call."""
    return encoder_folder(Path(_place().name))


def encoder_folder(folder: Path, layers: int = 2, width: int = 64) -> Path:
    """Return the folder of an untrained sentence-transformers model with a vocabulary of its own."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    from aloi.modeling.encoders.devices import quiet

    gc.freeze()  # else each fit begins with seconds of collecting garbage among what was loaded here
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = Tokenizer(models.WordPiece(_vocabulary(special), unk_token="[UNK]"))
    words.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    words.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=64,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=words.get_vocab_size(),
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=2 * width,
        max_position_embeddings=64,
    )
    with quiet():
        plain = folder / "plain"
        BertModel(config).save_pretrained(plain)
        tokenizer.save_pretrained(plain)
        modules = [Transformer(str(plain), max_seq_length=64), Pooling(width, "mean")]
        model = SentenceTransformer(modules=modules, device="cpu")
        model.save(str(folder / "tiny"), create_model_card=False)
    return folder / "tiny"
