"""A real server: `transformers serve` with a tiny model made on the spot. Its babble ends as skips."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round, try_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.machines.rendering import skip_name
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, TryMachineRequest
from tests.workbench.machines.rounds import NOW, annotated

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
COUNT = 6
LONGEST = 16  # tokens of an answer: the least that a machine may have
_PATIENCE = 180.0


def _tiny_model(folder: Path) -> Path:
    """Write a language model with random weights, and a tokenizer that knows every byte."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    pieces = Tokenizer(models.BPE())
    pieces.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pieces.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=["<s>", "</s>"], initial_alphabet=alphabet)
    pieces.train_from_iterator(["The patient coughs and sleeps."], trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=pieces, bos_token="<s>", eos_token="</s>", pad_token="</s>"
    )
    tokenizer.chat_template = (
        "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant:"
    )
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=16, intermediate_size=32, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=8192, bos_token_id=0,
        eos_token_id=1, pad_token_id=1,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture
def served(tmp_path: Path, free_tcp_port: int) -> Iterator[tuple[str, str]]:
    """Serve the model; give the address and the name of the model."""
    if any(importlib.util.find_spec(name) is None for name in ("transformers", "fastapi", "openai")):
        pytest.skip("NOT RUN: transformers[serving] is not installed")
    model = str(_tiny_model(tmp_path / "tiny"))
    program = Path(sys.executable).with_name("transformers")
    command = [str(program), "serve", model, "--port", str(free_tcp_port), "--device", "cpu"]
    with (tmp_path / "server.log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env={"HF_HUB_OFFLINE": "1", "PATH": ""})
    try:
        _wait(server, f"http://127.0.0.1:{free_tcp_port}/health")
        yield f"http://127.0.0.1:{free_tcp_port}/v1", model
    finally:
        server.terminate()
        server.wait(30)


def _wait(server: subprocess.Popen[bytes], address: str) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.2)
    pytest.fail("the server did not start")


def test_babble_of_a_real_server_ends_as_skips_with_reasons(
    store: Store, tmp_path: Path, served: tuple[str, str]
) -> None:
    annotated(store, tmp_path, count=COUNT, restricted=True)  # a server on this machine may have these texts
    url, model = served
    for form in ("json_schema", "text"):
        request = AddMachineRequest(form, endpoint=url, model=model, form=form, max_tokens=LONGEST)
        add_machine(store, request, tmp_path, NOW)
        tried = try_machine(store, TryMachineRequest("Pairs", 1, form, send=True), NOW)
        assert tried.outcome is not None
        assert tried.outcome.attempts[0].text
        done = answer_round(store, AnswerMachineRequest("Pairs", 1, form, parallel=2), tmp_path, NOW)
        assert (done.answered, sum(done.skipped.values()), done.requests) == (0, COUNT, COUNT)
        assert {*done.skipped} <= {"cut", "no_json", "invalid"}
        assert done.tokens > COUNT * LONGEST
        again = answer_round(store, AnswerMachineRequest("Pairs", 1, form), tmp_path, NOW)
        assert (again.requests, again.already_answered) == (0, COUNT)
    for answer in store.machines.answers(store.campaigns.rounds()[0].id):
        assert answer.value is None
        assert answer.skip is not None
        assert skip_name(answer.skip)
        assert answer.attempts
        for attempt in answer.attempts:
            assert attempt.text  # the reply as it came
            assert 0 < attempt.output_tokens <= LONGEST
            assert attempt.input_tokens > 100  # the guideline and the item
