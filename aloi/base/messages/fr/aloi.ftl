## aloi

no-called = Nom inconnu ({ $value }) : { $name }.
    .expected =
        { $known-count ->
            [0] Il n’y en a encore aucun.
           *[other] L’un de ceux-ci était attendu : { $known }.
        }
    .todo =
        { $has_near ->
            [True] Vouliez-vous dire { $near } ?
           *[False] Vérifiez l’orthographe.
        }
text-several-lines = { $name } : le texte { $wrong } a plusieurs lignes.
    .expected = Des phrases d’une ligne chacune étaient attendues.
    .todo = Remplacez les retours à la ligne par des espaces.
cannot-read = Impossible de lire { $path } : { $error }.
    .expected = Un fichier TOML en UTF-8 était attendu.
    .todo = Corrigez cette ligne.
settings-sets = { $path } règle { $name }.
    .expected = L’un de ces noms était attendu : { $names }.
    .todo = Corrigez ou retirez cette ligne.
settings-gives-text-not = { $value } donne { $value_2 } pour { $name }.
    .expected = Un texte qui n’est pas vide était attendu.
    .todo = Corrigez cette valeur.
settings-gives = { $value } donne { $value_2 } pour { $name }.
    .expected = Un nombre entier de { $low } à { $high } était attendu.
    .todo = Corrigez cette valeur.
settings-gives-no-list = { $value } donne { $value_2 } pour { $name }.
    .expected = { $name ->
        [proxies] Des adresses IP ou des réseaux comme 10.0.0.0/8, séparés par des virgules, étaient attendus.
       *[other] Des adresses comme https://aloi.example.org, séparées par des virgules, étaient attendues.
    }
    .todo = Corrigez cette valeur.
no-store-at = Il n’y a pas d’entrepôt à { $value }.
    .expected = Le fichier d’un entrepôt, ou son adresse, était attendu.
    .todo = Vérifiez le chemin ; `aloi serve` et `aloi demo` créent un entrepôt.
extra-missing = Le paquet { $package } n’est pas installé.
    .expected = L’extra { $extra } d’Aloi, qui l’installe, était attendu.
    .todo = Installez-le : pip install "aloi[{ $extra }]".
    .page = Demandez à l’administrateur de ce serveur d’installer l’extra { $extra }.
tables-type = { $name } est du type { $table_name }.
    .expected = Un chemin, un DataFrame de pandas ou une table de pyarrow était attendu.
    .todo = Convertissez-le en l’un de ceux-ci.

## aloi/base/requests

request-file-no-table = { $path } ne contient aucun champ.
    .expected = Les noms et les valeurs des champs d’une demande étaient attendus.
    .todo = Écrivez un objet, comme { "{" }"seed": 1{ "}" }.
request-no-object = La demande est { $value }.
    .expected = Un objet avec les champs d’une demande était attendu.
    .todo = Écrivez un objet, comme { "{" }"seed": 1{ "}" }.
field-missing = { $field } manque.
    .expected = Une valeur était attendue{ $has_example ->
        [True] , comme { $example }
       *[False] { "" }
    }.
    .todo = Indiquez-la.
field-unknown = Aucun champ ne s’appelle { $name }.
    .expected = Voici les champs existants : { $fields }.
    .todo =
        { $has_near ->
            [True] Vouliez-vous dire { $near } ?
           *[False] Corrigez-le ou supprimez-le.
        }
field-type = { $field } vaut { $value }.
    .expected =
        { $kind ->
            [text] Un texte était attendu.
            [flag] true ou false était attendu.
            [whole] Un nombre entier était attendu.
            [number] Un nombre était attendu.
            [day] Une date comme 2026-12-01 était attendue.
            [path] Un chemin était attendu.
            [list] Une liste était attendue.
            [entries] Un nom et sa valeur, reliés par =, étaient attendus.
            [once] Chaque nom était attendu une seule fois.
            [several] Un autre nombre de valeurs, séparées par des virgules, était attendu.
           *[form] Une autre forme était attendue.
        }{ $words-count ->
            [0] { "" }
           *[other] {" "}Ou l’un de ces mots : { $words }.
        }
    .todo =
        { $has_example ->
            [True] Écrivez comme dans { $example }.
           *[False] Corrigez cette valeur.
        }
