## aloi/gold/formats

blank-text = Le texte de l’item { $id } ne contient que des espaces, que les outils d’annotation ne montrent pas.
    .expected = Des textes avec au moins un caractère visible étaient attendus.
    .todo = Retirez-la de la référence, ou choisissez un autre format.
label-studio-config = { $name } n’est pas la configuration d’annotation d’un export d’Aloi : aucun contrôle { $control } pour les lignes.
    .expected = Les fichiers non modifiés d’un même export étaient attendus.
    .todo = Exportez à nouveau la version ; importez un projet de Label Studio avec aloi import.
mteb-one-part = Une tâche MTEB du type { $kind } ne peut pas être créée : { $part } est le jeu d’entraînement, et il ne reste aucun jeu pour l’évaluation.
    .expected = Au moins deux jeux étaient attendus ; pour des mentions, avec les mêmes concepts dans les deux.
    .todo = Construisez la version avec les jeux train et test, ou choisissez un autre format.
folder-holds-which-not-part = Le dossier { $folder } contient { $value }, qui ne fait pas partie de cet export.
    .expected = Un dossier vide, ou un export antérieur des mêmes jeux, était attendu.
    .todo = Choisissez un autre dossier, ou retirez ce fichier.

## aloi/gold/formats/labels

text-or-id-empty-or = { $where } : le texte ou l’identifiant est vide, ou l’identifiant { $name } est répété.
    .expected = Un texte et un identifiant unique étaient attendus dans chaque ligne.
    .todo = Corrigez la ligne, ou nommez une autre colonne d’identifiants.

## aloi/gold/formats/mentions

no-mention-group = { $path } n’a aucune mention du groupe { $group }.
    .expected = L’un de ceux-ci était attendu : { $groups }.
    .todo = Vérifiez l’orthographe, ou omettez le groupe.
no-reader-mentions-called =
    { $has_chosen ->
        [True] Aucun lecteur de mentions ne s’appelle { $chosen }.
       *[False] { $path } : l’extension ne désigne aucun lecteur.
    }
    .expected = L’un de ceux-ci était attendu : { $readers }.
    .todo = Nommez le lecteur.
text-not-json-string = { $where } : le texte n’est pas une chaîne JSON ({ $error }).
    .expected = Une chaîne JSON était attendue dans une table dont le nom finit par `_json`.
    .todo = Corrigez la cellule, ou renommez la table.

## aloi/gold/formats/operations

do-not-name-same-pairs = { $name } et { $path_name } ne nomment pas les mêmes paires.
    .expected = Les mêmes identifiants dans le même ordre étaient attendus.
    .todo = Exportez de nouveau ce jeu.

## aloi/gold/formats/spans

brat-first = { $folder } a { $note } : { $count } (le premier : { $first }).
    .expected = Les fichiers non modifiés de l’export étaient attendus.
    .todo = Corrigez-les, ou importez-les comme corpus de segments, ce qui signale les problèmes.
span-files-scheme-without-tags = { $path } n’a pas d’étiquettes de mots pour le schéma { $scheme }.
    .expected = Un schéma ne vaut que pour des fichiers CoNLL.
    .todo = Omettez le schéma, ou choisissez le lecteur conll.

## aloi/gold/formats/substitutes

gold-do-not-speak-same = { $name } et sa référence ne contiennent pas les mêmes items.
    .expected = Une ligne de référence par phrase était attendue.
    .todo = Vérifiez que les fichiers vont ensemble.

## aloi/gold/formats/tables

workbook-sheets = { $path } ne peut pas être lu comme classeur d’une version.
    .expected = Un fichier .xlsx avec les feuilles { $sheets } était attendu.
    .todo = Exportez à nouveau la version.

## aloi/gold/making/models

answers-come-from-several-versions = Les réponses viennent de plusieurs versions du guide : { $value }.
    .expected = Des réponses d’une seule version étaient attendues : le modèle suppose que les annotateurs ne changent pas.
    .todo = Choisissez des tours d’une même version, ou l’une des règles qui combinent item par item.

## aloi/gold/releasing

referred-but-not-among-what = { $value } { $value_2 } est cité, mais n’est pas parmi les entrées de la version.
    .expected = Tout ce que citent les items, les réponses et les décisions était attendu ({ $value }).
    .todo = Ajoutez-le ({ $value }) aux entrées de la version.
