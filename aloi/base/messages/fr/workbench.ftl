## aloi/workbench/models

runs-of-two-tests =
    Les exécutions { $first } et { $second } ont toutes deux été évaluées sur { $label }, mais pour la seconde il a { $other ->
        [items] d’autres items
        [gold] une autre référence
        [scale] une autre échelle
       *[data] des données d’une autre somme de contrôle
    }.
    .expected = Des exécutions évaluées sur le même test étaient attendues : mêmes items, même référence, même échelle, mêmes données.
    .todo = Relancez l’une des deux sur les données de l’autre, ou comparez-les séparément.
run-recipe =
    L’exécution { $line } est dans l’état { $status }, de la recette { $has_spec ->
        [True] { $recipe }
       *[False] inconnue
    }.
    .expected = Une exécution terminée de sbert_sts était attendue : son encodeur compare toutes les paires de phrases.
    .todo = Nommez une autre exécution, ou un encodeur.
round-campaign-asked-annotators =
    Un tour ({ $purpose }) de la campagne { $name } ({ $status }) est demandé, avec { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    }.
    .expected = Une campagne ouverte, l’un de { $purpose_2 }, et au moins un annotateur étaient attendus.
    .todo = Nommez les annotateurs, comme dans --annotators A1,A2.
    .page = Choisissez les annotateurs.
learning-curve-subsets-each =
    Une courbe d’apprentissage a été demandée avec { $shares-count ->
        [0] aucune taille
       *[other] les tailles { $shares }
    }, { $subsets ->
        [one] { $subsets } sous-ensemble chacune
       *[other] { $subsets } sous-ensembles chacune
    }, sur { $total } lignes d’entraînement.
    .expected = Des parts au-dessus de 0 et jusqu’à 100, au moins un sous-ensemble, et des données d’entraînement étaient attendus.
    .todo = Corrigez-les, comme dans 25,50,75,100.

## aloi/workbench/agreement

merge-names-label-which-stands =
    La fusion { $line } contient l’étiquette { $label }, { $label_in_merges ->
        [True] qui est déjà dans une fusion
       *[False] que la campagne n’a pas
    }.
    .expected = Chacune de celles-ci était attendue une fois au plus : { $known }.
    .todo = Corrigez l’étiquette.
merge-called-label-left-as =
    { $has_taken ->
        [True] Une fusion s’appelle { $taken }, mais une étiquette hors des fusions a ce nom.
       *[False] Aucune fusion n’est écrite.
    }
    .expected = De nouveaux noms pour des étiquettes qui sont alors traitées comme une seule étaient attendus.
    .todo =
        { $has_taken ->
            [True] Choisissez un autre nom, ou ajoutez cette étiquette à la fusion.
           *[False] Écrivez-en une ainsi : insertion = inprop, inmod.
        }
holds-ratings-annotator =
    { $name } contient les jugements de { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    }{ $has_annotators ->
        [True]  :{ " " }{ $annotator }
       *[False] { "" }
    }.
    .expected = Au moins deux annotateurs étaient attendus : l’accord se mesure entre des personnes.
    .todo = Donnez un tableau avec une colonne par annotateur, ou nommez les colonnes d’un tableau long (--unit, --annotator, --value).
    .page = Donnez un tableau avec une colonne par annotateur, ou choisissez « une ligne par jugement » et ses colonnes.
unit-already-stands-line =
    { $where } : l’unité { $name } est déjà à la ligne { $unit }, avec d’autres jugements ; { $count ->
        [one] une unité est
       *[other] { $count } unités sont
    } sur plusieurs lignes.
    .expected = Chaque unité était attendue une fois dans un tableau large.
    .todo = Si une ligne est un jugement, utilisez --layout long ; si ce sont des passages, nommez leur colonne avec --by ; sinon, retirez des lignes.
    .page = Si une ligne est un jugement, choisissez « une ligne par jugement » ; si ce sont des passages, groupez par leur colonne ; sinon, supprimez des lignes.
rates-as-line =
    { $where } : { $key } juge { $key_key }, comme à la ligne { $value } ; { $count ->
        [one] une ligne juge
       *[other] { $count } lignes jugent
    } de nouveau.
    .expected = Un jugement par annotateur et par unité était attendu.
    .todo = Retirez l’une des deux lignes ; si elles jugent des aspects différents, nommez cette colonne avec --by.
    .page = Supprimez une des deux lignes ; si elles jugent des aspects différents, groupez par cette colonne.
column-of-annotators = { $name } : la colonne { $column } porte le nom d’une colonne d’annotateurs, mais une ligne n’est pas un seul jugement.
    .expected = Une colonne par annotateur était attendue, ou une ligne par jugement : des items sur plusieurs lignes, chacune avec son annotateur.
    .todo = Transposez le tableau si chaque ligne est un annotateur ; sinon, nommez --unit, --annotator et --value, ou --columns.
    .page = Transposez le tableau si chaque ligne est un annotateur ; sinon, choisissez « une ligne par jugement » et ses colonnes.
