## terminal

nul-byte = Une option ou un argument contient un caractère NUL.
    .expected = Des noms, des nombres et des noms de fichiers sans ce caractère étaient attendus.
    .todo = Écrivez la commande sans ce caractère.
not-utf-8-byte = { $name } n’est pas en UTF-8 (octet { $start }).
    .expected = Un fichier de texte en UTF-8 était attendu.
    .todo = Enregistrez-le en UTF-8.
store-use-holds-people-or = L’entrepôt { $url } sert déjà : il contient des personnes ou des campagnes.
    .expected = Un entrepôt vide était attendu pour la démonstration.
    .todo = Nommez-en un autre avec --store, ou ne donnez pas --store.
serve-store = L’entrepôt est { $url }.
    .expected = Un entrepôt dans un fichier SQLite était attendu.
    .todo = Nommez-en un avec --store sqlite:///dossier/aloi.db.

## aloi/terminal/imports

substitutes-come-neither-from = Ni un tableau ni --gold seul n’est donné.
    .expected = Un tableau avec --corpus, ou --gold seul, était attendu.
    .todo = Donnez l’un des deux.
source-stands-time-target-aln =
    --source est donné { $sources ->
        [one] { $sources } fois
       *[other] { $sources } fois
    }, --target { $targets } et --aln { $files }.
    .expected = Le même nombre de chacun était attendu.
    .todo = Nommez les trois fichiers de chaque jeu.

## aloi/terminal/models


## aloi/terminal/rounds

suspect = --suspect vaut { $text }.
    .expected = Deux identifiants de phrases séparés par une virgule étaient attendus.
    .todo = Copiez-les des colonnes left_id et right_id du tirage.
accept-came-without-by = --accept est donné sans --by.
    .expected = Le nom de la personne qui accepte était attendu.
    .todo = Ajoutez --by NOM.
result-exclude-came-together =
    { $has_exclude ->
        [True] --result et --exclude sont donnés ensemble.
       *[False] Il n’y a ni --result ni --exclude.
    }
    .expected = L’un des deux était attendu.
    .todo = Donnez la forme pour la référence, ou excluez la réponse.
both-file-ready-given =
    { $has_ready ->
        [True] FILE et --ready ont été donnés tous les deux.
       *[False] Ni FILE ni --ready n’a été donné.
    }
    .expected = L’un d’eux était attendu.
    .todo = Nommez un fichier Markdown, ou choisissez le guide tout prêt.
campaign-no-guideline-version =
    La campagne { $name } n’a pas de { $has_version ->
        [True] version { $version } de son guide
       *[False] guide
    }.
    .expected =
        Ses versions sont : { $versions-count ->
            [0] encore aucune
           *[other] { $versions }
        }.
    .todo = Nommez l’une d’elles, ou ajoutez-en une : `aloi guideline add`.

## aloi/studies, commands

data-sets-called = Les jeux de données s’appellent { $names }.
    .expected = Un nom unique pour chacun était attendu.
    .todo = Renommez l’un des fichiers qui ont le même nom.
corpora-named = Nombre de corpus nommés : { $sources }.
    .expected = Un seul était attendu.
    .todo = Donnez --texts pour lire des fichiers.
runs-named =
    { $names ->
        [one] { $names } exécution est nommée
       *[other] { $names } exécutions sont nommées
    }.
    .expected = Deux étaient attendues, ou aucune.
    .todo = Nommez-en une de chaque protocole.

mapping-written = { $option } a été donné ainsi : { $text }.
    .expected = ANCIENNE=NOUVELLE était attendu ; pour une étiquette à scinder, ANCIENNE=NOUVELLE,NOUVELLE.
    .todo = Corrigez-le.
