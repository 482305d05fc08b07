## storage

driver-full = The store { $store } cannot be written: its disk, or the limit set for it, is full.
    .expected = Room for what is to be stored was expected.
    .todo = Free some room or move the store to a larger disk, then do the last step again.
driver-locked = The store { $store } is held by another program.
    .expected = A store that is free within ten seconds was expected.
    .todo = Wait until the other program is done, or end it, then do the last step again.
driver-closed = The store { $store } cannot be opened or written ({ $code }).
    .expected = A database that Aloi may read and write was expected, in a folder where it may make files.
    .todo = Check the path and its permissions, or name another store.
driver-disk = The disk of the store { $store } failed to read or write ({ $code }).
    .expected = A working disk with room left was expected.
    .todo = Check the disk, run `aloi check`, then do the last step again.
driver-busy = The server of the store { $store } has no memory or connection left ({ $code }).
    .expected = A server that takes another connection was expected.
    .todo = Try again later, or ask who runs the server.
driver-away = The server of the store { $store } cannot be reached, or the connection was lost ({ $code }).
    .expected = A running server that takes this name and password was expected.
    .todo = Check that it runs and that the address is right, then do the last step again.
driver-conflict = The store { $store } refused a row that contradicts those it holds ({ $code }).
    .expected = Nothing that somebody else stored meanwhile was expected.
    .todo = Look again at what is there, then do the last step again.
driver-other = The database of the store { $store } refused a step ({ $code }).
    .expected = A database that works as this version of Aloi expects was expected.
    .todo = Do the last step again; if it is refused again, run `aloi check` and report this code.
driver-damaged = The store { $store } is damaged: a part of it cannot be read ({ $code }).
    .expected = A database as Aloi left it was expected.
    .todo = Keep it as it is and make a store from a backup: `aloi restore FILE --store URL`.
driver-none = The store { $store } cannot be opened: it is no database, or its start is damaged.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
tables-damaged =
    The store { $store } is damaged: { $tables-count ->
        [0] { $fault }
       *[other] the tables { $tables } cannot be read
    }.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