column-shares-no-value = { $name } : la colonne { $column } n’a aucune valeur en commun avec les autres colonnes.
    .expected = Des jugements sur la même échelle étaient attendus dans chaque colonne.
    .todo = Nommez les colonnes des jugements (--columns), ou corrigez les étiquettes de celle-ci.
    .page = Choisissez les colonnes des jugements, ou corrigez les étiquettes de celle-ci.

## aloi/workbench/candidates

corpus-campaign-mentions =
    Le corpus de la campagne { $name } a { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    } ; { $top ->
        [one] { $top } candidat est demandé
       *[other] { $top } candidats sont demandés
    } pour chacune.
    .expected = Au moins une mention et un candidat étaient attendus.
    .todo = Importez d’abord des mentions (`aloi mentions import`).
    .page = Importez d’abord des mentions (page Corpus).
run-recipe-does-not-tag =
    L’exécution { $line } est dans l’état { $status }, de la recette { $has_spec ->
        [True] { $recipe }
       *[False] inconnue
    }, et ne marque pas de segments.
    .expected = Une exécution terminée qui prédit des segments était attendue, comme celles de token_classifier ou de dictionary_tagger.
    .todo = Nommez une autre exécution : `aloi run list` ; ou entraînez-en une sur des données avec des segments.
    .page = Choisissez une autre exécution, ou entraînez-en une sur des données à segments (page Modèles).
predictions-and-test =
    { $problem ->
        [missing] { $count ->
            [one] { $count } des { $rows } lignes de { $test } n’a pas
           *[other] { $count } des { $rows } lignes de { $test } n’ont pas
        } de prédiction : { $ids }.
       *[other] { $count ->
            [one] { $count } prédiction porte sur un identifiant
           *[other] { $count } prédictions portent sur des identifiants
        } que { $test } n’a pas : { $ids }.
    }
    .expected = Une prédiction pour chaque ligne du test était attendue.
    .todo = Complétez le fichier, ou choisissez le test qui a été prédit.
training-data-changed =
    { $source } a { $count ->
        [one] { $count } ligne
       *[other] { $count } lignes
    } dans le jeu { $part }, et non les { $items } de ses données d’entraînement.
    .expected = Les données inchangées de l’exécution, réparties de même, étaient attendues : l’exécution n’a pas gardé de modèle, elle est entraînée de nouveau.
    .todo = Rétablissez-les ; donnez le même --split qu’à l’entraînement ; ou entraînez avec keep_model=true.
    .page = Remettez-les, répartissez-les comme à l’entraînement, ou entraînez à nouveau en gardant le modèle.

## aloi/workbench/files

threshold-gold-several-labels-row =
    Le seuil est { $threshold } et la référence a { $has_several ->
        [True] plusieurs étiquettes
       *[False] une étiquette
    } par ligne.
    .expected = Un nombre de 0 à 1, et une référence avec la colonne « labels », étaient attendus.
    .todo = Changez le seuil, ou omettez-le.

## aloi/workbench/imports

answers-item-already-answered = { $where } : { $annotator } répond à un item qui a déjà une réponse à { $seen }.
    .expected = Une réponse par annotateur et par item était attendue.
    .todo = Retirez l’une des deux lignes ; indiquez une répétition cachée dans une colonne `occasion` : 1, puis 2.
answers-item-not-round = { $where } : l’item { $value } n’est pas dans le tour { $number }.
    .expected = L’un des { $left } items du tour était attendu.
    .todo = Importez dans le tour auquel les réponses appartiennent.
item-wants-no-more-answers = { $where } : l’item { $value } n’a plus besoin de réponse dans le tour { $number }.
    .expected = { $left } nouvelles au plus étaient attendues.
    .todo = Importez dans un tour au recouvrement plus grand, ou excluez les réponses en trop.
no-campaign-called = Aucune campagne ne s’appelle { $campaign }.
    .expected = Une campagne existante, ou la langue et la licence des textes d’une nouvelle, étaient attendues.
    .todo = Vérifiez le nom, ou donnez les deux : le corpus et la campagne sont alors créés à partir de la source.
corpus-already-as-one-whose = Le corpus { $name } existe déjà, avec des textes qui peuvent être partagés.
    .expected = Les mêmes métadonnées que la première fois étaient attendues : un corpus ne change plus une fois importé.
    .todo = Importez dans une nouvelle campagne.
campaign-made-round-named = La campagne { $name } est à créer, mais son tour { $number } est nommé.
    .expected = Le tour 1, ou un nouveau, était attendu.
    .todo = Omettez le numéro.
source-holds-items-says-none =
    La source contient { $parts ->
        [one] { $parts } item
       *[other] { $parts } items
    }, mais aucune réponse.
    .expected = Des réponses à importer étaient attendues.
    .todo = Importez les items seuls, sans campagne, et faites-les annoter.
