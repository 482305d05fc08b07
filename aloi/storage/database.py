"""One engine, two kinds of transaction, and migrations run from code."""

from __future__ import annotations

import logging
import random
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, RowMapping, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from aloi.base.addresses import shown_address
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.columns import teach, to_json_text
from aloi.storage.driver import outbox
from aloi.storage.driver.errors import is_locked, plain_errors, refuse_nul, tables_listed
from aloi.storage.driver.prepared_statements import PreparedStatement, Row
from aloi.storage.driver.store_file import StoreFile

# The newest revision in migrations/versions; a test keeps it true.
HEAD = "0028"
_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_MS = 10_000
_KEPT_KB = 100_000  # of a store's pages at most, for who reads all of it: a tenth less time than with 2,000
_SWEEP_MS = 2000  # that a server's tables are waited for to be written anew
_LOOKS = (0.001, 0.01)  # seconds between two looks at whether a store is free
# A store of some 100,000 answers takes seconds to move to a new form, one of millions minutes.
_MIGRATING_SECONDS = 3600
_WAITING = (
    "Another program has the store %s, and may be bringing it to a newer form: waiting until it is done."
)
_LOG = logging.getLogger("aloi.store")


class Database:
    """The engine of a store. `read()` and `write()` each give a connection inside one transaction.

    On SQLite a write begins at once (BEGIN IMMEDIATE), so that data cannot change between its reads and its
    writes. The threads of a process write in turn: SQLite only lets waiting threads retry now and then, so
    that one of many might wait too long.

    On a server writes take turns as well, by a lock of the transaction. Exempt are transactions that first
    lock the deciding row, such as the round of an answer: annotating and signing in never wait for an import.

    Errors of the driver become AloiErrors without texts or parameters.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.name = shown_address(url)
        self._joined = threading.local()
        sqlite = self.engine.dialect.name == "sqlite"
        self._turn: AbstractContextManager[Any] = threading.RLock() if sqlite else nullcontext()
        self._file: StoreFile | None = None
        with plain_errors(self.name):
            if sqlite and self.engine.url.database not in (None, "", ":memory:"):
                self._open_file(Path(self.engine.url.database))
            _migrate(self.engine, self.name)

    def _open_file(self, path: Path) -> None:
        """Connect to the SQLite file, creating it if needed; from now on it must be the same file."""
        _make_folder(path.parent)
        file = StoreFile(path, self.name)
        with file.opening():
            _make_file(path)
            with self.engine.connect() as connection:
                connection.exec_driver_sql("SELECT 1 FROM sqlite_master").close()  # opens its log as well
        self._file = file
        event.listen(self.engine, "connect", lambda *_: file.check())  # nothing was replaced meanwhile

    def _connect(self) -> Connection:
        """Return a connection to the store's file; raise if another file has its path."""
        self.require_same_file()
        return self.engine.connect()

    def require_same_file(self) -> None:
        """Raise if the store's file was moved, deleted or replaced: later writes would be lost."""
        if self._file is not None:
            self._file.check()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make one transaction of all reads and writes of this thread in the block: all or nothing.

        Within another one it is part of that.
        """
        before = self._under_way
        with self.write() as connection:
            self._joined.connection = connection
            try:
                yield
            finally:
                self._joined.connection = before

    @property
    def in_transaction(self) -> bool:
        """Return whether `together` is active in this thread: the data it reads may be rolled back."""
        return self._under_way is not None

    @property
    def _under_way(self) -> Connection | None:
        return getattr(self._joined, "connection", None)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the store."""
        if self._under_way is not None:
            yield self._under_way
            return
        with plain_errors(self.name), self._connect() as connection, begun(connection):
            yield connection

    def first(self, query: PreparedStatement, values: Row) -> Row | None:
        """Return the first row of one query, which needs no transaction of its own."""
        if self._under_way is not None:
            return query.first(self._under_way, values)
        with plain_errors(self.name), self._connect() as connection:
            return query.first(connection, values)

    def rows(self, query: Any) -> Sequence[RowMapping]:
        """Return every row of a query, in a transaction of its own."""
        with self.read() as connection:
            return connection.execute(query).mappings().all()

    @contextmanager
    def write(self, *, turn: str | None = "store") -> Iterator[Connection]:
        """Give a connection whose changes are stored completely or not at all.

        On a server it waits for other writes of the same `turn`, and with None for none: its caller locks
        the rows that decide, or needs none.
        """
        if self._under_way is not None:
            yield self._under_way
            return
        with (
            plain_errors(self.name),
            self._turn,
            self._connect() as connection,
            begun(connection, write=True),
        ):
            if turn is not None:
                _take_turn(connection, turn)
            outbox.begin(connection)
            yield connection
            outbox.flush(connection)
        self.require_same_file()  # a commit of another process is not acknowledged

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the store over several queries, on a server too."""
        level = {} if self.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        with plain_errors(self.name), self._connect() as plain:
            connection = plain.execution_options(**level)
            with _much_kept(connection), begun(connection):
                yield connection

    @contextmanager
    def keep(self) -> Iterator[Connection]:
        """Give a connection for several transactions in turn, each a `with begun(connection)`."""
        with plain_errors(self.name), self._connect() as connection:
            yield connection

    @property
    def unscoped(self) -> Database:
        """The whole database, see `aloi.storage.scope`."""
        return self

    @property
    def person_id(self) -> str | None:
        """The id of the person who reads; None without a person, who may read everything."""
        return None

    @property
    def campaign_id(self) -> str | None:
        """The id of the only campaign that is read; None for all."""
        return None

    def is_administrator(self) -> bool:
        """Return whether everything may be read."""
        return True

    def manages(self, campaign_id: str) -> bool:
        """Return whether a campaign may be managed without being a member of it."""
        del campaign_id
        return True

    @property
    def on_server(self) -> bool:
        """Whether the store is on a database server."""
        return self.engine.dialect.name != "sqlite"

    def copy_to(self, path: Path) -> None:
        """Write the content of the SQLite file at one moment into a new one."""
        with (
            plain_errors(f"{self.name} or its copy {path}"),
            closing(sqlite3.connect(path)) as copy,
            self._connect() as connection,
        ):
            connection.connection.driver_connection.backup(copy)  # type: ignore[union-attr]

    def take_over(self, path: Path, keep: Callable[[], None]) -> None:
        """Replace all data by the content of an SQLite file of the newest revision, or nothing.

        It is one transaction. `keep`, which may copy the previous data, is called within it. Meanwhile
        readers see the previous data and writers wait, so that no change comes in between. An error of `keep`
        cancels the replacement. First the state counters of the new file are increased.
        """
        if self.on_server:
            raise AloiError(
                "aloi.value",
                name=Term("the-database-of-the-store"),
                value=self.engine.dialect.name,
                expected=Term("store-in-a-sqlite"),
                todo=Term("use-the-backup"),
            )
        holds = False

        def go_on(status: int, remaining: int, total: int) -> None:
            nonlocal holds
            if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE):
                raise AloiError("storage.driver-locked", store=self.name)
            if not holds:  # the first page is written, and not committed: nobody else can write
                holds = True
                keep()

        with (
            plain_errors(f"{self.name} or {path}"),
            self._turn,
            closing(sqlite3.connect(path)) as source,
            self._connect() as connection,
        ):
            with source:  # no state comes back under which something else was read, or counted, before
                source.execute("UPDATE states SET changes = changes + ?", (int(time.time()),))
            target: Any = connection.connection.driver_connection
            source.backup(target, pages=1, progress=go_on)
        self.require_same_file()

    def sweep(self, tables: Sequence[str]) -> bool:
        """Rewrite a store, on a server these tables, so that no deleted data remain in its pages.

        Return False if others prevented it, because they write or read earlier data.
        """
        try:
            with plain_errors(self.name), self._turn:
                if self.on_server:
                    level = self.engine.execution_options(isolation_level="AUTOCOMMIT")
                    with level.connect() as connection:
                        connection.detach()  # its limit is nobody else's
                        # Every page would wait behind this one for who reads a table, however long.
                        connection.exec_driver_sql(f"SET lock_timeout = '{_SWEEP_MS}ms'")
                        connection.exec_driver_sql(f"VACUUM (FULL) {', '.join(tables)}")
                    return True
                with self._connect() as connection:
                    connection.exec_driver_sql("VACUUM")
                    # The previous pages are in the log of the file until it is written back and truncated.
                    return not connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        except AloiError as error:
            if error.code != "storage.driver-locked":
                raise
            return False

    def close(self) -> None:
        """Close every connection."""
        if self._file is None:
            self.engine.dispose()
        else:
            self._file.close(self.engine.dispose)


class StorePart:
    """A part of the store, over its database."""

    def __init__(self, database: Database) -> None:
        self._database = database


_WRONG_AT = (Term("before-the-name"), Term("write-40"))


def _wrong_address(shown: str, expected: Term, todo: Term) -> AloiError:
    name = Term("the-address-of-the-store")
    return AloiError("aloi.value", name=name, value=repr(shown), expected=expected, todo=todo)


def _server_engine(url: URL, shown: str) -> Engine:
    """Return the engine of a database server, whose driver may not be installed."""
    if "@" in (url.host or ""):
        raise _wrong_address(shown, *_WRONG_AT)
    try:
        # A connection that the server or the network has ended is made anew before it is used, which costs a
        # question each time. The last one given back is asked first: the others stay unused and are few.
        return create_engine(
            url,
            hide_parameters=True,
            json_serializer=to_json_text,
            pool_pre_ping=True,
            pool_use_lifo=True,
        )
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise AloiError("storage.store-needs-driver-not-here", render_as_string=shown, error=error) from error


def _engine(url: str) -> Engine:
    shown = shown_address(url)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the second one quotes what it took for a port
        terms = _WRONG_AT if url.count("@") > 1 else (Term("a-database-url"), Term("correct-store"))
        raise _wrong_address(shown, *terms) from None
    is_file = parsed.get_backend_name() == "sqlite"
    engine = _file_engine(parsed) if is_file else _server_engine(parsed, shown)
    # Of the driver's side: what listens to connections costs each of them, and each statement, as much again.
    event.listen(engine, "do_execute", _refuse_nul)
    event.listen(engine, "do_executemany", _refuse_nul_in_any)
    return engine


def _file_engine(parsed: URL) -> Engine:
    """Return the engine of an SQLite file."""
    engine = create_engine(
        parsed,
        hide_parameters=True,
        json_serializer=to_json_text,
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=64,
        pool_use_lifo=True,
        connect_args={"check_same_thread": False, "timeout": _BUSY_MS / 1000},
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _refuse_nul(cursor: object, statement: str, values: Any, context: object) -> None:
    del cursor, statement, context
    refuse_nul(values.values() if isinstance(values, dict) else values or ())


def _refuse_nul_in_any(cursor: object, statement: str, rows: Any, context: object) -> None:
    for values in rows:
        _refuse_nul(cursor, statement, values, context)


def _make_folder(folder: Path) -> None:
    """Create the folder of a store, readable by this account only."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise AloiError(
            "aloi.cannot-write", path=folder, error=error.strerror, todo=Term("check-the-path")
        ) from error