gold-item-come-without-their =
    { $absent ->
        [one] { $absent } item de référence vient
       *[other] { $absent } items de référence viennent
    } sans son item, à commencer par { $absent_absent }.
    .expected = L’item de chaque item de référence était attendu.
    .todo = Ajoutez les items aux entrées de la version.
parts-hold-item-twice-or =
    { $has_wrong ->
        [True]
            Les jeux contiennent { $wrong ->
                [one] { $wrong } item
               *[other] { $wrong } items
            } deux fois ou sans référence.
       *[False] Tous les jeux sont vides.
    }
    .expected = Des items de référence, chacun dans un jeu au plus, étaient attendus.
    .todo = Faites les jeux à partir de cette référence.
gold-item-no-longer-follow =
    { $stale ->
        [one] { $stale } item de référence ne découle plus
       *[other] { $stale } items de référence ne découlent plus
    } des réponses, à commencer par { $stale_stale }.
    .expected = Une référence figée après la dernière réponse et la dernière décision était attendue.
    .todo = Figez de nouveau la référence, puis construisez la version à partir d’elle.

## aloi/gold/releasing/gate

gate-licence =
    { $has_licence ->
        [True] La licence du corpus { $corpus } est { $licence } : ce n’est ni une licence SPDX, ni un accord.
       *[False] Le corpus { $corpus } n’a pas de licence.
    }
    .expected = Une licence SPDX (CC-BY-4.0, LicenseRef-…) ou un accord était attendu : ses parties, sa date et son objet.
    .todo = Indiquez-la : `aloi corpus licence CORPUS LICENCE --why TEXTE`.
    .page = Demandez à l’administrateur de ce serveur de l’indiquer, ou donnez ici une raison.
gate-restricted =
    { $documents ->
        [one] { $documents } document du corpus { $corpus } serait publié
       *[other] { $documents } documents du corpus { $corpus } seraient publiés
    } alors qu’un accord d’utilisation des données les restreint.
    .expected = Une version sans ses textes (stand-off) était attendue : des identifiants et des positions seulement.
    .todo = Construisez-la avec `--stand-off`.
    .page = Construisez-la sans ses textes.
gate-names =
    { $places ->
        [one] { $places } item, document ou décision nomme
       *[other] { $places } items, documents ou décisions nomment
    } des personnes de l’entrepôt ({ $people }), à commencer par { $first }.
    .expected = Seuls des pseudonymes étaient attendus.
    .todo = Retirez les noms des textes et des commentaires, ou écartez ces items.
gate-identifiers =
    { $places ->
        [one] { $places } item, document, décision ou annotateur contient
       *[other] { $places } items, documents, décisions ou annotateurs contiennent
    } un probable identifiant de personne : { $kinds } ; à commencer par { $first }.
    .expected = Des textes, des commentaires et des pseudonymes sans dates, téléphones, numéros de dossier, adresses ni noms étaient attendus.
    .todo = Remplacez-les dans les textes. Si une source de réponses porte le nom d’une adresse, donnez-lui un pseudonyme (`aloi people rename ADRESSE --pseudonym L1`) et figez de nouveau la référence. Excluez les faux positifs par une règle (`--identifiers FICHIER`).
    .page = Remplacez-les dans les textes. Si une source de réponses porte le nom d’une adresse, donnez-lui un pseudonyme à la page Personnes et figez de nouveau la référence. Pour des faux positifs, levez cette règle avec une raison.
gate-agreement =
    { $count ->
        [one] L’accord du tour { $rounds } ou son intervalle n’est pas défini.
       *[other] L’accord des tours { $rounds } ou son intervalle n’est pas défini.
    }
    .expected = Un coefficient avec un intervalle était attendu pour chaque tour de la référence.
    .todo = Faites répondre au moins deux annotateurs à une partie de ses items.