round-other-answers-same = Le tour { $number } de { $campaign } a d’autres réponses, des mêmes annotateurs, à { $count } de ces { $count_count } items.
    .expected = La source de la campagne, ou une nouvelle campagne, était attendue.
    .todo = Nommez une autre campagne, ou le tour de ces réponses.
source-mentions-gives-none-them = Aucune des { $mentions } mentions de { $name } n’a de concept dans sa source.
    .expected = Des mentions importées avec leurs concepts étaient attendues.
    .todo = Faites-les plutôt annoter.
campaign-already-other-texts = { $where } : la campagne { $name } existe déjà, avec d’autres textes : son corpus n’a pas ceux de cette ligne.
    .expected = Des phrases du corpus de la campagne étaient attendues : un corpus ne change pas.
    .todo = Importez dans une nouvelle campagne, avec tous les fichiers de son corpus à la fois.

## aloi/workbench/imports/layouts

rows-answer-again =
    { $count ->
        [one] { $count } ligne répond
       *[other] { $count } lignes répondent
    } une deuxième fois à un item, avec une autre réponse du même annotateur, sur { $rows } lignes.
    .expected = Une réponse par item et par annotateur était attendue.
    .todo = Si une colonne dit ce qui était demandé, par exemple un aspect, importez séparément les lignes de chaque valeur.
annotators-of-paths = Les mêmes textes sont dans plusieurs { $by ->
        [directory] dossiers
       *[file] fichiers
    } de { $name } : { $names }.
    .expected = Il devait être clair si ce sont les annotateurs.
    .todo = Si c’est le cas, relancez la commande avec --annotator-from { $by }. Sinon, importez chacun séparément.
    .page = Indiquez ci-dessous si ce sont les annotateurs.
no-annotators-of-paths = Les annotateurs ne sont pas nommés par { $by ->
        [directory] des dossiers
        [file] des fichiers
       *[column] une colonne
    } dans { $name }.
    .expected = Chaque annotateur devait y avoir un nom.
    .todo = Omettez --annotator-from, ou indiquez une autre partie de la source.
    .page = Choisissez une autre origine des annotateurs.
may-formats =
    { $has_fitting ->
        [True] { $name } correspond à { $fitting } formats.
       *[False] { $fitting_2 } ne correspond à aucun format.
    }
    .expected = L’un de ceux-ci était attendu : { $names }.
    .todo = Nommez-le avec --format.
    .page = Choisissez son format dans la liste.
holds-answers-items-campaign-not = { $name } contient des réponses à des items, mais la campagne n’existe pas encore.
    .expected = Une campagne existante avec ces items était attendue.
    .todo = Vérifiez le nom, ou importez d’abord les items et créez la campagne.
columns-not =
    { $name } a les colonnes { $columns }{ $has_missing ->
        [True] , et non { $missing }.
       *[False] .
    }
    .expected = Les colonnes `annotator` et `value`, ou une colonne par annotateur, étaient attendues.
    .todo = Nommez les colonnes des réponses, ou ajoutez d’abord ces personnes.
no-item-campaign-corpus-id = { $where } : aucun item du corpus de cette campagne n’a l’identifiant { $text } (colonne { $column }, identifiants inconnus dans { $count } { $count ->
        [one] ligne
       *[other] lignes
    }).
    .expected = L’identifiant d’un item enregistré, ou celui de l’item dans le fichier importé, était attendu.
    .todo = Tirez ou importez d’abord les items ; `aloi annotations export` montre leurs identifiants.
    .page = Tirez ou importez d’abord les items ; l’export des réponses (page Tours) montre leurs identifiants.
source-id-several-items = { $where } : l’identifiant de la colonne { $column } est celui de { $count } items des fichiers importés.
    .expected = L’identifiant d’un seul item était attendu.
    .todo = Nommez ces items par l’item_id que montre `aloi annotations export`.
    .page = Nommez ces items par l’item_id que montre l’export des réponses (page Tours).
table-columns = { $where } : le tableau a les colonnes { $columns }.
    .expected = Une colonne item_id était attendue, ou deux textes : { $left_columns }, et { $right_columns }.
    .todo = Renommez les colonnes des items.
no-item-corpus-these-two = { $where } : aucun item du corpus n’a ces deux textes.
    .expected = Une paire enregistrée était attendue.
    .todo = Importez d’abord les paires : `aloi corpus import TABLE --pairs`.
    .page = Importez d’abord les paires (page Corpus).
expected = { $where } : { $name } est { $raw }.
    .expected = Était attendu : { $expected }.
    .todo = Corrigez la cellule.
answers-wanted-task-format = Les réponses sont pour la tâche { $task }, mais le format est { $name }.
    .expected = La tâche { $tasks } était attendue pour ce format.
    .todo = Nommez une autre campagne, un autre format, ou une nouvelle campagne.
