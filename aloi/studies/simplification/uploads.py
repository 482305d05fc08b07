"""Files of a study of operations against SARI, brought by a browser and kept in the data folder."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.archive import read_archive
from aloi.corpora.readers.base import too_long
from aloi.evaluation.simplification import SariStudy
from aloi.studies.simplification import FOLDER
from aloi.studies.simplification.pairs import ORIGINALS, read_folder

MAX_FILE = 20_000_000  # bytes; the largest ASSETann file is under 50,000
_NAME = re.compile(r"asset\.(orig\.txt|simp\.[0-9]{1,4}\.(txt|aln))")


def keep_study_files(paths: Sequence[Path], data: Path) -> str:
    """Return the name of the folder in the data folder with the files of a study.

    Parameters
    ----------
    paths : sequence of Path
        `asset.orig.txt`, `asset.simp.K.txt` and `asset.simp.K.aln`, or .zip archives that hold them in
        whatever folder; an archive may hold other files, which are left aside.

    Raises
    ------
    AloiError
        A name that is none of these, a file twice, a damaged archive, or files no study can be made of;
        then nothing is kept.
    """
    contents: dict[str, bytes] = {}
    for path in paths:
        for name, content in _unpacked(path) if path.suffix.lower() == ".zip" else _plain(path):
            if name in contents and contents[name] != content:
                raise AloiError(
                    "aloi.repeated",
                    name=Term("the-file"),
                    value=Term("name-2", name_2=name),
                    expected=Term("each-file"),
                    todo=Term("remove-one-of-them"),
                ).at(path.name)
            contents[name] = content
    if ORIGINALS not in contents:
        raise AloiError(
            "aloi.missing",
            name=", ".join(sorted(contents)) or "[]",
            missing=ORIGINALS,
            expected=Term("the-original-sentences"),
            todo=Term("add-the-file"),
        )
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name} {len(contents[name])}\n".encode() + contents[name])
    return _keep_files(contents, data / FOLDER / digest.hexdigest()[:24])


def _keep_files(files: dict[str, bytes], target: Path) -> str:
    """Write the files, check that they fit together, and only then give the folder its name."""
    if target.is_dir():
        return target.name
    part = target.with_name(f".{uuid.uuid4().hex}.part")
    part.mkdir(parents=True)
    try:
        for name, content in files.items():
            (part / name).write_bytes(content)
        read_folder(part)
        part.replace(target)
    except AloiError as error:
        # The person knows the file by its name, not by the folder it was put in for a moment.
        document = json.dumps(error.to_json(), ensure_ascii=False).replace(f"{part}/", "")
        raise AloiError.from_json(json.loads(document)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return target.name


def _plain(path: Path) -> Iterator[tuple[str, bytes]]:
    if not _NAME.fullmatch(path.name):
        raise AloiError(
            "aloi.value",
            name=Term("name-of-a-file"),
            value=path.name,
            expected=Term("originals-asset", originals=ORIGINALS),
            todo=Term("rename-it-or-omit"),
        )
    with path.open("rb") as stream:
        content = stream.read(MAX_FILE + 1)
    if len(content) > MAX_FILE:
        raise too_long(path.name, MAX_FILE)
    yield path.name, content


def _unpacked(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a study in an archive by their names without folders; nothing goes to disk."""
    for name, chunks in read_archive(path, lambda one: bool(_NAME.fullmatch(one.name)), MAX_FILE):
        yield PurePosixPath(name).name, b"".join(chunks)


COLUMNS = ("score", "model", "quantity", "label", "value", "p", "reason", "signature")


def study_rows(study: SariStudy) -> list[dict[str, object]]:
    """Return every number of a study as rows of `COLUMNS`; cells that do not apply are empty."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in _rows(study)]


def _rows(study: SariStudy) -> Iterator[tuple[object, ...]]:
    for name, mean in study.sari_mean.items():
        yield name, "", "mean", "", mean, "", "", study.signatures["sari_mean"]
    signature = study.signatures["spearman"]
    for label, row in study.spearman.items():
        for name, correlation in row.items():
            yield (
                name,
                "",
                "spearman",
                label,
                _cell(correlation.value),
                _cell(correlation.p),
                correlation.reason or "",
                signature,
            )
    for name, models in study.models.items():
        for model, fitted in models.items():
            common = (fitted.reason or "", fitted.signature)
            yield name, model, "r2_fit", "", _cell(fitted.r2_fit), "", *common
            yield name, model, "r2_cv10", "", _cell(fitted.r2_cv10), "", *common
            if fitted.intercept is not None:
                yield name, model, "intercept", "", fitted.intercept, "", *common
            for label, value in (fitted.coefficients or {}).items():
                yield name, model, "coefficient", label, value, "", *common
            for label, value in (fitted.importances or {}).items():
                yield name, model, "importance", label, value, "", *common


def _cell(value: float | None) -> object:
    return "" if value is None else value
