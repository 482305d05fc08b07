"""What a folder of a model may hold: weights that run nothing when they are loaded."""

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.modeling.encoders.names import check, locate


def with_files(folder: Path, *names: str) -> str:
    for name in ("config.json", *names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")
    return str(folder)


@pytest.mark.parametrize(
    "name", ["pytorch_model.bin", "pytorch_model-00001-of-00002.bin", "2_Dense/pytorch_model.bin"]
)
def test_pickled_weights_are_refused_before_anything_is_loaded(tmp_path, name):
    folder = with_files(tmp_path / "model", name)
    for read in (check, locate):
        with pytest.raises(AloiError) as refused:
            read(folder)
        assert refused.value.code == "modeling.weights-are-pickled"
        assert name in refused.value.found
        assert len(refused.value.told().splitlines()) == 3


def test_pickled_weights_beside_safetensors_are_not_loaded(tmp_path):
    assert locate(
        with_files(tmp_path / "model", "pytorch_model.bin", "model.safetensors", "training_args.bin")
    ).local