substitute-no-label =
    { $name } : le substitut { $id } { $wrong_is ->
        [True] n’a pas d’étiquette
       *[False] a l’étiquette { $wrong }
    }.
    .expected = Des étiquettes parmi { $labels } étaient attendues.
    .todo = Corrigez le fichier.
mentions-none-at-place-text =
    { $name } a { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    }, aucune à ses positions dans un texte ({ $value }).
    .expected = Des mentions avec leurs textes et leurs positions étaient attendues.
    .todo = Mettez les textes à côté des annotations, ou choisissez un autre lecteur.
beside-stand-files-may-hold =
    { $sources ->
        [0] Aucun fichier à côté de { $name } ne peut contenir ses sources
        [one] À côté de { $name }, { $sources } fichier peut contenir ses sources
       *[other] À côté de { $name }, { $sources } fichiers peuvent contenir ses sources
    }.
    .expected = { $stem }.txt et un autre fichier .txt, celui des sources, étaient attendus.
    .todo = Nommez les trois fichiers : `aloi operations import --source --target --aln`.
    .page = Donnez seulement les trois fichiers : sources, cibles et leur alignement.
different-folders-same-name = { $name } et { $path_name }, de dossiers différents, ont le même nom.
    .expected = Un nom unique pour chaque fichier était attendu : c’est le nom du document.
    .todo = Renommez l’un d’eux.
line-empty = { $name }, ligne { $number } : elle est vide.
    .expected = Une phrase à chaque ligne était attendue.
    .todo = Retirez la ligne de tous les fichiers de son jeu, ou remplissez-la.
holds-texts-no-span =
    { $name } contient { $texts ->
        [one] { $texts } texte
       *[other] { $texts } textes
    } et { $spans ->
        [0] aucun segment
        [one] aucun segment qui corresponde à son texte ; un est exclu
       *[other] aucun segment qui corresponde à son texte ; { $spans } sont exclus
    }{ $words ->
        [0] {""}
       *[other] {" "}({ $words } avec d’autres mots à leurs positions)
    }{ $outside ->
        [0] {""}
       *[other] {" "}({ $outside } hors de leur texte)
    }{ $others ->
        [0] {""}
       *[other] {" "}({ $others } vides ou dans des espaces)
    }.
    .expected = Des segments à importer étaient attendus{ $spans ->
        [0] {""}
       *[other] , avec des positions en points de code, unités UTF-16, graphèmes ou octets{ $crlf ->
            [0] {""}
            [one] {" "}(fins de ligne CR LF : { $crlf } texte)
           *[other] {" "}(fins de ligne CR LF : { $crlf } textes)
        }{ $astral ->
            [0] {""}
            [one] {" "}(caractères hors du plan de base : { $astral } texte)
           *[other] {" "}(caractères hors du plan de base : { $astral } textes)
        }
    }.
    .todo = { $spans ->
        [0] Choisissez un autre lecteur, ou importez les textes comme un corpus.
       *[other] Exportez de nouveau les segments, avec les textes qui ont été annotés.
    }
substitutes-columns-column-target = { $name } a les colonnes { $columns }.
    .expected = Une colonne { $sentence_columns }, et target ou bien start et end, étaient attendues.
    .todo = Renommez les colonnes.
substitutes-id-stands-second-time = { $where } : l’identifiant { $name } est répété.
    .expected = Chaque ligne a besoin d’un identifiant unique.
    .todo = Corrigez les identifiants.
substitutes-holds-no-rows = { $name } ne contient aucune ligne.
    .expected = Au moins une cible était attendue.
    .todo = Choisissez un autre fichier.
target-stands-at-characters =
    { $where } : la cible va de { $cell } à { $cells_cell } dans { $text ->
        [one] { $text } caractère
       *[other] { $text } caractères
    }.
    .expected = Les positions d’un mot dans la phrase étaient attendues, en caractères à partir de 0, la fin exclue.
    .todo = Corrigez les positions.
target-does-not-stand-sentence =
    { $where } : la cible { $word } { $has_places ->
        [True] n’est pas dans sa phrase
       *[False] est { $places } fois dans sa phrase
    }.
    .expected = Un mot qui apparaît une fois dans la phrase, sous cette forme exacte, était attendu.
    .todo =
        { $places_2 ->
            [True] Corrigez la cible, ou donnez start et end.
           *[False] Corrigez la cible.
        }
part-speech = { $where } : la catégorie grammaticale est { $written }.
    .expected = L’une de celles-ci, ou rien, était attendue : { $pos }.
    .todo = Corrigez-la.
project-no-question = { $path } n’a pas de question { $name }.
    .expected =
        L’une de ses questions était attendue : { $names-count ->
            [0] il n’en a aucune qu’une tâche accepte
           *[other] { $names }
        }.
    .todo = Vérifiez l’orthographe.
