"""The `aloi` command; each sub-command is in `terminal/` and calls one operation."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from aloi.base.errors import AloiError
from aloi.base.extras import missing_extra
from aloi.base.system_errors import refused_by_system
from aloi.base.terms import Term
from aloi.terminal.base import Answer, Group, add_language_option, emit, message_of, shared_options
from aloi.terminal.corrections.log import corrections_
from aloi.terminal.corrections.schema import schema
from aloi.terminal.corrections.setup import add_setup_commands
from aloi.terminal.corrections.texts import add_texts, merge, revert_texts
from aloi.terminal.corrections.work import extend, withdraw
from aloi.terminal.files.agreement import agreement
from aloi.terminal.files.score import score
from aloi.terminal.files.sentences_and_pairs import mine, segment
from aloi.terminal.imports.annotations import annotations_
from aloi.terminal.imports.judging import judging
from aloi.terminal.imports.labels import labels_
from aloi.terminal.imports.mentions import mentions
from aloi.terminal.imports.operations import operations
from aloi.terminal.imports.passages import passages
from aloi.terminal.imports.projects import import_
from aloi.terminal.imports.questions import questions
from aloi.terminal.imports.spans import spans
from aloi.terminal.imports.suggestions import suggestions
from aloi.terminal.imports.targets import targets
from aloi.terminal.machines import machine
from aloi.terminal.models.compare import compare
from aloi.terminal.models.experiment import experiment
from aloi.terminal.models.loop import loop
from aloi.terminal.models.sharing import mteb, run
from aloi.terminal.models.train import evaluate, predict, recipes, train
from aloi.terminal.people import people
from aloi.terminal.plugins import plugins
from aloi.terminal.releases.gold import gold
from aloi.terminal.releases.push import push
from aloi.terminal.releases.release import formats, release
from aloi.terminal.rounds.adjudicate import adjudicate
from aloi.terminal.rounds.archive import archive
from aloi.terminal.rounds.campaign import campaign
from aloi.terminal.rounds.clean import clean
from aloi.terminal.rounds.crowds import crowd
from aloi.terminal.rounds.difference import difference_
from aloi.terminal.rounds.guideline import guideline
from aloi.terminal.rounds.items import items
from aloi.terminal.rounds.late_answers import late
from aloi.terminal.rounds.members import member
from aloi.terminal.rounds.rounds import round_
from aloi.terminal.serve import demo, serve, work
from aloi.terminal.store import backup, check, restore, salvage, store_
from aloi.terminal.texts.corpus import corpus
from aloi.terminal.texts.terminologies import terminology
from aloi.terminal.tokens import token
from aloi.terminal.webhooks import webhook
from aloi.workbench.study import studies

BAD_INPUT = 2
FAILED = 1
_BAD = (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError)
_BAD_NAMES = (errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)  # no file can have such a name


class RootGroup(Group):
    """The root group: it answers on standard output and turns errors into exit statuses."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; report an error in the requested language."""
        try:
            return super().invoke(ctx)
        except AloiError as error:
            return _refuse(message_of(error))
        except ModuleNotFoundError as error:
            absent = missing_extra(error)
            if absent is None:
                raise
            return _refuse(message_of(absent))
        except OSError as error:
            bad = isinstance(error, _BAD) or error.errno in _BAD_NAMES
            return _refuse(message_of(refused_by_system(error)), BAD_INPUT if bad else FAILED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the flow, those of studies last."""
        super().list_commands(ctx)
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command and exit: 0 done, 2 bad input or usage, 1 failed while running."""
        settings["standalone_mode"] = False
        if any("\0" in one for one in (sys.argv[1:] if args is None else args)):
            sys.exit(
                _refuse(
                    str(
                        AloiError(
                            "aloi.value",
                            name=Term("an-option-or-argument"),
                            value=Term("with-a-nul-character"),
                            expected=Term("names-numbers"),
                            todo=Term("remove-it"),
                        )
                    )
                )
            )
        try:
            status = super().main(args, *rest, **settings)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            status = BAD_INPUT
        except click.ClickException as error:
            status = _refuse(_usage(error))
        except OSError as error:  # before a command was begun
            status = _refuse(str(refused_by_system(error)), FAILED)
        except click.Abort:
            status = _refuse("Stopped.", FAILED)
        sys.exit(status)


@click.group(cls=RootGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="aloi")
def aloi() -> None:
    """Turn raw text into an annotated gold corpus: texts, items, rounds, agreement, gold, releases."""


add_language_option(aloi)


@aloi.result_callback()
def _finish(answer: Answer) -> int:
    """Write the output of the command; return its exit status."""
    if answer.document is not None:
        emit(answer, as_json=shared_options().as_json)
    return answer.status


for command in (
    corpus, people, token, webhook, campaign, guideline, schema, round_, crowd, import_, annotations_, items,
    adjudicate, clean, gold, release, formats, segment, mine, agreement, score, terminology, targets,
    mentions, passages, labels_, judging, spans, suggestions, questions, operations, recipes, train,
    evaluate, predict, mteb, run, loop, compare, experiment, machine, plugins, corrections_, serve, work,
    demo, check, backup, restore, salvage, store_,
):  # fmt: skip
    aloi.add_command(command)
campaign.add_command(archive)
campaign.add_command(member)
release.add_command(push)
round_.add_command(late)
round_.add_command(extend)
round_.add_command(difference_)
people.add_command(withdraw)
add_setup_commands(corpus, campaign, round_)
corpus.add_command(add_texts)
corpus.add_command(merge)
corpus.add_command(revert_texts)


@aloi.group("study", cls=Group)
def study_group() -> None:
    """Make the table of a published study: all its models, scores and tests in one command."""


groups = {"": aloi, **{name: one for name, one in aloi.commands.items() if isinstance(one, Group)}}
for study in studies():
    for path, reference in study.commands.items():
        group, _, name = path.rpartition(" ")
        groups[group].add_later(name, partial(study.load, reference))


def main() -> None:
    """Run the `aloi` command."""
    # Long work makes millions of objects and hardly a cycle: looking for some took a third of its time.
    gc.set_threshold(200_000, 10, 100)
    os.umask(0o077)  # copies, exports and archives hold texts: no other account reads what a command writes
    aloi.main(prog_name="aloi")


def _usage(error: click.ClickException) -> str:
    """Return the error of a command line, the usage of the command, and a pointer to its help."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    usage = " ".join(context.get_usage().split())
    return f"{error.format_message()}\n{usage}\nRead `{context.command_path} --help`."


def _refuse(message: str, status: int = BAD_INPUT) -> int:
    """Write an error to standard error; return the exit status."""
    click.echo(message, err=True)
    return status


if __name__ == "__main__":
    main()