def _make_file(path: Path) -> None:
    """Create the empty file of a new store, readable by this account only, like the files SQLite adds."""
    try:
        if not path.exists():
            path.touch(mode=0o600)
    except OSError as error:
        raise AloiError(
            "aloi.cannot-write", path=path.parent, error=error.strerror, todo=Term("check-the-path")
        ) from error


def _prepare(connection: Any, record: object) -> None:
    """Set the options of SQLite on each new connection; only `begun` begins transactions."""
    del record
    connection.isolation_level = None
    with tables_listed():
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={_BUSY_MS}",
            "temp_store=MEMORY",
        ):
            connection.execute(f"PRAGMA {pragma}").close()
    teach(connection)


@contextmanager
def _much_kept(connection: Connection) -> Iterator[None]:
    """Let SQLite cache many pages meanwhile, as index access returns to the same pages often."""
    if connection.dialect.name != "sqlite":
        yield
        return
    (before,) = connection.exec_driver_sql("PRAGMA cache_size").scalars()
    connection.exec_driver_sql(f"PRAGMA cache_size = -{_KEPT_KB}")
    connection.rollback()
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA cache_size = {before}")
        connection.rollback()


@contextmanager
def begun(connection: Connection, *, write: bool = False) -> Iterator[None]:
    """Run the block in a transaction: all changes are stored, or none if it raises."""
    with connection.begin():
        if connection.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            if write:
                _begin_write(driver)
            else:
                driver.execute("BEGIN").close()
        yield