gate-crossing =
    { $documents ->
        [one] { $documents } document se trouve
       *[other] { $documents } documents se trouvent
    } dans plusieurs des jeux { $parts }.
    .expected = Chaque document était attendu dans un seul jeu : sinon, le modèle est testé sur des documents d’entraînement.
    .todo =
        { $policy ->
            [none] Aucune règle de séparation ne l’évite avec ces tailles : choisissez d’autres tailles, ou voyez `aloi release preview`.
           *[other] Construisez-la avec `--policy { $policy }` ({ $sizes } ; { $excluded ->
                [0] aucun item exclu
                [one] { $excluded } item exclu
               *[other] { $excluded } items exclus
            }).
        }
    .page =
        { $policy ->
            [none] Aucune règle de séparation ne l’évite avec ces tailles : choisissez d’autres tailles.
            [sentence] Choisissez la règle « Une phrase dans un seul jeu » ({ $sizes } ; exclus : { $excluded }).
            [document] Choisissez la règle « Un document dans un seul jeu » ({ $sizes } ; exclus : { $excluded }).
           *[connected] Choisissez la règle « Documents communs ensemble » ({ $sizes } ; exclus : { $excluded }).
        }
gate-trace =
    { $items ->
        [one] { $items } item de référence n’a
       *[other] { $items } items de référence n’ont
    } aucune réponse ni supposition enregistrée, à commencer par { $first }.
    .expected = Une référence issue de réponses, ou d’une supposition avec une raison, était attendue.
    .todo = Recueillez des réponses à ces items, ou figez la référence sans eux.
identifiers-rule = La règle { $name } de { $path } est incomplète : `{ $entry }` manque ou a un mauvais type.
    .expected = Un nom en minuscules était attendu, avec un motif en texte, `ignore_case` et `use` à true ou false, `finds` et `passes` en listes.
    .todo = Corrigez la règle.
identifiers-example = La règle { $name } de { $path } ne fait pas ce que dit l’exemple { $number } de `{ $list }`.
    .expected = Un motif qui trouve tout `finds` et rien de `passes` était attendu.
    .todo = Corrigez le motif, ou l’exemple.

## aloi/gold/splitting

stands-items-forced-into = Dans les items imposés à { $bound }, un même { $value } se répète ({ $key }).
    .expected = Des items imposés qui ne partagent aucun { $value } d’un jeu à l’autre étaient attendus : ils ne sont jamais écartés.
    .todo = Imposez ces items à un seul jeu, ou utilisez la règle `none`.
    .page = Imposez ces items à un seul jeu, ou choisissez la règle « Chaque item seul ».
holds-mentions-or-names-none =
    { $has_count ->
        [True] { $where } contient { $count ->
            [one] { $count } mention ou nom, sans texte
           *[other] { $count } mentions ou noms, tous sans texte
        }.
       *[False] { $where } ne contient ni mention ni nom.
    }
    .expected = Au moins un avec un texte était attendu : sans comparaison, aucune fuite n’est trouvée.
    .todo = Vérifiez le fichier et sa colonne de mentions, ou nommez le lecteur de sa forme (`--reader`).
    .page = Vérifiez le fichier et sa colonne de mentions, ou choisissez une autre forme de fichier.
forced-item-no-gold-first =
    { $unknown ->
        [one] { $unknown } item imposé n’a pas de référence
       *[other] { $unknown } items imposés n’ont pas de référence
    }, à commencer par { $unknown_unknown }.
    .expected = Des items avec une référence étaient attendus.
    .todo = Décidez-en d’abord (par l’adjudication, ou en figeant aussi la référence de ce tour), ou imposez un autre tour.
all-items-share-another-part =
    { $wanted ->
        [one] Le seul item de { $name } a
       *[other] Les { $wanted } items de { $name } ont tous
    } { $policy ->
        [sentence] une même phrase
       *[document] un même document
    } dans un autre jeu.
    .expected = Au moins un item dans chaque jeu était attendu.
    .todo = Utilisez la règle `connected`, ou choisissez d’autres tailles : `aloi release preview` compare les règles.
    .page = Choisissez la règle « Documents communs ensemble », ou d’autres tailles.
group-too-large = Le plus grand groupe d’items qui partagent des documents a { $largest } items : il ne reste rien pour { $name }.
    .expected = Au moins un item dans chaque jeu était attendu.
    .todo = Choisissez d’autres tailles, ou la règle `document`, qui exclut des items.
    .page = Choisissez d’autres tailles, ou la règle « Un document dans un seul jeu », qui exclut des items.

## aloi/gold/formats/projects

project-not-xml = { $name }, ligne { $line }, colonne { $column } n’est pas une configuration d’annotation : { $why }.
    .expected = Du XML des réglages du projet Label Studio était attendu, sans type de document.
    .todo = Copiez-la à nouveau depuis le projet, ou retirez-la : elle n’est pas nécessaire.
