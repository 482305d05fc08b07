"""The terminal door: the `aloi` command. Each sub-command stands in `terminal/` and calls one verb."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from errors import AloiError
from terminal.adjudicate import adjudicate
from terminal.agreement import agreement
from terminal.annotations import annotations_
from terminal.base import Answer, Group, asked, emit
from terminal.campaign import campaign
from terminal.clean import clean
from terminal.compare import compare
from terminal.concepts import bias, candidates
from terminal.corpus import corpus
from terminal.fertility import fertility
from terminal.files import mine, segment
from terminal.gold import gold
from terminal.guideline import guideline
from terminal.judging import judging
from terminal.labelled import labels_
from terminal.lexsub import lexsub_
from terminal.linking import linking
from terminal.linking_training import dictionary, train_linking
from terminal.loop import loop
from terminal.mentions import mentions
from terminal.neighbours import neighbours
from terminal.operations import operations
from terminal.passages import passages
from terminal.people import people
from terminal.questions import questions
from terminal.release import formats, release
from terminal.rounds import round_
from terminal.runs import run
from terminal.score import score
from terminal.serve import backup, check, demo, restore, serve, work
from terminal.spans import spans
from terminal.suite import suite
from terminal.targets import targets
from terminal.terminologies import terminology
from terminal.train import evaluate, recipes, train

BAD_INPUT = 2
FAILED = 1


class Door(Group):
    """The root group: it answers on standard output and turns errors into exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the flow."""
        del ctx
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command and exit: 0 done, 2 bad input or usage, 1 failed while running."""
        settings["standalone_mode"] = False
        try:
            status = super().main(args, *rest, **settings)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            status = BAD_INPUT
        except click.ClickException as error:
            status = _refuse(_usage(error))
        except AloiError as error:
            status = _refuse(str(error))
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError) as error:
            status = _refuse(f"{error.filename}: {error.strerror}.\nCheck the path and its permissions.")
        except OSError as error:
            status = _refuse(f"The system refused: {error}.", FAILED)
        except click.Abort:
            status = _refuse("Stopped.", FAILED)
        sys.exit(status)


@click.group(cls=Door, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="aloi")
def aloi() -> None:
    """Turn raw text into an annotated gold corpus: texts, items, rounds, agreement, gold, releases."""


@aloi.result_callback()
def _finish(answer: Answer) -> int:
    """Write what the command answered; its exit status."""
    if answer.document is not None:
        emit(answer, as_json=asked().as_json)
    return answer.status


for command in (
    corpus, people, campaign, guideline, round_, annotations_, adjudicate, clean, gold, release, formats,
    segment, mine, fertility, neighbours, agreement, score, lexsub_, terminology, linking, targets, mentions,
    passages, labels_, judging, spans, questions, operations, recipes, train, evaluate, run, loop, compare,
    suite, serve, work, demo, check, backup, restore,
):  # fmt: skip
    aloi.add_command(command)
for command in (candidates, bias, dictionary, train_linking):
    linking.add_command(command)


def main() -> None:
    """Run the `aloi` command."""
    aloi.main(prog_name="aloi")


def _usage(error: click.ClickException) -> str:
    """Return what was wrong with a command line, how the command is written, and where its help stands."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    usage = " ".join(context.get_usage().split())
    return f"{error.format_message()}\n{usage}\nRead `{context.command_path} --help`."


def _refuse(message: str, status: int = BAD_INPUT) -> int:
    """Tell standard error what went wrong; the exit status."""
    click.echo(message, err=True)
    return status


if __name__ == "__main__":
    main()