project-asks-nothing =
    { $path } contient { $documents ->
        [one] { $documents } texte
       *[other] { $documents } textes
    } et aucune réponse qu’une tâche accepte{ $notes ->
        [0] .
       *[other]  : { $left_out }.
    }
    .expected = Des étiquettes, des notes, des segments ou des options choisies étaient attendues.
    .todo = Importez seulement les textes avec `aloi corpus import` ; les réponses en texte libre ne sont pas importées.
    .page = Importez seulement les textes, comme corpus ; les réponses en texte libre ne sont pas importées.
label-columns-wrong = { $path } n’est pas un tableau de textes et d’étiquettes : voir { $columns }.
    .expected = Une colonne de textes et au moins deux colonnes d’étiquettes étaient attendues, une par annotateur, avec des étiquettes communes.
    .todo = Retirez les autres colonnes, ou écrivez une ligne par réponse, avec les colonnes text, annotator et label.
project-no-labels =
    { $read_as } n’a pas d’étiquette : ni dans une liste, ni dans une réponse{ $notes-count ->
        [0] {""}
       *[other] {" "}(comptés : { $notes })
    }.
    .expected = Des réponses avec étiquettes, ou la liste des étiquettes, étaient attendues.
    .todo = Exportez avec les réponses ; une configuration à côté du fichier (labeling_config.xml, settings.json) liste aussi les étiquettes.
project-several-questions = { $path } a plusieurs questions : { $names }.
    .expected = Une seule question était attendue pour chaque campagne.
    .todo = Nommez-la avec --question ; importez les autres dans leurs propres campagnes.
    .page = Choisissez-en une ; importez les autres dans leurs propres campagnes.
project-pairs = Deux textes se lisent ensemble, mais { $name } a { $asked }.
    .expected = Une note était attendue pour deux textes.
    .todo = Nommez avec --text-field le texte sur lequel porte la question.
    .page = Écrivez dans le champ des textes celui sur lequel porte la question.
project-other-task = La question { $name } est de la tâche { $task }.
    .expected = Des réponses pour la tâche { $wanted } étaient attendues.
    .todo = Choisissez une autre question avec --question, ou une autre campagne.
    .page = Écrivez une autre question dans son champ, ou choisissez une autre campagne.
project-labels-alike = Plusieurs étiquettes auraient le même nom : { $labels }.
    .expected = Des étiquettes qui diffèrent par des lettres ou des chiffres étaient attendues.
    .todo = Renommez-les dans l’autre outil, et exportez de nouveau.
project-scale = Les notes vont de { $low } à { $high } sans pas régulier ({ $numbers } notes différentes).
    .expected = Une échelle par pas de 1, 0.5, 0.25, 0.1, 0.05 ou 0.01 était attendue.
    .todo = Arrondissez les notes, et importez de nouveau.

## aloi/workbench/releases

campaign-no-gold-yet-answers =
    La campagne { $name } n’a pas encore de référence : { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }, { $undecided ->
        [one] { $undecided } item qui demande
       *[other] { $undecided } items qui demandent
    } une décision.
    .expected = Au moins un item avec une valeur acceptée était attendu.
    .todo = Attendez des réponses, adjudiquez, ou choisissez d’autres tours.
gold-another-campaign = La référence { $gold } est celle d’une autre campagne.
    .expected = Une référence de { $name } était attendue.
    .todo = Nommez une référence de cette campagne, ou aucune pour la dernière.
campaign-no-frozen-gold = La campagne { $name } n’a pas de référence figée.
    .expected = Une référence était attendue.
    .todo = Figez-la d’abord.
gold-made-by-rule-which = La règle de la référence est { $rule }, qui n’a pas de probabilités.
    .expected = Une référence issue d’un modèle des annotateurs était attendue.
    .todo = Figez-la avec l’une de celles-ci : { $model_rules }.
answers-not-cleaned-yet =
    { $waiting ->
        [one] { $waiting } réponse de { $name } n’a pas encore été nettoyée.
       *[other] { $waiting } réponses de { $name } n’ont pas encore été nettoyées.
    }
    .expected = Une décision sur chaque réponse était attendue : acceptée, corrigée ou exclue.
    .todo = Décidez à la page Nettoyer ou avec `aloi clean`, ou figez les réponses telles qu’elles ont été saisies.
    .page = Décidez-en à la page Nettoyer, ou figez les réponses telles qu’elles ont été tapées.
gate-refused =
    La version { $version } de { $name } n’est pas construite : { $rules-count ->
        [one] la règle { $rules } n’est pas respectée
       *[other] les règles { $rules } ne sont pas respectées
    }. { $findings }
    .expected = Une version qui passe tous les contrôles de publication, ou une raison pour chaque règle enfreinte, était attendue.
    .todo = { $findings-todo } Ou donnez une raison pour chaque règle : --override RÈGLE --why TEXTE. Le journal et la version l’enregistrent.
    .page = { $findings-todo } Ou donnez une raison sous chaque règle. Le journal et la version l’enregistrent.
