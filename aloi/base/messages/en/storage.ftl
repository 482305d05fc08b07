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
move-not-empty = The store { $store } already contains rows in { $tables }.
    .expected = An empty store was expected: a database without tables, or one that nobody has used.
    .todo = Name another database.
move-unlike = The store { $store } returned other rows than were written, in { $tables }; nothing was stored there.
    .expected = The same rows with the same checksums were expected.
    .todo = Run `aloi check` on the store that was to be moved, then report these tables.
    .page = Check the store that was to be moved (Backup and check), then report these tables.
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
store-on = The store is on { $name }.
    .expected = A store in a SQLite file was expected.
    .todo = Use the backup program of that server, such as pg_dump.
archive-none = { $path } is not an archive of a campaign.
    .expected = A file that Aloi wrote as an archive was expected.
    .todo = Name that file.
archive-cut = { $path } is the archive of a campaign, and its end is missing.
    .expected = The complete file that Aloi wrote was expected.
    .todo = Copy it once more from the original; nothing was stored.
archive-changed = { $path } was changed: its checksum differs.
    .expected = An archive with every byte as Aloi wrote it was expected.
    .todo = Copy it once more from the original; nothing was stored.
archive-later = { $path } is an archive of version { $version }, written by { $program }.
    .expected = An archive of version { $own_version } or earlier was expected; this is aloi { $own }.
    .todo = Import it with a newer version of Aloi; nothing was stored.
archive-unsound = { $path }: its part { $part } has unexpected content.
    .expected = Rows whose ids and checksums are those of their content were expected.
    .todo = Write the archive again from a store that passes `aloi check`; nothing was stored.
    .page = Write the archive again from a store that passes the integrity check; nothing was stored.
copy-changed = { $path } was changed: its checksum differs.
    .expected = A copy with every byte as it was written was expected.
    .todo = Copy it once more from the original, or take another copy.
store-needs-driver-not-here = The store { $render_as_string } needs a driver that is not installed: { $error }.
    .expected = A database URL such as sqlite:///aloi-data/aloi.db was expected, or an installed driver.
    .todo = Correct --store, ALOI_STORE or aloi.toml, or install the driver: pip install "aloi[postgresql]".
    .page = Tell the administrator of this server.
store-given-as = The store is given as { $url }.
    .expected = A database URL such as sqlite:///aloi-data/aloi.db was expected.
    .todo = Correct --store, ALOI_STORE or aloi.toml.
    .page = Tell the administrator of this server.
store-at-sign = The store is given as { $url }, with more than one @.
    .expected = One @ was expected, before the name of the machine.
    .todo = Write %40 for each @ of a user or a password, in --store, ALOI_STORE or aloi.toml.
    .page = Tell the administrator of this server.
folder-store-cannot-made = The folder { $folder } for the store cannot be made: { $strerror }.
    .expected = A folder Aloi may write to was expected.
    .todo = Check the path, its permissions and the space on the disk, or name another store.
store-written-by-another-version = The store was written by another version of Aloi: { $error }.
    .expected = A store of revision { $head } or older was expected.
    .todo = Open it with the version of Aloi that wrote it.
migrations-of-another-version = The folder { $path } contains migrations of another version of Aloi, which lead to { $heads }; the store was not changed.
    .expected = Only the migrations of this version were expected, which lead to { $head }.
    .todo = Delete that folder, which has files of an older installation, and install Aloi again.
no-gold-id = No gold has the id { $gold_id }.
    .expected = The id of a frozen gold was expected.
    .todo = Freeze it first.
campaign-release-already = The campaign has a release { $version } already.
    .expected = A new version was expected: a release never changes.
    .todo = Give it another version.
releases-answer =
    { $same ->
        [0] No
       *[other] { $same }
    } releases match { $ref }.
    .expected =
        One of these was expected: { $value-count ->
            [0] there is none yet
           *[other] { $value }
        }.
    .todo = Name the campaign too, as campaign:version.
worker-ended-times-while-did =
    The worker stopped { $attempts ->
        [one] { $attempts } time
       *[other] { $attempts } times
    } during this job.
    .expected = A worker that runs until the job is finished was expected. Usually it ran out of memory.
    .todo = Read what the worker wrote to standard error, free memory or request less at once, and start it again.
no-job-id = No job has the id { $job_id }.
    .expected = An existing job was expected.
    .todo = Start it again.
aloi-administrator-already = This Aloi has an administrator already.
    .expected = The first account was expected.
    .todo = Sign in, or ask an administrator for a link.
no-person-called = No person is called { $ref }.
    .expected =
        One of these was expected: { $pseudonyms-count ->
            [0] nobody yet
           *[other] { $pseudonyms }
        }.
    .todo = Check the spelling, or add the person first.
link-used-already-or-too = This link was used, was cancelled, or has expired.
    .expected = An unused link was expected.
    .todo = Ask a manager for a new one.
somebody-called-or-already = Somebody is already called { $name } or { $chosen }.
    .expected = A name and a pseudonym not used yet were expected.
    .todo = Choose another name.
no-person-id = No person has the id { $person_id }.
    .expected = An existing person was expected.
    .todo = Check the id.
person-erased = The name of this person was erased.
    .expected = A person with an account was expected.
    .todo = Invite them as a new person: earlier answers stay under their pseudonym.
