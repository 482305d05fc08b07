## storage

driver-full = On ne peut pas écrire dans l’entrepôt { $store } : son disque, ou la limite qui lui est fixée, est plein.
    .expected = Assez de place sur le disque était attendu.
    .todo = Libérez de la place ou déplacez l’entrepôt sur un disque plus grand, puis refaites la dernière étape.
    .page = Demandez à l’administrateur de ce serveur de libérer de la place, puis rechargez la page, et refaites la dernière étape si elle n’y est pas.
driver-locked = L’entrepôt { $store } est verrouillé par un autre programme.
    .expected = Un entrepôt libre dans les dix secondes était attendu.
    .todo = Attendez que l’autre programme ait fini, ou arrêtez-le, puis refaites la dernière étape.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas.
driver-closed = On ne peut ni ouvrir ni écrire l’entrepôt { $store } ({ $code }).
    .expected = Une base de données qu’Aloi peut lire et écrire était attendue, dans un dossier où il peut créer des fichiers.
    .todo = Vérifiez le chemin et ses droits, ou nommez un autre entrepôt.
    .page = Prévenez l’administrateur de ce serveur, puis rechargez la page, et refaites la dernière étape si elle n’y est pas.
driver-disk = Le disque de l’entrepôt { $store } n’a pas pu lire ou écrire ({ $code }).
    .expected = Un disque en état, avec de la place libre, était attendu.
    .todo = Vérifiez le disque, lancez `aloi check`, puis refaites la dernière étape.
    .page = Demandez à l’administrateur de ce serveur de vérifier le disque, contrôlez l’entrepôt (Sauvegarde et contrôle), puis refaites la dernière étape.
file-missing = { $path } a été déplacé ou supprimé pendant que l’entrepôt était utilisé. Rien n’a été enregistré.
    .expected = Les fichiers de l’entrepôt { $store } étaient attendus là où ils ont été ouverts.
    .todo = Remettez le même fichier à sa place (`mv`, pas une copie), ou arrêtez Aloi, mettez-y un entrepôt ou une sauvegarde restaurée, puis relancez Aloi.
    .page = Prévenez l’administrateur de ce serveur. Rechargez la page plus tard, et refaites la dernière étape si elle n’y est pas.
file-replaced = { $path } a été remplacé par un autre fichier pendant que l’entrepôt était utilisé. Rien n’a été enregistré.
    .expected = { file-missing.expected }
    .todo = { file-missing.todo }
    .page = { file-missing.page }
file-open-elsewhere = L’entrepôt { $store } a été déplacé, supprimé ou remplacé pendant que d’autres programmes l’ont ouvert.
    .expected = Les fichiers que ces programmes ont ouverts étaient attendus.
    .todo = Arrêtez le serveur, les workers et les autres commandes de cet entrepôt, puis refaites la dernière étape.
    .page = { file-missing.page }
driver-busy = Le serveur de l’entrepôt { $store } n’a plus de mémoire ou de connexion libre ({ $code }).
    .expected = Un serveur qui accepte une connexion de plus était attendu.
    .todo = Réessayez plus tard, ou adressez-vous à l’administrateur du serveur.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas. Si cela dure, prévenez l’administrateur de ce serveur.
driver-away = Le serveur de l’entrepôt { $store } est inaccessible, ou la connexion a été perdue ({ $code }).
    .expected = Un serveur en marche, qui accepte ce nom et ce mot de passe, était attendu.
    .todo = Vérifiez qu’il tourne et que l’adresse est juste, puis refaites la dernière étape.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas. Si cela dure, prévenez l’administrateur de ce serveur.
driver-conflict = L’entrepôt { $store } a refusé une ligne incompatible avec celles qu’il contient ({ $code }).
    .expected = Aucune modification incompatible par quelqu’un d’autre n’était attendue.
    .todo = Vérifiez les données actuelles, puis refaites la dernière étape.
character-not-kept = Un texte contient { $character }, que les bases de données ne peuvent pas enregistrer.
    .expected = Un texte valide était attendu, sans NUL (U+0000) ni moitié de paire de substitution (U+D800 à U+DFFF).
    .todo = Retirez-le des données. Souvent, le fichier a été coupé, ou lu dans un mauvais encodage.
driver-other = La base de données de l’entrepôt { $store } a refusé une étape ({ $code }).
    .expected = Une base de données compatible avec cette version d’Aloi était attendue.
    .todo = Refaites la dernière étape ; si elle échoue encore, lancez `aloi check` et signalez ce code.
    .page = Refaites la dernière étape ; si elle échoue encore, contrôlez l’entrepôt (Sauvegarde et contrôle) et signalez ce code.
driver-damaged = L’entrepôt { $store } est endommagé : une partie n’est plus lisible ({ $code }).
    .expected = Une base de données telle qu’Aloi l’a écrite était attendue.
    .todo = Ne le modifiez pas. Créez un entrepôt à partir d’une sauvegarde, `aloi restore FICHIER --store URL`, ou de ses lignes lisibles, `aloi salvage FICHIER --store URL`.
    .page = Ne le modifiez pas, et prévenez l’administrateur de ce serveur. Une sauvegarde ou les lignes encore lisibles permettent de recréer un entrepôt.
driver-none = On ne peut pas ouvrir l’entrepôt { $store } : ce n’est pas une base de données, ou son début est endommagé.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
tables-damaged =
    L’entrepôt { $store } est endommagé : { $tables-count ->
        [0] { $fault }
       *[other] les tables { $tables } ne sont plus lisibles
    }.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
store-needs-driver-not-here = L’entrepôt { $render_as_string } demande un pilote qui n’est pas installé : { $error }.
    .expected = L’adresse d’une base de données comme sqlite:///aloi-data/aloi.db était attendue, ou un pilote installé.
    .todo = Corrigez --store, ALOI_STORE ou aloi.toml, ou installez le pilote : pip install "aloi[postgresql]".
    .page = Prévenez l’administrateur de ce serveur.
worker-ended-times-while-did =
    L’exécuteur s’est arrêté { $attempts } fois pendant ce travail.
    .expected = Un exécuteur qui fonctionne jusqu’à la fin du travail était attendu. En général, il a manqué de mémoire.
    .todo = Lisez ce que l’exécuteur a écrit sur la sortie d’erreur, libérez de la mémoire ou demandez moins à la fois, puis relancez.

## aloi/storage/answers

answer-late =
    { $why ->
        [closed] Le tour a été clos avant l’arrivée de votre réponse.
        [full] Cet item a été donné à d’autres, qui ont fourni toutes les réponses voulues avant l’arrivée de la vôtre.
       *[lease] Cet item a été confié à quelqu’un d’autre avant l’arrivée de votre réponse.
    }
    .expected = Votre réponse est conservée, mais ne compte que si elle est acceptée par le gestionnaire de la campagne.
    .todo = Continuez avec l’item suivant.
changed-meanwhile = Vous avez répondu à cet item, ou l’avez passé, ailleurs depuis l’affichage de cette page.
    .expected = Une page à jour était attendue.
    .todo = Comparez les deux, et choisissez celle à garder.
schema-changed = Le schéma a changé depuis la vérification de cette réponse.
    .expected = Une réponse vérifiée avec la version en vigueur était attendue.
    .todo = Rechargez la page, et répondez de nouveau à cet item.