field-choice = { $field } vaut { $value }.
    .expected = L’une de ces valeurs était attendue : { $choices }.
    .todo =
        { $has_near ->
            [True] Vouliez-vous dire { $near } ?
           *[False] Choisissez l’une d’elles.
        }
field-range = { $field } vaut { $value }.
    .expected =
        { $bounds ->
            [low] Un nombre d’au moins { $low } était attendu.
            [high] Un nombre d’au plus { $high } était attendu.
           *[both] Un nombre de { $low } à { $high } était attendu.
        }
    .todo = Corrigez ce nombre.
field-no-file = { $field } vaut { $path } : il n’y a pas de tel fichier ou dossier.
    .expected = Un chemin existant était attendu.
    .todo = Vérifiez le chemin.
field-pairs = { $field } a été donné { $keys } fois, { $other } { $values } fois.
    .expected = Un { $other } pour chaque { $field }, et chaque nom une seule fois, étaient attendus.
    .todo = Écrivez-les par paires.
fields-none = Aucun de ces champs n’a été donné : { $fields }.
    .expected = L’un d’eux était attendu.
    .todo = Choisissez l’un d’eux.
fields-conflict = Ces champs ont été donnés ensemble : { $fields }.
    .expected = L’un d’eux au plus était attendu.
    .todo = Supprimez les autres.

## aloi/records

record = Ce n’est pas un { $kind } valide : { $wrong }.
    .expected = Tous les champs, avec leurs types, étaient attendus.
    .todo = Corrigez-le, ou restaurez le fichier.
disk-full =
    { $named ->
        [True] { $path } ne peut pas être écrit : le disque est plein.
       *[other] Un fichier ne peut pas être écrit : le disque est plein.
    }
    .expected = Assez de place sur le disque était attendu.
    .todo = Faites de la place sur ce disque, puis recommencez.
system-refused =
    { $named ->
        [True] { $path } ne peut pas être utilisé : { $reason }.
       *[other] Le système d’exploitation a refusé l’opération : { $reason }.
    }
    .expected = Il fallait un fichier ou un dossier que ce compte puisse utiliser.
    .todo = Vérifiez le chemin et ses droits, puis recommencez.

## Familles : ce qui change d’un emploi à l’autre est une valeur ; un terme peut remplacer `expected` et `todo`

value = { $name } : { $value } n’est pas valable.
    .expected = Attendu : { $expected }.
    .todo = Corrigez cette valeur.
no-content = { $path } ne contient { $content }.
    .expected = Il en fallait au moins un.
    .todo = Vérifiez que c’est le bon fichier.
repeated = { $name } { $value } figure deux fois.
    .expected = Chaque nom ou valeur était attendu une seule fois.
    .todo = Supprimez ou renommez l’un des deux.
wrong-kind = { $name } : le type { $kind } ne convient pas.
    .expected = Attendu : { $expected }.
    .todo = Choisissez d’autres données.
too-few = Nombre insuffisant ({ $name }) : { $count }.
    .expected = Attendu : au moins { $least }.
    .todo = Ajoutez-en, ou choisissez d’autres données.
missing = { $name } : il manque { $missing }.
    .expected = Attendu : { $missing }.
    .todo = Complétez.
not-finite = { $name } : NaN ou infini.
    .expected = Un nombre fini était attendu.
    .todo = Corrigez ou excluez cette valeur.
spacy-model = Le modèle spaCy { $model } ne peut pas être chargé : { $error }.
    .expected = spaCy et un modèle de la langue étaient attendus, par exemple fr_core_news_md.
    .todo =
        Installez-les : pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }. Ou choisissez un autre modèle ou une autre méthode.
    .page = Choisissez un autre modèle ou une autre méthode, ou demandez à l’administrateur de ce serveur de l’installer.
too-many = Nombre trop élevé ({ $name }) : { $count }.
    .expected = Attendu : au plus { $most }.
    .todo = Retirez-en.
cannot-write = { $path } ne peut pas être écrit : { $error }.
    .expected = Un fichier ou dossier que l’on peut créer ou écrire était attendu.
    .todo = Choisissez un autre chemin, ou changez ses droits.
suffix = { $path } se termine par { $suffix }, qui n’est pas pris en charge.
    .expected = Un fichier qui se termine par { $suffixes } était attendu.
    .todo = Enregistrez-le dans l’un de ces formats, avec ce suffixe.