def _begin_write(connection: Any) -> None:
    """Begin a write when no other program is writing, or raise after some seconds.

    The wait of SQLite retries only ten times a second in the end. With many programs that write without a
    pause, one of them found the store locked each time. This wait retries often and at random intervals.
    """
    until = time.monotonic() + _BUSY_MS / 1000
    connection.execute("PRAGMA busy_timeout=0").close()
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE").close()
                return
            except sqlite3.OperationalError as error:
                if not is_locked(error) or time.monotonic() > until:
                    raise
            time.sleep(random.uniform(*_LOOKS))
    finally:
        connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}").close()


def _take_turn(connection: Connection, turn: str) -> None:
    """Wait on a server until no other write of a turn is active; on SQLite BEGIN IMMEDIATE has done so."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({zlib.crc32(turn.encode())})")


def _migrate(engine: Engine, name: str) -> None:
    """Bring the store to the newest revision, or wait while another program does; the log says so.

    It is one transaction: a program that is killed in it leaves the store as it was.
    """
    until = time.monotonic() + _MIGRATING_SECONDS
    waits = False
    while not _is_newest(engine):
        try:
            _upgrade(engine, name)
        except sqlite3.OperationalError as error:
            if not is_locked(error) or time.monotonic() > until:
                raise
            if not waits:
                waits = True
                _LOG.warning(_WAITING, name)


def _is_newest(engine: Engine) -> bool:
    with engine.connect() as connection:
        has_version = inspect(connection).has_table("alembic_version")
        return (
            has_version
            and connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
        )


def _upgrade(engine: Engine, name: str) -> None:
    """Run the migrations in one transaction. Alembic is only loaded when there is something to do."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    heads = ScriptDirectory.from_config(config).get_heads()
    if heads != [HEAD]:  # they would make a store that this program cannot use
        raise AloiError(
            "aloi.value",
            name=Term("the-last-migrations", path=_MIGRATIONS),
            value=", ".join(heads),
            expected=Term("head-the-migration", head=HEAD),
            todo=Term("delete-that-folder"),
        )
    try:
        with engine.connect() as connection, begun(connection, write=True):
            _wait_for_turn(connection, name)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise AloiError(
            "aloi.value",
            name=Term("the-revision-of-the-store"),
            value=Term("unknown-to-this-version", error=error),
            expected=Term("store-of-revision", head=HEAD),
            todo=Term("open-with-version"),
        ) from error


def _wait_for_turn(connection: Connection, name: str) -> None:
    """Take the turn on a server; the log says if somebody else has it."""
    if connection.dialect.name == "sqlite":
        return
    free = connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({zlib.crc32(b'store')})").scalar()
    if not free:
        _LOG.warning(_WAITING, name)
        _take_turn(connection, "store")
