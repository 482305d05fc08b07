## storage

driver-full = The store { $store } cannot be written: its disk, or the limit set for it, is full.
    .expected = Enough disk space was expected.
    .todo = Free some space or move the store to a larger disk, then do the last step again.
    .page = Tell the administrator of this server to free space, then load the page again, and do the last step again if it is not there.
driver-locked = The store { $store } is locked by another program.
    .expected = A store that is free within ten seconds was expected.
    .todo = Wait until the other program is done, or end it, then do the last step again.
    .page = Load the page again in a minute, and do the last step again if it is not there.
driver-closed = The store { $store } cannot be opened or written ({ $code }).
    .expected = A database that Aloi may read and write was expected, in a folder where it may create files.
    .todo = Check the path and its permissions, or name another store.
    .page = Tell the administrator of this server, then load the page again, and do the last step again if it is not there.
driver-disk = The disk of the store { $store } failed to read or write ({ $code }).
    .expected = A working disk with free space was expected.
    .todo = Check the disk, run `aloi check`, then do the last step again.
    .page = Ask the administrator of this server to check the disk, check the store (Backup and check), then do the last step again.
file-missing = { $path } was moved or deleted while the store was in use. Nothing was stored.
    .expected = The files of the store { $store } were expected where they were opened.
    .todo = Move the same file back (`mv`, no copy), or stop Aloi, put a store or a restored backup there, and start Aloi again.
    .page = Tell the administrator of this server. Load the page again later, and do the last step again if it is not there.
file-replaced = { $path } was replaced by another file while the store was in use. Nothing was stored.
    .expected = { file-missing.expected }
    .todo = { file-missing.todo }
    .page = { file-missing.page }
file-open-elsewhere = The store { $store } was moved, deleted or replaced while other programs have it open.
    .expected = The files that those programs have opened were expected.
    .todo = Stop the server, the workers and other commands of this store, then do the last step again.
    .page = { file-missing.page }
driver-busy = The server of the store { $store } has no memory or connection left ({ $code }).
    .expected = A server that accepts another connection was expected.
    .todo = Try again later, or ask the administrator of the server.
    .page = Load the page again in a minute, and do the last step again if it is not there. If this lasts, tell the administrator of this server.
driver-away = The server of the store { $store } cannot be reached, or the connection was lost ({ $code }).
    .expected = A running server that accepts this name and password was expected.
    .todo = Check that it runs and that the address is right, then do the last step again.
    .page = Load the page again in a minute, and do the last step again if it is not there. If this lasts, tell the administrator of this server.
driver-conflict = The store { $store } refused a row that conflicts with stored rows ({ $code }).
    .expected = No conflicting change by somebody else was expected.
    .todo = Check the current data, then do the last step again.
character-not-kept = A text contains { $character }, which databases cannot store.
    .expected = Valid text was expected, without NUL (U+0000) and without halves of surrogate pairs (U+D800 to U+DFFF).
    .todo = Remove it from the input. Often the file was truncated, or read in the wrong encoding.
driver-other = The database of the store { $store } refused a step ({ $code }).
    .expected = A database that works as this version of Aloi expects was expected.
    .todo = Do the last step again; if it fails again, run `aloi check` and report this code.
    .page = Do the last step again; if it fails again, check the store (Backup and check) and report this code.
driver-damaged = The store { $store } is damaged: a part of it cannot be read ({ $code }).
    .expected = A database as written by Aloi was expected.
    .todo = Do not change it. Create a store from a backup, `aloi restore FILE --store URL`, or from its readable rows, `aloi salvage FILE --store URL`.
    .page = Do not change it, and tell the administrator of this server. A store can be created from a backup or from its readable rows.
driver-none = The store { $store } cannot be opened: it is not a database, or its start is damaged.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
tables-damaged =
    The store { $store } is damaged: { $tables-count ->
        [0] { $fault }
       *[other] the tables { $tables } cannot be read
    }.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
store-needs-driver-not-here = The store { $render_as_string } needs a driver that is not installed: { $error }.
    .expected = A database URL such as sqlite:///aloi-data/aloi.db was expected, or an installed driver.
    .todo = Correct --store, ALOI_STORE or aloi.toml, or install the driver: pip install "aloi[postgresql]".
    .page = Tell the administrator of this server.
worker-ended-times-while-did =
    The worker stopped { $attempts ->
        [one] { $attempts } time
       *[other] { $attempts } times
    } during this job.
    .expected = A worker that runs until the job is finished was expected. Usually it ran out of memory.
    .todo = Read what the worker wrote to standard error, free memory or request less at once, and start it again.

## aloi/storage/answers

answer-late =
    { $why ->
        [closed] The round was closed before your answer came.
        [full] This item was given to others, who gave all the answers it needs before yours came.
       *[lease] This item was handed to somebody else before your answer came.
    }
    .expected = Your answer is kept, but it counts only if a manager accepts it.
    .todo = You need not do anything: continue with the next item, if there is one.
changed-meanwhile = You have answered or skipped this item elsewhere since this page was loaded.
    .expected = A page that shows what is stored was expected.
    .todo = Compare both, and choose the one to keep.
schema-changed = The schema has changed since this answer was checked.
    .expected = An answer checked with the current version was expected.
    .todo = Reload the page, and answer the item again.