only-administrator = This is the only administrator.
    .expected = At least one administrator who can sign in was expected.
    .todo = Make another person an administrator first.
administrators-only = Only an administrator of the store can do this.
    .expected = An administrator was expected.
    .todo = Ask an administrator of this Aloi.
managers-only = Only a manager can do this.
    .expected = A manager of the campaign, or an administrator, was expected.
    .todo = Ask a manager of the campaign.
corpus-of-others = The corpus is also used by a campaign that you do not manage.
    .expected = A corpus of your own campaigns only was expected.
    .todo = Ask an administrator of this Aloi.
member-role = { $role } is not a role in a campaign.
    .expected = One of { $roles } was expected.
    .todo = Choose one of these roles.
no-member = This person is not a member of the campaign.
    .expected = A member of the campaign was expected.
    .todo = See the members of the campaign.
only-manager-of-campaign = This is the only manager of the campaign.
    .expected = At least one manager was expected to remain.
    .todo = Make another member a manager first, or ask an administrator.

## aloi/storage/answers

round-closed = This round is closed.
    .expected = An open round was expected: answers no longer change once it is closed.
    .todo = Ask a manager to open it again.
item-given-others-meanwhile-all = This item was given to others meanwhile and has all the answers it needs.
    .expected = An item that still needs an answer was expected.
    .todo = Continue with the next item.
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
no-late-answer = No late answer of this round has the id { $events }.
    .expected = Ids of late answers of this round were expected.
    .todo = List them: aloi round late list.
    .page = Load the page again: it may already be decided.
late-taken-already =
    { $events-count ->
        [one] The late answer { $events } was already accepted.
       *[other] The late answers { $events } were already accepted.
    }
    .expected = Late answers that do not count yet were expected.
    .todo = Leave it as it is; an adjudicator can decide against it.
item-not-among-yours-round = This item is not one of your items in this round.
    .expected = An item assigned to you was expected.
    .todo = Reload the page.
campaign-called-already = A campaign is already called { $name }.
    .expected = A name not used yet was expected.
    .todo = Choose another name.
no-campaign-called = No campaign is called { $ref }.
    .expected =
        One of these was expected: { $names-count ->
            [0] there is none yet
           *[other] { $names }
        }.
    .todo = Check the name, or start the campaign first.
round-opened-meanwhile = Round { $number } was opened in the meantime.
    .expected = Round { $last } was expected.
    .todo = Reload the rounds, then open another one.
no-round-id = No round has the id { $round_id }.
    .expected = An existing round was expected.
    .todo = Reload the rounds.
nothing-among-id = No entry of the { $name } has the id { $its_id }.
    .expected = An existing id was expected.
    .todo = Reload the { $name }.
round-no-items = The round has no items.
    .expected = At least one item was expected.
    .todo = Choose items, or mine some first.
campaigns-no-item-id = No item has the id { $missing }.
    .expected = Stored items were expected.
    .todo = Choose among the items of the corpus.
answer-about-item-which-not = An answer is about the item { $item_id }, which is not in this round.
    .expected = One of the { $items } items of the round was expected.
    .todo = Import into the round the answers belong to.
answer-given-by-who-not = An answer is by the unknown annotator { $annotator_id }.
    .expected = An existing annotator was expected.
    .todo = Add the person first.
item-would-get-answers =
    Item { $item } would get { $taken ->
        [one] { $taken } answer
       *[other] { $taken } answers
    }.
    .expected =
        At most { $wanted ->
            [one] { $wanted } was
           *[other] { $wanted } were
        } expected: the round needs no more per item.
    .todo = Import into a round with a larger overlap, or exclude the surplus answers.

## aloi/storage/texts

corpus-called-holds-other-texts = A corpus called { $name } contains other texts.
    .expected = A name not used yet was expected.
    .todo = Choose another name: a corpus does not change once it is imported.
no-corpus-called = No corpus is called { $ref }.
    .expected =
        One of these was expected: { $names-count ->
            [0] none yet
           *[other] { $names }
        }.
    .todo = Check the name, or import the corpus first.
no-corpus-id = No corpus has the id { $corpus_id }.
    .expected = An existing corpus was expected.
    .todo = Import the corpus first.
corpora-no-item-id = No item has the id { $missing }.
    .expected = The id of a stored item was expected.
    .todo = Check the id.
full-text-table-terminologies = The full-text table of terminologies cannot be made: { $orig }.
    .expected = A Python whose SQLite includes FTS5 was expected, such as one from python.org.
    .todo = Use another Python, or a store on PostgreSQL.
terminology-no-concept = The terminology has no concept { $concept_id }.
    .expected = The id of one of its concepts was expected.
    .todo = Check the spelling, or search for a name.
no-terminology = There is no terminology { $asked }.
    .expected =
        One of these was expected: { $value-count ->
            [0] none yet
           *[other] { $value }
        }.
    .todo = Check the name, or import the terminology first.
terminology-would-hold-no-name = The terminology { $name } would have no name.
    .expected = At least one concept with a name was expected.
    .todo = Check the file, and the languages and vocabularies requested.
terminology-called-holds-other = A terminology called { $name } contains other names.
    .expected = A name not used yet was expected: a terminology does not change once it is imported.
    .todo = Choose another name, or remove that terminology first.
name-taken = The name { $name } is already used.
    .expected = A unique name was expected; archived names count too.
    .todo = Choose another name.