no-file = Il n’y a ni fichier ni dossier { $path }.
    .expected = Le chemin d’un fichier ou d’un dossier était attendu.
    .todo = Vérifiez le chemin.
not-json = { $path } n’est pas du JSON : { $error }.
    .expected = Du JSON valide était attendu.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
unreadable = { $path } ne peut pas être lu comme { $format } : { $error }.
    .expected = Un fichier complet et inchangé était attendu.
    .todo = Vérifiez le chemin, ou écrivez de nouveau le fichier.
no-column = { $table } n’a pas de colonne { $missing } ; ses colonnes sont { $columns }.
    .expected = Attendu : { $expected }.
    .todo = Nommez les colonnes à lire, ou corrigez l’en-tête.
line = { $value } n’a pas la forme attendue.
    .expected = Attendu : { $expected }.
    .todo = Corrigez la ligne, ou exportez de nouveau le fichier.
cell = la colonne { $column } contient { $value }.
    .expected = Attendu : { $expected }.
    .todo = Corrigez la cellule, ou choisissez une autre colonne.
all-equal = { $name } : { $count } valeurs, toutes égales à { $value }.
    .expected = Des valeurs qui varient étaient attendues : un modèle ne s’entraîne pas sur une seule.
    .todo = Choisissez d’autres données.
checksum = { $path } a la somme de contrôle { $checksum }.
    .expected = Attendu : { $recorded }.
    .todo = Restaurez le fichier, ou créez-le de nouveau.
package-missing = Le paquet { $package } n’est pas installé.
    .expected = Il faut ce paquet pour { $purpose }.
    .todo = Installez-le : { $command }.
    .page = Choisissez une autre option, ou demandez à l’administrateur de ce serveur de l’installer.
not-found = { $kind } { $name } n’existe pas.
    .expected = Un nom ou un identifiant existant était attendu.
    .todo = Vérifiez l’orthographe, ou créez-le d’abord.
    .page = Rechargez la page : la liste a peut-être changé.
not-listed = { $kind } { $name } n’existe pas.
    .expected =
        { $known-count ->
            [0] Il n’y en a encore aucun.
           *[other] L’un de ceux-ci était attendu : { $known }.
        }
    .todo = Vérifiez l’orthographe, ou créez-le d’abord.
matches = Nombre de { $kind } qui correspondent à { $name } : { $count }.
    .expected =
        { $known-count ->
            [0] Il n’y en a encore aucun.
           *[other] Exactement un était attendu, parmi : { $known }.
        }
    .todo = Précisez le nom ou l’identifiant.
exists = { $name } existe déjà.
    .expected = Un nom encore libre était attendu.
    .todo = Choisissez un autre nom.
only-one = C’est le seul compte de ce rôle : { $role }.
    .expected = Il doit en rester au moins un.
    .todo = Donnez d’abord ce rôle ({ $role }) à quelqu’un d’autre, ou adressez-vous à un administrateur.
not-allowed = Seul { $role } peut faire cela.
    .expected = Ce rôle était attendu.
    .todo = Adressez-vous à { $role }.
in-use = { $name } est en usage : { $uses }.
    .expected = Attendu : { $expected }.
    .todo = Choisissez autre chose.
differ = { $name } : il y a des différences ({ $differences }).
    .expected = Attendu : { $expected }.
    .todo = Corrigez l’un des deux.
closed = { $name } n’est plus modifiable : c’est clos.
    .expected = Attendu : { $expected }.
    .todo = Demandez sa réouverture au gestionnaire de la campagne.
no-change = { $name } : rien ne changerait.
    .expected = Attendu : { $expected }.
    .todo = Changez une valeur, ou gardez l’existant.
not-for = { $name } : sans objet pour { $data }.
    .expected = Attendu : { $expected }.
    .todo = Omettez cette option, ou choisissez d’autres données.
task-not-installed = La tâche { $task } n’est pas installée.
    .expected =
        { $package ->
            [unknown] Le paquet qui ajoute cette tâche était attendu.
           *[other] Le paquet { $package }, qui ajoute cette tâche, était attendu.
        }
    .todo = Installez-le dans l’environnement d’Aloi, puis redémarrez les pages et les exécuteurs.
    .page = Demandez à l’administrateur de ce serveur de l’installer.