gate-and = { $before } { $after }
    .expected = { $before-expected } { $after-expected }
    .todo = { $before-todo } { $after-todo }
policy-excludes =
    Aucune règle de répartition ne réussit les contrôles pour les { $total } items de la référence de { $name } en excluant au plus { $most } % et en gardant la moitié de chaque jeu demandé : { $policies }.
    .expected = Une règle choisie explicitement était attendue : rien n’est exclu sans le dire.
    .todo = Choisissez-en une, comme `--policy { $policy }`, ou d’autres tailles : `aloi release preview` compare les règles.
    .page = Choisissez une des règles, ou d’autres tailles.
gate-no-reason = Le contrôle de publication { $rule } est levé sans raison.
    .expected = Une raison était attendue : le journal et la version l’enregistrent.
    .todo = Expliquez en une phrase pourquoi la version peut l’enfreindre.

## aloi/workbench/rounds

adjudicating-item-not-round = L’item { $item_id } n’est pas dans le tour { $number }.
    .expected = Un item de ce tour était attendu.
    .todo = `aloi annotations export` donne la liste de ses items.
    .page = L’export des réponses (page Tours) liste ses items.
item-still-being-answered = L’item { $item_id } n’a pas encore toutes ses réponses.
    .expected = Une décision est possible quand chaque annotateur prévu a répondu à l’item ou l’a passé.
    .todo = Attendez, réattribuez les items en attente, ou fermez le tour.
keys-could-not-read = La page a envoyé des touches illisibles.
    .expected = Une lettre, un chiffre ou un signe par action, et un ou deux par étiquette, étaient attendus.
    .todo = Rechargez la page ; vos touches n’ont pas changé.
page-sent-message-could-not = La page a envoyé un message illisible.
    .expected = Une réponse, un passage, une annulation, une marque, un brouillon, une recherche ou un choix de touches était attendu.
    .todo = Rechargez la page ; rien n’est perdu.
item-stands-twice =
    { $where } : { $key } pour l’item { $key_key } { $key_in_value ->
        [True] apparaît deux fois.
       *[False] n’a été donné par personne.
    }
    .expected = Chaque réponse recueillie, une fois, était attendue.
    .todo = Comparez le tableau à `aloi clean list`.
    .page = Comparez le tableau aux réponses de la page Nettoyer.
target-got-answer =
    { $same ->
        [0] Aucune cible
        [one] { $same } cible
       *[other] { $same } cibles
    } { $lemma } : c’est le nombre de celles qui ont reçu la réponse { $answer }.
    .expected = Une réponse telle que saisie était attendue.
    .todo =
        { $has_same ->
            [True] Nommez aussi la catégorie grammaticale.
           *[False] Copiez les deux de `aloi clean list`.
        }
    .page = Choisissez les deux à la page Nettoyer, avec la catégorie grammaticale.

## aloi/workbench/starting

starting-no-mark = { $where } : aucun mot n’est entre crochets.
    .expected = Un texte avec une marque sur chaque mot cible était attendu.
    .todo = Marquez-le ainsi : La [mince] couche.
starting-substitute = { $where } : { $marks ->
        [0] aucun mot n’est marqué
        [one] { $marks } mot est marqué
       *[other] { $marks } mots sont marqués
    }, avec { $parts ->
        [one] { $parts } substitut.
       *[other] { $parts } substituts.
    }
    .expected = Un seul mot marqué, et un ou plusieurs substituts à juger, étaient attendus.
    .todo = Marquez un mot ainsi : La [mince] couche | fine | étroite.
starting-pasted-parts = La ligne { $number } a { $parts ->
        [one] { $parts } morceau.
       *[other] { $parts } morceaux.
    }
    .expected = Des morceaux comme { $columns } étaient attendus, aucun vide ; une question a au moins deux propositions.
    .todo = Séparez les morceaux d’une ligne par une tabulation ou |, et écrivez un élément par ligne.
starting-pasted-nothing = Seuls des espaces ont été collés.
    .expected = Un élément par ligne était attendu.
    .todo = Collez des textes, ou choisissez un fichier.
starting-language = La langue de { $name } n’a pas pu être détectée.
    .expected = Une langue était attendue.
    .todo = Nommez-la, par exemple : --language fr.
    .page = Choisissez la langue des textes.
starting-columns = { $name } a les colonnes { $columns }.
    .expected = Ces colonnes étaient attendues : { $wanted }.
    .todo = Renommez les colonnes, ou collez plutôt les lignes.

## aloi/workbench/store

copy-not-sound = La copie ne passe pas le contrôle d’intégrité : { $problem }
    .expected = Un entrepôt sans problème était attendu.
    .todo = Lancez `aloi check` sur l’entrepôt, et gardez une copie plus ancienne.
    .page = Contrôlez l’entrepôt (Sauvegarde et contrôle), et gardez une copie plus ancienne.