project-which-control = { $where } ne montre pas quel champ est la réponse : les étiquettes ressemblent à tout autre texte.
    .expected = L’un des champs devait être une question : { $names }.
    .todo = Nommez-le (--question), mettez la configuration d’annotation à côté du fichier (labeling_config.xml), ou exportez en JSON.
    .page = Écrivez-le dans le champ de la question, joignez au fichier la configuration d’étiquetage (labeling_config.xml), ou exportez en JSON.
project-no-object = { $where } ne contient pas d’objet ({ $kind }).
    .expected = Un objet était attendu pour chaque enregistrement.
    .todo = Exportez de nouveau le projet.
project-field =
    { $where } : { $field } { $kind ->
        [missing] manque
        [null] est nul
        [object] est un objet
        [list] est une liste
        [text] est un texte
        [truth] est vrai ou faux
       *[number] est un nombre
    }.
    .expected =
        { $expected ->
            [text] Un texte était attendu
            [number] Un nombre était attendu
            [whole] Un nombre entier à partir de 0 était attendu
            [truth] Vrai ou faux (true, false) était attendu
            [object] Un objet était attendu
            [list] Une liste était attendue
            [time] Une date telle que 2026-05-04T10:30:00Z était attendue
            [answer] L’un de accept, reject ou ignore était attendu
            [label] Une étiquette et sa valeur étaient attendues
            [span] Un début, une fin et une étiquette étaient attendus
            [side] L’un de left, right ou tie était attendu
            [option] Des propositions de la tâche étaient attendues
           *[people] Autant de personnes que de réponses étaient attendues
        } à cet endroit.
    .todo = Exportez de nouveau le projet, ou corrigez cette ligne.
project-empty = L’export ne contient aucun enregistrement avec un texte.
    .expected = Des textes avec des annotations étaient attendus.
    .todo = Vérifiez que l’export est complet ; si les textes sont dans un fichier à part, nommez-le avec --texts.
    .page = Vérifiez que l’export est complet ; si les textes sont dans un fichier à part, donnez-le dans son propre champ.
project-id-has-two-texts = { $where } : l’identifiant { $id } désigne un autre texte qu’à { $first }.
    .expected = Un seul texte, avec les mêmes options, était attendu pour chaque identifiant.
    .todo = Importez les exports de projets différents séparément.
project-question-asks-two-things = Les réponses à { $name } sont des types { $asked } et { $other }.
    .expected = Des réponses d’un seul type étaient attendues pour chaque question.
    .todo = Importez les exports de projets différents séparément.
project-no-span-fits =
    { $spans ->
        [one] Le seul segment ne correspond pas à son texte
       *[other] Aucun des { $spans } segments ne correspond à son texte
    } (premier : { $where }).
    .expected = Des positions dans le texte étaient attendues{ $words ->
        [0] {""}
       *[other] , aux mots donnés
    }, en points de code, unités UTF-16, graphèmes ou octets.{ $crlf ->
        [0] {""}
        [one] {" "}{ $crlf } texte a des fins de ligne CR LF.
       *[other] {" "}{ $crlf } textes ont des fins de ligne CR LF.
    }{ $astral ->
        [0] {""}
        [one] {" "}{ $astral } texte a des caractères hors du plan de base.
       *[other] {" "}{ $astral } textes ont des caractères hors du plan de base.
    }
    .todo = Exportez de nouveau le projet, avec les textes qui ont été annotés.
project-nobody-named =
    { $several ->
        [one] { $several } texte a reçu plusieurs réponses, sans nom d’annotateur
       *[other] { $several } textes ont reçu plusieurs réponses, sans nom d’annotateur
    }.
    .expected = Soit un annotateur qui s’est corrigé, soit les noms de plusieurs étaient attendus.
    .todo = Si c’était une seule personne, nommez-la avec --annotator ; sinon, exportez avec les noms.
    .page = Si c’était une seule personne, nommez-la ; s’il y en avait plusieurs, exportez avec leurs noms.