## aloi/studies/linking

test-set-called-as-one =
    { $has_known ->
        [True] Un jeu de test s’appelle { $name }, comme un jeu de test enregistré.
       *[False] Le jeu de test n’a pas de nom.
    }
    .expected = Un nom unique était attendu.
    .todo = Donnez-lui le nom de son corpus, comme CodiEsp-D.
sets =
    { $has_strange ->
        [True] { $path } règle { $strange }.
       *[False] { $path } n’a aucun jeu de test.
    }
    .expected = Des tables appelées [[sets]] et [[rankers]] étaient attendues.
    .todo = Corrigez le fichier.
some-these-expected-among =
    { $has_strange ->
        [True] { $where } a { $strange }.
       *[False] { $where } n’a pas { $missing }.
    }
    .expected = Certains de ceux-ci étaient attendus, dont { $needed } : { $known }.
    .todo = Vérifiez l’orthographe.

## aloi/studies/neighbours

none-named-prepared-corpora-fit =
    { $ref_is ->
        [True] Aucun corpus préparé n’est nommé
       *[False] { $ref } est nommé
    }, et { $count } corpus préparés sur { $count_count } correspondent.
    .expected =
        { $has_value ->
            [True] L’un de ceux-ci était attendu : { $named }.
           *[False] Un corpus préparé était attendu.
        }
    .todo =
        { $has_value ->
            [True] Nommez-en un par son identifiant.
           *[False] Préparez-en un d’abord : aloi neighbours prepare.
        }
    .page = Choisissez-en un, ou préparez-en d’abord un à la page Voisins.

## aloi/studies/simplification

source-at-most-simplification-each =
    { $groups ->
        [0] Il n’y a aucune source
        [one] Il y a { $groups } source
       *[other] Il y a { $groups } sources
    }, avec au plus { $most ->
        [one] { $most } simplification
       *[other] { $most } simplifications
    } de chacune.
    .expected = Au moins deux simplifications d’une source étaient attendues : chacune est notée contre les autres.
    .todo = Ajoutez des simplifications des mêmes sources.
no-files-named = Aucun fichier n’est nommé.
    .expected = Une source, une cible et un fichier .aln étaient attendus.
    .todo = Nommez-les.
yawat-line =
    { $name } a { $sources ->
        [one] { $sources } ligne
       *[other] { $sources } lignes
    }, { $target_name } { $targets } et { $aln_name } { $pairs }.
    .expected = Le même nombre de lignes était attendu dans chaque fichier : la ligne i de chacun appartient à la paire i.
    .todo = Alignez les fichiers.

## aloi/studies/tokenisation

models-called-on-data-sets =
    Les modèles s’appellent { $names-count ->
        [0] (aucun)
       *[other] { $names }
    }, sur { $datasets } jeux de données.
    .expected = Au moins un modèle, chacun avec un nom unique, et un jeu de données étaient attendus.
    .todo = Nommez chacun une fois ; renommez l’un de deux dossiers du même nom.

## aloi/workbench/texts

document-cannot-split = Le document { $name } de { $corpus_name } ne peut pas être découpé : { $error_name }.
    .expected = Les phrases de chaque document étaient attendues ; aucune de ce corpus n’a été enregistrée.
    .todo = Corrigez ou retirez ce document, puis importez de nouveau les textes sous un autre nom.
corpus-restricted-by-data-use = Un accord d’utilisation des données restreint le corpus { $name }.
    .expected = Un motif pour partager ses textes était attendu.
    .todo = Donnez-le ; il est conservé avec la date de l’export.
reading-broke-down = Impossible de lire le fichier : il demande plus de { $gigabytes } Go de mémoire ou plus de { $seconds } secondes, ou il est trop abîmé pour être lu.
    .expected = Un fichier complet, lisible dans ces limites, était attendu.
    .todo = Ouvrez-le dans son programme et enregistrez-le de nouveau ; divisez un grand fichier, ou enregistrez un tableau en .csv.
gold-leaves-out-others =
    La référence de { $name } exclut les réponses de { $then-count ->
        [0] personne
       *[other] { $then }
    }, mais celles qui sont exclues maintenant sont de { $current-count ->
        [0] personne
       *[other] { $current }
    }.
    .expected = Une référence figée depuis le dernier changement était attendue.
    .todo = Figez de nouveau la référence, puis publiez la version.
wanted-all-zero = Aucun degré n’a de part supérieure à 0.
    .expected = Une part d’au moins un de ces degrés était attendue : { $levels }.
    .todo = Donnez des parts, ou demandez le même nombre d’items de chaque degré.

gold-other-schema =
    La référence de { $name } est dans la version { $then } des étiquettes, mais la version { $current } est en vigueur.
    .expected = Une référence de la version en vigueur était attendue.
    .todo = Figez de nouveau la référence : les réponses antérieures sont converties vers les nouvelles étiquettes.