project-sessions = Les réponses viennent de { $sessions } sessions sans nom.
    .expected = Des sessions nommées, ou une seule personne pour toutes, étaient attendues.
    .todo = Si c’était une seule personne, nommez-la avec --annotator ; sinon, exportez chacune à part.
    .page = Si c’était une seule personne, nommez-la ; s’il y en avait plusieurs, exportez chaque session à part.
project-several-texts = { $where } : { $path } a plusieurs textes : { $names }.
    .expected = Le texte que les annotateurs ont lu était attendu : l’un d’eux, ou deux lus ensemble.
    .todo = Nommez-le avec --text-field (deux fois pour deux textes).
    .page = Choisissez-le, ou les deux.
project-texts-apart =
    { $name } contient { $missing ->
        [one] une réponse dont le texte n’y est pas
       *[other] { $missing } réponses dont les textes n’y sont pas
    }.
    .expected = Le fichier de données du projet, avec l’identifiant et le texte de chaque instance, était attendu à côté.
    .todo = Nommez-le avec --texts.
    .page = Donnez-le dans le champ des textes à part.
project-labels-or-texts = { $labels } étiquettes sur { $given } diffèrent : ce peuvent être des textes libres.
    .expected = Des étiquettes d’une liste fixe, communes à plusieurs textes, étaient attendues.
    .todo = Si ce sont des étiquettes, écrivez --question { $name }. Les textes libres ne sont pas acceptés.
    .page = Si ce sont des étiquettes, écrivez { $name } dans le champ de la question. Les textes libres ne sont pas acceptés.
project-labels-or-rankings = Chacune des { $answers } réponses à { $name } contient les mêmes { $options } options dans le même ordre : des étiquettes, ou un classement.
    .expected = Des réponses qui diffèrent, ou les réglages du jeu de données (`settings.json`), étaient attendues.
    .todo = Si ce sont des étiquettes, écrivez --question { $name }. Les classements ne sont pas acceptés.
    .page = Si ce sont des étiquettes, écrivez { $name } dans le champ de la question. Les classements ne sont pas acceptés.
project-tsv-line = { $name }, ligne { $line } a { $cells } { $cells ->
        [one] cellule
       *[other] cellules
    }, ou des positions qu’aucun mot n’a.
    .expected = Un numéro de phrase et de mot, ses positions, son texte et ses colonnes étaient attendus.
    .todo = Exportez de nouveau le document en WebAnno TSV 3.
project-tsv-places = { $name } : les positions des mots ne correspondent pas aux phrases.
    .expected = Des positions comptées en UTF-16 ou en caractères étaient attendues.
    .todo = Exportez de nouveau le document ; un fichier modifié à la main peut avoir des positions fausses.
project-tsv-far = { $name }, ligne { $line } : une position bien au-delà du texte.
    .expected = Des positions jusqu’à { $length } étaient attendues dans un fichier de cette taille.
    .todo = Exportez de nouveau le document ; un fichier modifié à la main peut avoir des positions fausses.
project-nobody-annotated = { $path } contient { $files ->
        [one] { $files } document
       *[other] { $files } documents
    } d’avant l’annotation (INITIAL_CAS) ou d’après la curation, mais aucun d’un annotateur.
    .expected = Des documents avec des annotations d’annotateurs étaient attendus.
    .todo = Exportez le projet avec les annotations de ses annotateurs.
project-no-types = { $name } n’a pas de système de types.
    .expected = Le fichier `TypeSystem.xml` de l’export était attendu à côté.
    .todo = Donnez l’export complet, un .zip ou son dossier.
project-person-is-computed = { $where } : { $person } est le nom d’un calcul sur les autres ({ $kind }).
    .expected = Des réponses d’annotateurs étaient attendues, et non des valeurs calculées.
    .todo = Excluez ces lignes.
not-release-frozen = { $path } n’est pas la version figée. { $problem }
    .expected = Un manifeste dont les sommes de contrôle concordent était attendu.
    .todo = Exportez de nouveau la version, ou reprenez le fichier.

not-swords = { $name } : { $error }.
    .expected = Un objet avec { $parts }, comme dans Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.

sizes = Les tailles demandées, { $sizes }, ne conviennent pas : { $error }.
    .expected = Des nombres, ou des parts de somme 1, et `rest` pour une partie au plus, étaient attendus pour { $total } items de référence.
    .todo = Donnez des nombres qui conviennent, par exemple train=600,test=400, ou des parts comme train=.6,test=rest.