merge-differs =
    { $name } et { $other } { $what ->
        [corpus] sont le même corpus
        [language] sont dans des langues différentes
        [agreement] n’ont pas les mêmes conditions : un accord d’utilisation des données ne couvre que l’un des deux
       *[items] contiennent des items de types différents
    }.
    .expected = Deux corpus de même langue, de même type d’items et aux mêmes conditions étaient attendus.
    .todo = Gardez-les séparés, ou choisissez un autre corpus.

person-is-computed = { $name } : { $person } est le nom du { $kind } des autres, et personne dans l’entrepôt n’a ce nom.
    .expected = Des réponses d’annotateurs étaient attendues, et non des valeurs calculées.
    .todo = Excluez-les, ou ajoutez d’abord une personne de ce nom.
decision-already-stands = { $where } : une décision sur l’item { $item } est déjà à la ligne { $line }.
    .expected = Une décision par item était attendue.
    .todo = Retirez l’une des deux.
decision-says-missing = { $where } : la valeur est vide, ou un code de valeur manquante.
    .expected = La valeur décidée était attendue.
    .todo = Écrivez-la, ou retirez la ligne.

archive-people = Des personnes de cet entrepôt ont les mêmes pseudonymes : { $pseudonyms }.
    .expected = Un choix était attendu : ce sont les personnes de l’archive, ou d’autres.
    .todo = Utilisez --people same si oui, --people others si non : celles de l’archive reçoivent alors de nouveaux pseudonymes.
    .page = Choisissez si ce sont elles ; sinon, celles de l’archive reçoivent de nouveaux pseudonymes.
push-no-token = Il n’y a pas de jeton pour le Hub.
    .expected = Un jeton avec le droit d’écrire était attendu dans { $name }, ou saisi quand la commande le demande.
    .todo = Définissez { $name } avant de lancer la commande ou `aloi serve` ; ne l’écrivez jamais dans une commande.
    .page = Demandez à l’administrateur de ce serveur de définir { $name }.
push-no-gate = La version publiée { $version } a été construite avant ces contrôles de publication : { $rules }.
    .expected = Une version qui a passé tous les contrôles de publication, ou qui a une raison pour chaque règle enfreinte, était attendue.
    .todo = Construisez une nouvelle version, puis envoyez-la.
push-stand-off = La version publiée { $version } est sans ses textes (stand-off).
    .expected = Une version publiée avec ses textes était attendue.
    .todo = Exportez-la avec --stand-off, et envoyez vous-même les fichiers.
    .page = Publiez-la avec ses textes, ou envoyez vous-même les fichiers.
push-offline = { $name } interdit l’accès au réseau.
    .expected = La permission de joindre le Hub était attendue.
    .todo = Retirez { $name }, et envoyez de nouveau.
push-not-allowed = Le Hub ne laisse pas ce jeton écrire dans { $repository }.
    .expected = Un jeton avec le droit d’y écrire était attendu.
    .todo = Vérifiez le nom, et les droits du jeton de { $name } ; rien n’a été publié.
push-refused = { $endpoint } a rejeté la version publiée pour { $repository } (statut { $status }).
    .expected = Un commit était attendu.
    .todo = Envoyez de nouveau plus tard ; rien n’a été publié.
push-unreachable = { $endpoint } ne peut pas être joint.
    .expected = Une réponse du Hub était attendue.
    .todo = Vérifiez la connexion, et envoyez de nouveau : les grands fichiers que le Hub a déjà ne sont pas envoyés de nouveau. Rien n’a été publié.
job-broke = La tâche a échoué : { $kind }.
    .expected = Un résultat, ou un message d’erreur avec sa raison, était attendu.
    .todo = C’est une erreur du programme. Le journal de l’exécuteur la décrit, sous la tâche { $job }.

## aloi/workbench/machines

machine-outside-restricted = Un accord d’utilisation restreint le corpus { $name }, et { $host } est une autre machine.
    .expected = Un serveur sur cette machine était attendu.
    .todo = Exécutez le modèle sur cette machine ; aucune raison n’autorise l’envoi ailleurs.
machine-outside = Les textes de { $name } seraient envoyés à { $host }, qui est une autre machine.
    .expected = Une raison de les envoyer était attendue, une fois pour ce corpus et ce serveur.
    .todo = Donnez la raison (--sending-reason) ; elle est enregistrée. Ou exécutez le modèle sur cette machine.
    .page = Donnez la raison ; elle est enregistrée. Ou exécutez le modèle sur cette machine.
machine-server-down = Le serveur { $endpoint } a échoué pour { $items } items de suite.
    .expected = Un serveur qui répond était attendu.
    .todo = Vérifiez le serveur, puis recommencez : les réponses déjà reçues sont enregistrées et ne sont pas redemandées.
