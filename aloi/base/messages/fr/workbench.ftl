## aloi/workbench/models

source-absent = { $source } n’est ni un fichier ou un dossier d’ici, ni une version publiée.
    .expected = Un chemin ou une version publiée était attendu.
    .todo = Vérifiez le chemin, ou nommez une version publiée ainsi : campagne@version.
source-no-release = { $source } n’est ni un fichier ou un dossier d’ici, ni une version publiée.
    .expected = Un chemin ou une version publiée était attendu. { $error-expected }
    .todo = Vérifiez le chemin, ou nommez une version publiée ainsi : campagne@version.
runs-of-two-tests =
    Les exécutions { $first } et { $second } ont toutes deux été notées sur { $label }, mais pour la seconde il a { $other ->
        [items] d’autres items
        [gold] une autre référence
        [scale] une autre échelle
       *[data] des données d’une autre somme de contrôle
    }.
    .expected = Des exécutions notées sur le même test étaient attendues : mêmes items, même référence, même échelle, mêmes données.
    .todo = Relancez l’une des deux sur les données de l’autre, ou comparez-les à part.
cannot-read = Impossible de lire { $path } : { $error }.
    .expected = Un fichier TOML en UTF-8 était attendu.
    .todo = Corrigez cette ligne.
config-sets =
    { $has_strange ->
        [True] { $path } règle { $strange }.
       *[False] { $path } ne nomme aucune recette.
    }
    .expected = Certains de ces noms étaient attendus, dont recipe : { $kinds }.
    .todo = Corrigez le fichier.
config-gives = { $path } donne { $value } pour { $name }.
    .expected = Était attendu : { $kind }.
    .todo = Corrigez cette ligne.
none-runs-trained-scored-on =
    Aucune des { $results } exécutions n’a été entraînée puis notée sur { $test-count ->
        [0] un test
       *[other] { $test }
    }.
    .expected = Des exécutions avec plusieurs nombres de lignes d’entraînement étaient attendues.
    .todo = Entraînez d’abord avec 25, 50, 75 et 100 % des lignes.
no-part = { $source } n’a pas de partie { $name }.
    .expected =
        L’une de celles-ci était attendue : { $parts-count ->
            [0] il n’y en a aucune
           *[other] { $parts }
        }.
    .todo = Nommez une partie qui existe, comme dans { $source }:{ $data_parts } ; ou répartissez de nouveau les lignes : --split train=.7,dev=.1,test=.2.
    .page = Choisissez une partie qu’elles ont, ou répartissez à nouveau les lignes.
run-recipe =
    L’exécution { $line } est dans l’état { $status }, de la recette { $has_spec ->
        [True] { $recipe }
       *[False] inconnue
    }.
    .expected = Une exécution terminée de sbert_sts était attendue : son encodeur compare toutes les paires de phrases.
    .todo = Nommez une autre exécution, ou un encodeur.
run-kept-no-model = L’exécution { $line } n’a gardé aucun modèle.
    .expected = Une exécution avec le réglage keep_model était attendue.
    .todo = Entraînez de nouveau avec keep_model=true, ou nommez un encodeur.
items-asked-folds-disjoint-by =
    { $top ->
        [one] { $top } item est demandé
       *[other] { $top } items sont demandés
    }, avec des plis disjoints selon { $disjoint }.
    .expected = Un nombre à partir de 1, et l’un de { $disjoint_2 }, étaient attendus.
    .todo = Corrigez-le.
recipe-learns-rows-kind = La recette { $name } apprend des lignes de la sorte { $row_kind_name }.
    .expected = Une recette de paires notées était attendue.
    .todo = Choisissez-en une autre : aloi recipes en donne la liste.
    .page = Choisissez une autre recette.
round-campaign-asked-annotators =
    Un tour ({ $purpose }) de la campagne { $name } ({ $status }) est demandé, avec { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    }.
    .expected = Une campagne ouverte, l’un de { $purpose_2 }, et au moins un annotateur étaient attendus.
    .todo = Dites qui répond, comme dans --annotators A1,A2.
    .page = Choisissez qui répond.
doubts-campaign-task = La campagne { $name } a la tâche { $kind_name }.
    .expected = Des paires avec un score étaient attendues.
    .todo = Choisissez une autre campagne.
settings-given = Des réglages ont été donnés pour { $recipes }.
    .expected = Des réglages pour une seule recette étaient attendus.
    .todo = Évaluez cette recette à part.
floors-scored-on-nothing = Les planchers n’avaient aucun test sur lequel être notés.
    .expected = Un test était attendu.
    .todo = Nommez-le avec --test.
    .page = Choisissez un test.
no-run-named = Aucune exécution n’est choisie.
    .expected = Au moins une était attendue.
    .todo = Choisissez les exécutions à comparer.
runs-several-kinds-rows-named = Les exécutions choisies sont de plusieurs sortes de lignes : { $value }.
    .expected = Des exécutions d’une seule sorte étaient attendues.
    .todo = Comparez celles de chaque sorte à part.
run-does-not-keep-items = L’exécution { $run } n’a pas gardé les items de son test { $label }.
    .expected = Le test sur lequel elle dit avoir été notée était attendu dans tests.json.
    .todo = Relancez-la.
runs-id-begins =
    { $count ->
        [0] Aucune exécution n’a
       *[other] { $count } exécutions ont
    } un identifiant qui commence par { $run_id }.
    .expected =
        L’identifiant d’une exécution était attendu : { $value-count ->
            [0] il n’y en a pas encore
           *[other] { $value }
        }.
    .todo = Voyez-en la liste : aloi run list.
    .page = Choisissez une exécution dans la liste de la page Modèles.
run-not-done = L’exécution { $name } n’est pas terminée.
    .expected = Une exécution avec son run.json était attendue.
    .todo = Attendez-la, ou relancez-la : elle reprend où elle s’est arrêtée.
grid-learning-curve-asked-at = Une grille et une courbe d’apprentissage ont été demandées à la fois.
    .expected = L’une des deux était attendue.
    .todo = Demandez l’une après l’autre.
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
grid-asked-without-data-train = Une grille a été demandée sans données d’entraînement.
    .expected = Au moins une source était attendue.
    .todo = Nommez-les.
training-seeds =
    Les graines sont { $seeds-count ->
        [0] absentes
       *[other] { $seeds }
    }.
    .expected = Un ou plusieurs nombres entiers, à partir de 0, étaient attendus.
    .todo = Écrivez-les ainsi : 0,1,2.

## aloi/workbench/agreement

merge-written = La fusion est écrite { $line }.
    .expected = Un nouveau nom, un signe égal et des étiquettes séparées par des virgules étaient attendus.
    .todo = Écrivez-la ainsi : insertion = inprop, inmod.
merge-names-label-which-stands =
    La fusion { $line } nomme l’étiquette { $label }, { $label_in_merges ->
        [True] qui est déjà dans une fusion
       *[False] que la campagne n’a pas
    }.
    .expected = Chacune de celles-ci était attendue une fois au plus : { $known }.
    .todo = Corrigez l’étiquette.
merge-called-label-left-as =
    { $has_taken ->
        [True] Une fusion s’appelle { $taken }, et une étiquette laissée telle quelle a ce nom.
       *[False] Aucune fusion n’est écrite.
    }
    .expected = De nouveaux noms pour des étiquettes qui comptent alors comme une seule étaient attendus.
    .todo =
        { $has_taken ->
            [True] Choisissez un autre nom, ou ajoutez cette étiquette à la fusion.
           *[False] Écrivez-en une ainsi : insertion = inprop, inmod.
        }
task-answers-no-labels = La tâche de { $name } est { $task_type } : ses réponses ne sont pas des étiquettes.
    .expected = Une tâche avec des étiquettes était attendue.
    .todo = Fusionnez des étiquettes dans une campagne qui en a.
round-campaign-no-answers = Le tour { $number } de la campagne { $name } n’a aucune réponse.
    .expected = Au moins une réponse était attendue.
    .todo = Attendez les premières réponses.
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
    .page = Donnez un tableau avec une colonne par personne, ou choisissez « une ligne par jugement » et ses colonnes.
rating-no-number-labels-no = { $name } : le jugement { $rest } n’est pas un nombre, et les étiquettes n’ont pas d’ordre connu.
    .expected = Des nombres, ou des étiquettes dont l’ordre est déclaré, étaient attendus au niveau ordinal.
    .todo = Donnez les étiquettes de la plus basse à la plus haute avec --categories, ou prenez --level nominal.
    .page = Écrivez toutes les étiquettes, du plus bas au plus haut, dans leur champ, ou choisissez que les jugements sont des étiquettes (nominal).
category-not-number-ratings = La catégorie { $wrong } n’est pas un nombre, alors que les jugements en sont.
    .expected = Des catégories de la même sorte que les jugements étaient attendues.
    .todo = Corrigez les catégories (--categories).
    .page = Corrigez la liste des degrés ou étiquettes.
unit-already-stands-line =
    { $where } : l’unité { $name } est déjà à la ligne { $unit }, avec d’autres jugements ; { $count ->
        [one] une unité est
       *[other] { $count } unités sont
    } sur plusieurs lignes.
    .expected = Chaque unité était attendue une fois dans un tableau large.
    .todo = Si une ligne est un jugement, dites --layout long ; si ce sont des passages, nommez leur colonne avec --by ; sinon, retirez des lignes.
    .page = Si une ligne est un jugement, choisissez « une ligne par jugement » ; si ce sont des passages, ventilez par leur colonne ; sinon, supprimez des lignes.
rates-as-line =
    { $where } : { $key } juge { $key_key }, comme à la ligne { $value } ; { $count ->
        [one] une ligne juge
       *[other] { $count } lignes jugent
    } de nouveau.
    .expected = Un jugement par annotateur et par unité était attendu.
    .todo = Retirez l’une des deux lignes ; si elles jugent des aspects différents, nommez cette colonne avec --by.
    .page = Supprimez une des deux lignes ; si elles jugent des aspects différents, ventilez par cette colonne.
unit-before = { $where } : l’unité { $key } a { $value } dans { $name }, et { $value_value } plus haut.
    .expected = Une seule valeur de { $name } par unité était attendue.
    .todo = Corrigez le tableau.
ratings-table-column-empty = { $where } : la colonne { $column } est vide.
    .expected = Un nom était attendu.
    .todo = Remplissez-la.
ratings-table-column-holds = { $where } : la colonne { $column } contient { $value }.
    .expected = Un nombre, une étiquette, ou une cellule vide si le jugement manque, était attendu.
    .todo = Corrigez la cellule, ou laissez-la vide.
gave-unit = { $name } : { $name_2 } a donné { $cell } à l’unité { $unit }.
    .expected = Un nombre était attendu au niveau { $level } ; une cellule vide ou NA est un jugement manquant.
    .todo = Corrigez la cellule, nommez les colonnes des jugements (--columns), ou prenez --level nominal.
    .page = Corrigez la cellule, choisissez les colonnes des jugements, ou choisissez que les jugements sont des étiquettes (nominal).
written-decimal-comma = { $where } : { $text } est écrit avec une virgule décimale.
    .expected = Des nombres avec un point décimal étaient attendus.
    .todo = Écrivez { $text_2 } ; à côté d’autres étiquettes, au niveau nominal, les cellules restent telles quelles.
rating-is-a-date = { $where } : la colonne { $column } contient la date { $value }, qu’aucun jugement n’est.
    .expected = Un nombre ou une étiquette était attendu ; les tableurs font des dates de jugements comme 1/2 ou 3-4.
    .todo = Donnez à la colonne le format texte dans le tableur, écrivez de nouveau le jugement, et enregistrez.
column-named-as-computed = { $name } : la colonne { $column } porte le nom d’une valeur calculée ({ $kind }) sur les autres, et ses valeurs ne le sont pas.
    .expected = Une colonne par annotateur était attendue.
    .todo = Nommez les colonnes des jugements (--columns), ou laissez cette colonne de côté.
    .page = Choisissez les colonnes des jugements, sans celle-ci.
column-is-computed = { $name } : la colonne { $column } se calcule ({ $kind }) sur les autres à chaque ligne.
    .expected = Une colonne par annotateur était attendue, et aucune colonne calculée sur les autres.
    .todo = Nommez les colonnes des jugements (--columns), ou laissez cette colonne de côté.
    .page = Choisissez les colonnes des jugements, sans celle-ci.
column-names-nobody = { $name } : la colonne { $column } ne porte pas le nom d’un annotateur.
    .expected = Une colonne par annotateur était attendue ; ce qui décrit l’item, ce qui fut décidé et ce que dit un modèle n’en sont pas.
    .todo = Nommez les colonnes des jugements (--columns), ou laissez cette colonne de côté.
    .page = Choisissez « une colonne par personne » et les colonnes des jugements.
column-of-annotators = { $name } : la colonne { $column } porte le nom de celle des annotateurs, et une ligne n’est pas un jugement.
    .expected = Une colonne par annotateur était attendue, ou une ligne par jugement : des items sur plusieurs lignes, chacune avec son annotateur.
    .todo = Transposez le tableau si chaque ligne est un annotateur ; sinon, nommez --unit, --annotator et --value, ou --columns.
    .page = Transposez le tableau si chaque ligne est un annotateur ; sinon, choisissez « une ligne par jugement » et ses colonnes.
column-shares-no-value = { $name } : la colonne { $column } n’a aucune valeur en commun avec les autres colonnes.
    .expected = Des jugements sur la même échelle étaient attendus dans chaque colonne.
    .todo = Nommez les colonnes des jugements (--columns), ou corrigez les étiquettes de celle-ci.
    .page = Choisissez les colonnes des jugements, ou corrigez les étiquettes de celle-ci.
long-table-columns = { $name } : ses colonnes sont { $columns }, et aucune n’est nommée comme celle des annotateurs ou des jugements.
    .expected = Un tableau long a une colonne de l’annotateur et une du jugement.
    .todo = Nommez-les avec --annotator et --value.
    .page = Choisissez « une ligne par jugement » et les deux colonnes.
level-not-told = { $name } ne dit pas à quel niveau ses notes sont mesurées.
    .expected = L’un de ceux-ci était attendu : { $levels } ; seules les réponses exportées par Aloi disent le leur.
    .todo = Nommez-le : --level nominal pour des étiquettes sans ordre, --level ordinal pour des degrés.
    .page = Choisissez ce que sont les jugements : des étiquettes sans ordre (nominal), ou des degrés (ordinal).
export-level = Aucune vue de ces réponses exportées n’a le niveau { $level }.
    .expected = L’un de ceux-ci était attendu : { $levels }.
    .todo = Laissez de côté --level, ou nommez unité, annotateur et valeur pour mesurer ce tableau comme un autre.
    .page = Donnez le tableau tel qu’il a été exporté, sans nommer de colonnes.
export-option = { $name } contient des réponses exportées par Aloi, et { $option } est indiqué.
    .expected = Un tel tableau dit lui-même ses documents, ses tours et ses catégories.
    .todo = Laissez de côté { $option }, ou nommez unité, annotateur et valeur pour mesurer ce tableau comme un autre.
export-schema = { $where } : des réponses exportées par Aloi, mais rien ne dit ce qui était demandé.
    .expected = La première ligne de chaque tour devait le dire dans la colonne « schema ».
    .todo = Exportez à nouveau les réponses en gardant cette ligne, ou indiquez --unit item_id --annotator annotator --value value.
    .page = Exportez à nouveau les réponses (page Tours) et gardez cette ligne.
export-schemas = { $where } : une autre tâche, ou d’autres réglages, que dans les lignes précédentes.
    .expected = Les réponses d’une seule campagne étaient attendues dans un tableau.
    .todo = Mesurez les campagnes une par une.
export-answered-twice = { $where } : { $annotator } répond à un item d’une ligne précédente, dans le même tour.
    .expected = Une réponse par annotateur à un item dans un tour était attendue.
    .todo = Retirez l’une des deux lignes, ou exportez à nouveau les réponses.
export-answer = { $where } : la colonne « value » ne contient pas de réponse de la tâche { $task }.
    .expected = Des réponses telles qu’Aloi les exporte étaient attendues.
    .todo = Exportez à nouveau les réponses.
rating-is-an-answer = { $where } : la colonne { $column } contient une réponse entière, écrite en JSON.
    .expected = Une étiquette ou un nombre par case était attendu.
    .todo = Exportez à nouveau les réponses avec `aloi annotations export` et donnez ce fichier sans nommer de colonnes.
    .page = Exportez à nouveau les réponses (page Tours) et donnez ce fichier tel quel.
long-several-values = { $name } nomme des annotateurs, et plusieurs colonnes peuvent contenir leurs notes : { $values }.
    .expected = Une seule colonne de notes était attendue dans un tableau long.
    .todo = Nommez-la, avec les deux autres : --unit, --annotator et --value.
    .page = Choisissez-la comme colonne du jugement, avec les deux autres.
layout-annotator = La forme est { $layout }, et la colonne des personnes qui est nommée est celle d’un tableau long.
    .expected = L’un des deux était attendu.
    .todo = Laissez de côté --layout, ou bien --annotator et --value.
    .page = Choisissez « une ligne par jugement », ou des colonnes de jugements.
count-not-whole = { $name } : l’unité { $unit } a { $cell } dans { $column }, ce qui n’est pas un effectif.
    .expected = Des nombres entiers à partir de 0 étaient attendus dans un tableau d’effectifs.
    .todo = Corrigez la cellule, nommez les colonnes des effectifs (--columns), ou dites --layout wide.
    .page = Corrigez la cellule, choisissez les colonnes de nombres, ou dites que le tableau a une colonne par personne.
counts-measure = { $measure } a besoin de savoir qui a donné chaque jugement, ce qu’un tableau d’effectifs ne dit pas.
    .expected = L’un de ceux-ci était attendu : { $known }.
    .todo = Choisissez-en un, ou dites --layout wide si chaque colonne est un annotateur.
    .page = Choisissez-en un, ou dites que le tableau a une colonne par personne.
counts-jackknife = Le jackknife retire des annotateurs, et un tableau d’effectifs ne dit pas qui ils sont.
    .expected = Un intervalle sur les unités était attendu.
    .todo = Prenez --ci analytic ou bootstrap.
    .page = Choisissez l’intervalle analytique ou le bootstrap.
round-no-answers-yet = Le tour { $number } n’a pas encore de réponse.
    .expected = Au moins une réponse était attendue.
    .todo = Attendez les annotateurs, ou importez leurs réponses.
weights-order = { $name } : les jugements sont des étiquettes dont l’ordre n’est pas déclaré ; les poids { $weights } en demandent un.
    .expected = Des nombres, ou des étiquettes dont l’ordre est déclaré, étaient attendus pour ces poids.
    .todo = Donnez les étiquettes de bas en haut avec --categories, ou prenez --weights unweighted.
    .page = Donnez les étiquettes de bas en haut, ou choisissez de ne pas pondérer.
sets-level = { $asked } est pour des ensembles, et le niveau est { $level }.
    .expected = Les ensembles n’ont pas d’ordre : le niveau nominal était attendu.
    .todo = Prenez --level nominal, ou une mesure de valeurs simples.
    .page = Choisissez que les jugements sont des étiquettes (nominal), ou un coefficient pour des valeurs simples.
separator-empty = Le signe entre étiquettes est { $separator }, qui est vide.
    .expected = Un signe tel que le point-virgule ou la virgule était attendu.
    .todo = Nommez le signe par --separator, ou n’employez pas l’option.
    .page = Écrivez le signe, ou laissez le champ vide.
one-annotator-value-named-not = L’une des colonnes de la personne et du jugement est nommée, pas l’autre.
    .expected = Les deux étaient attendus pour un tableau long.
    .todo = Nommez les colonnes de l’unité, de l’annotateur et de la valeur, ou aucune pour un tableau large.
column-named-twice-two-unit = La colonne { $twice } est nommée deux fois, pour deux de ces rôles : unité, annotateur, valeur.
    .expected = Une colonne pour chacun était attendue.
    .todo = Nommez la colonne qui contient chacun d’eux.
interval-whole-documents-resampled = L’intervalle est { $ci } et l’on tire des documents entiers ({ $cluster }).
    .expected = Un bootstrap était attendu : lui seul peut tirer des documents.
    .todo = Prenez --ci bootstrap, ou laissez --cluster de côté.
    .page = Choisissez le bootstrap, ou aucune colonne de documents.

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
terminology-no-name = La terminologie { $name } n’a aucun nom dans la langue { $language }.
    .expected =
        L’une de ses langues était attendue : { $languages-count ->
            [0] elle n’en dit aucune
           *[other] { $languages }
        }.
    .todo = Choisissez une autre langue, ou classez tous les noms.
campaign-names-terminology-which = La campagne { $name } nomme la terminologie { $name_2 }, qui n’est pas dans l’entrepôt.
    .expected =
        L’une de celles-ci était attendue : { $terminologies-count ->
            [0] il n’y en a pas encore
           *[other] { $terminologies }
        }.
    .todo = Importez la terminologie sous ce nom (`aloi terminology import`).
    .page = Importez la terminologie sous ce nom (page Terminologies).
run-recipe-does-not-tag =
    L’exécution { $line } est dans l’état { $status }, de la recette { $has_spec ->
        [True] { $recipe }
       *[False] inconnue
    }, et ne marque pas de segments.
    .expected = Une exécution terminée qui a appris les segments de textes était attendue, comme celles de token_classifier ou de dictionary_tagger.
    .todo = Nommez une autre exécution : `aloi run list` ; ou entraînez-en une sur des données avec des segments.
    .page = Choisissez une autre exécution, ou entraînez-en une sur des données à segments (page Modèles).
rows-tagged-tokens-part-not =
    { $source } a { $tagged ->
        [one] { $tagged } ligne
       *[other] { $tagged } lignes
    } de mots étiquetés dans la partie { $part }, et non les { $items } dont l’exécution a appris.
    .expected = Les données de l’exécution telles qu’elles étaient, réparties de même, étaient attendues : l’exécution n’a pas gardé de modèle, on l’entraîne de nouveau.
    .todo = Rétablissez-les ; donnez le même --split qu’à l’entraînement ; ou entraînez avec keep_model=true.
    .page = Remettez-les, répartissez-les comme à l’entraînement, ou entraînez à nouveau en gardant le modèle.
keep-lexical = Une partie des paires est à garder, et le mineur est { $miner }.
    .expected = Un réservoir, les meilleures paires et une limite par phrase étaient attendus du seul mineur lexical.
    .todo = Laissez ces options de côté, ou prenez le mineur lexical.
top-count = top vaut { $top } et count vaut { $count }.
    .expected = Des nombres à partir de 1 étaient attendus.
    .todo = Augmentez-les.
mine-restricted-elsewhere =
    Un accord d’utilisation des données restreint le corpus { $name }, et un ordonnanceur Dask enverrait ses textes à d’autres machines.
    .expected = Une recherche sur cette machine seule était attendue.
    .todo = Ne nommez pas d’ordonnanceur.
pairs-sentences =
    { $sentences ->
        [0] Il n’y a aucune phrase
        [one] Il y a { $sentences } phrase
       *[other] Il y a { $sentences } phrases
    }.
    .expected = Au moins deux étaient attendues.
    .todo = Importez d’abord des textes et découpez-les en phrases.
sentence-not-corpus-any-more = { $where } : une phrase n’est plus dans le corpus.
    .expected = Des candidats du corpus tel qu’il est maintenant étaient attendus.
    .todo = Refaites la recherche : le corpus a été redécoupé depuis.
pair-already-stands-line = { $where } : la paire est déjà à la ligne { $line }.
    .expected = Chaque paire était attendue une fois.
    .todo = Retirez l’une des deux lignes.
pairs-column-holds = { $where } : la colonne { $column } contient { $cell }.
    .expected = Un nombre de -1 à 1, ou une cellule vide, était attendu.
    .todo = Refaites la recherche, ou corrigez la cellule.
reason-assumption-missing = Il manque le motif de la supposition.
    .expected = Une phrase était attendue : elle est imprimée dans la version publiée.
    .todo = Dites ce qui a été vérifié.
pairs-assumed =
    { $count ->
        [one] { $count } paire est à supposer
       *[other] { $count } paires sont à supposer
    }.
    .expected = Au moins une était attendue.
    .todo = Augmentez le nombre.
suspect-not-among-pairs-drawn = La paire suspecte { $named } n’est pas parmi les { $pool } paires tirées.
    .expected = Les identifiants des deux phrases d’une paire tirée étaient attendus.
    .todo = Copiez-les des colonnes left_id et right_id du tirage.
random-pairs-not-suspect = Sur { $pool } paires au hasard, { $sound } ne sont pas suspectes.
    .expected =
        { $count ->
            [one] { $count } était attendue.
           *[other] { $count } étaient attendues.
        }
    .todo = Tirez plus de paires au hasard, ou supposez-en moins.
no-target-corpus-one-words = Aucune cible du corpus { $name } n’est l’un des { $wanted } mots de { $path_name }.
    .expected = Des mots qui sont des cibles du corpus étaient attendus.
    .todo = Importez ou cherchez d’abord des cibles (`aloi targets`), avec ces lemmes.
    .page = Importez ou cherchez d’abord des cibles (page Candidats), avec ces lemmes.
gold-holds-no-substitute = La référence de { $name } ne contient aucun substitut.
    .expected = Au moins un était attendu.
    .todo = Recueillez-en.
substitutes-columns = { $name } a les colonnes { $columns }.
    .expected = Une colonne { $substitute_columns } était attendue.
    .todo = Renommez la colonne.
target-or-substitute-empty = { $where } : la cible ou le substitut est vide.
    .expected = Les deux étaient attendus à chaque ligne.
    .todo = Complétez ou retirez la ligne.
terminology-no-name-look-up = La terminologie { $name } n’a aucun nom à chercher dans des textes en { $language }.
    .expected = Des noms dans cette langue, avec un groupe sémantique ou une étiquette pour tous, étaient attendus.
    .todo = Donnez une étiquette, ou choisissez un autre groupe ou une autre terminologie.
none-texts-campaign = Aucun des { $rows } textes de { $name } n’est dans la campagne { $value_name }.
    .expected = Les mêmes textes étaient attendus, aux espaces près.
    .todo = Faites annoter les textes de cette campagne par l’autre système.
line-no-label = { $name }, ligne { $number } : { $text } n’a pas d’étiquette.
    .expected = Un texte, une tabulation et une étiquette étaient attendus.
    .todo = Complétez la ligne, ou dites quelle étiquette ont toutes les lignes.
suggestions-empty = { $name } est vide.
    .expected = Un texte et une étiquette par ligne étaient attendus.
    .todo = Remplissez-le.
corpus-no-passages = Le corpus de { $name } n’a pas de passages.
    .expected = Des textes où proposer des segments étaient attendus.
    .todo = Faites d’abord des passages : à la page Candidats, ou par `aloi passages make`.
    .page = Faites d’abord des passages, à la page Candidats.
corpus-no-sentences = Le corpus { $name } n’a pas de phrases.
    .expected = Des phrases étaient attendues.
    .todo = Découpez d’abord ses textes en phrases.
keeps-no-row = { $name } ne garde aucune ligne.
    .expected = Au moins une était attendue.
    .todo = Gardez quelques cibles.
place-target-missing = { $where } : il manque la place de la cible.
    .expected = start et end étaient attendus, tels que la recherche les a écrits.
    .todo = Rétablissez-les, ou retirez la ligne.
sentence-not-corpus-target = { $where } : la phrase { $sentence_id } n’est pas dans le corpus avec cette cible.
    .expected = Des cibles du corpus tel qu’il est maintenant étaient attendues.
    .todo = Refaites la recherche : le corpus a été redécoupé depuis.
lemma-part-speech = { $where } : le lemme est { $lemma } et la catégorie { $pos }.
    .expected = Un lemme, et l’une de ces catégories : { $pos_2 }, étaient attendus.
    .todo = Corrigez-les.
text-no-part-sentence-around = { $where } : le texte { $value } n’est pas une partie de la phrase autour de la cible.
    .expected = La phrase, raccourcie à son début ou à sa fin, était attendue.
    .todo = Ne raccourcissez qu’aux bouts ; importez d’autres textes comme cibles toutes faites.
sentence-trimmed-without-note = { $where } : la phrase a été raccourcie sans note.
    .expected = Une note était attendue : ce qui a été retiré, et pourquoi on pouvait s’en passer.
    .todo = Écrivez-la dans la colonne note.
does-not-tell-how-mined = { $name } ne dit pas comment { $path_name } a été trouvé.
    .expected = Le fichier que la recherche a écrit à côté de son tableau était attendu.
    .todo = Gardez les deux ensemble sous un même nom, ou refaites la recherche.

## aloi/workbench/files

files-given-called =
    { $paths ->
        [one] { $paths } fichier est donné
       *[other] { $paths } fichiers sont donnés
    }, sous les noms { $paths_2-count ->
        [0] (aucun)
       *[other] { $paths_2 }
    }.
    .expected = Des fichiers aux noms différents étaient attendus : chacun est une partie, qui prend son nom.
    .todo = Renommez les fichiers.
label-empty = { $where } : l’étiquette est vide.
    .expected = Une étiquette pour chaque ligne de la référence était attendue.
    .todo = Remplissez-la ; si des lignes peuvent n’en avoir aucune, appelez la colonne { $several }.
balance-not-in-pool = { $where } : la réserve n’a pas de paire { $name }.
    .expected = Des scores de paires de la réserve étaient attendus.
    .todo = Prenez les identifiants de la table dont les paires ont été tirées, ou retirez la ligne.
batch-count = { $count } paires sont demandées dans un lot.
    .expected = Il en faut au moins { $least } : une seule ne laisserait aucune chance à certaines paires de la réserve.
    .todo = Demandez-en davantage.
balance-off-scale = { $where } : le score est { $score }, sur une échelle de { $low } à { $high }.
    .expected = Un score de l’échelle était attendu.
    .todo = Corrigez-le, ou indiquez l’échelle : --scale BAS,HAUT.
    .page = Corrigez-le, ou les bornes de l’échelle.
id-empty-or-stands-second = { $where } : l’identifiant { $name } est vide ou y est une seconde fois.
    .expected = Chaque ligne a besoin d’un identifiant à elle.
    .todo = Corrigez les identifiants.
column-gold-column = { $path } a la colonne { $value }, la référence la colonne { $wanted }.
    .expected = La même colonne des deux côtés était attendue.
    .todo = Écrivez des deux côtés une étiquette par ligne (label), ou plusieurs (labels).
no-column-columns = { $path } n’a pas de colonne { $wanted } ; ses colonnes sont { $columns }.
    .expected = Les colonnes « id » et { $wanted }, ou une colonne de probabilités par étiquette, étaient attendues.
    .todo = Nommez ainsi la colonne ; avec des probabilités, dites --threshold 0.5 ou un autre seuil.
    .page = Nommez la colonne ainsi ; avec des probabilités, donnez un seuil comme 0,5.
threshold-gold-several-labels-row =
    Le seuil est { $threshold } et la référence a { $has_several ->
        [True] plusieurs étiquettes
       *[False] une étiquette
    } par ligne.
    .expected = Un nombre de 0 à 1, et une référence avec la colonne « labels », étaient attendus.
    .todo = Changez le seuil, ou laissez-le de côté.
score-labels-column-holds = { $where } : la colonne { $column } contient { $cell }.
    .expected = Une probabilité de 0 à 1 était attendue.
    .todo = Corrigez la cellule, ou laissez de côté les colonnes qui ne sont pas des étiquettes.
item-no-score = { $name } : l’item { $empty } n’a pas de score.
    .expected = Un score pour chaque item de la référence était attendu.
    .todo = Remplissez-le ou retirez la ligne.
score-give-beside-sari = Le score à donner à côté de SARI est { $unknown }.
    .expected = Certains de ceux-ci étaient attendus : { $beside } ; ou aucun.
    .todo = Vérifiez l’orthographe.
no-reference-given = Aucune référence n’est donnée.
    .expected = Au moins un fichier de références était attendu.
    .todo = Ajoutez --reference F.
    .page = Donnez un fichier de références.
score-simplifications-line =
    { $name } a { $lines ->
        [one] { $lines } ligne
       *[other] { $lines } lignes
    } et { $source_name } { $text }.
    .expected = Autant de lignes dans chaque fichier étaient attendues : la ligne i de chacun appartient à la phrase i.
    .todo = Alignez les fichiers.
score-simplifications-line-no-text = { $name }, ligne { $empty } : il n’y a pas de texte.
    .expected = Une phrase à chaque ligne de la source et des références était attendue.
    .todo = Remplissez-la, ou retirez la ligne de chaque fichier.
two-files-answers-called = Deux fichiers de réponses s’appellent { $twice }.
    .expected = Un nom pour chaque système était attendu.
    .todo = Renommez l’un des fichiers.
files-beside-hold-gold-items =
    À côté de { $name }, { $fitting ->
        [0] aucun fichier ne contient
        [one] { $fitting } fichier contient
       *[other] { $fitting } fichiers contiennent
    } la référence de ses { $ids ->
        [one] { $ids } item
       *[other] { $ids } items
    }.
    .expected = Un seul fichier de lignes de référence y était attendu, avec gold dans son nom.
    .todo = Nommez le fichier de lignes de référence lui-même.
item-not-gold = { $where } : l’item { $line } n’est pas dans la référence.
    .expected = L’un des { $gold } items de la référence était attendu.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
item-gold = { $where } : l’item { $line } est { $lemma }.{ $pos }, et { $known_lemma }.{ $known_pos } dans la référence.
    .expected = Le même mot dans les deux fichiers était attendu.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
nothing-can-resampled = { $unit } ne peut pas être tiré de nouveau.
    .expected = Était attendu : { $units }.
    .todo = Choisissez-en un.
line-token-line = { $name }, ligne { $line }, a le mot { $value } ; { $gold_name }, ligne { $lines_line }, a { $token }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus des deux côtés.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
sentence-at-line-tokens-at =
    La phrase à la ligne { $line } de { $name } a { $tokens ->
        [one] { $tokens } mot
       *[other] { $tokens } mots
    } ; à la ligne { $lines_line } de { $gold_name } elle en a { $tokens_count }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus des deux côtés.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
score-tags-sentences =
    { $name } a { $wanted ->
        [one] { $wanted } phrase
       *[other] { $wanted } phrases
    } et { $predicted_name } { $count }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus des deux côtés.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
line-tag-not-scheme = { $name }, ligne { $line } : l’étiquette { $tag } n’est pas du schéma { $scheme }.
    .expected = Des étiquettes telles que { $examples } étaient attendues.
    .todo = Corrigez-la, choisissez un autre schéma, ou dites --bare si ce sont des catégories grammaticales.
    .page = Corrigez-la, choisissez un autre schéma, ou dites que les étiquettes sont des catégories grammaticales.
sentence-at-line-names-no = { $name } : la phrase à la ligne { $line } ne nomme aucun document.
    .expected = Une ligne `# document = NOM` ou -DOCSTART- avant elle était attendue.
    .todo = Écrivez ces lignes, ou tirez des phrases.
table-write = Le tableau à écrire est { $out }.
    .expected = Un fichier qui finit par { $suffixes }, dans un dossier qui existe, était attendu.
    .todo = Corrigez le suffixe, ou créez le dossier.
id-empty = { $where } : l’identifiant est vide.
    .expected = Un identifiant était attendu à chaque ligne.
    .todo = Remplissez ou retirez la ligne.
id-already-stands-line = { $where } : l’identifiant { $name } est déjà à la ligne { $first }.
    .expected = Chaque phrase a besoin d’un identifiant à elle.
    .todo = Corrigez les identifiants.

## aloi/workbench/imports

answers-item-already-answered = { $where } : { $annotator } répond à un item qui a déjà une réponse à { $seen }.
    .expected = Une réponse par annotateur et par item était attendue.
    .todo = Retirez l’une des deux lignes ; une répétition cachée le dit dans une colonne `occasion` : 1, puis 2.
campaign = La campagne { $name } est dans l’état { $status }.
    .expected = Une campagne ouverte était attendue.
    .todo = Rouvrez-la d’abord.
answers-round = Le tour { $number } est dans l’état { $status }.
    .expected = Un tour ouvert était attendu : les réponses ne changent plus après la clôture.
    .todo = Rouvrez-le d’abord.
answers-item-not-round = { $where } : l’item { $value } n’est pas dans le tour { $number }.
    .expected = L’un des { $left } items du tour était attendu.
    .todo = Importez dans le tour auquel les réponses appartiennent.
item-wants-no-more-answers = { $where } : l’item { $value } ne veut plus de réponse dans le tour { $number }.
    .expected = { $left } nouvelles au plus étaient attendues.
    .todo = Importez dans un tour au recouvrement plus grand, ou laissez de côté les réponses en trop.
no-person-called = Personne ne s’appelle { $unknown }.
    .expected =
        Des personnes connues étaient attendues : { $people-count ->
            [0] il n’y en a pas encore
           *[other] { $people }
        }.
    .todo = Ajoutez-les d’abord, ou demandez que les annotateurs inconnus soient ajoutés.
campaign-already-task = La campagne { $name } existe déjà et a la tâche { $task_type }.
    .expected = Une campagne de la tâche { $task } était attendue.
    .todo = Nommez une autre campagne, ou une nouvelle.
no-campaign-called = Aucune campagne ne s’appelle { $campaign }.
    .expected = Une campagne connue, ou la langue et la licence des textes d’une nouvelle, étaient attendues.
    .todo = Vérifiez le nom, ou donnez les deux : le corpus et la campagne sont alors faits de la source.
corpus-already-as-one-whose = Le corpus { $name } existe déjà, comme un corpus dont les textes peuvent être transmis.
    .expected = Les mêmes indications que la première fois étaient attendues : un corpus ne change plus une fois importé.
    .todo = Importez dans une nouvelle campagne.
campaign-no-name = La campagne n’a pas de nom.
    .expected = Un nom était attendu.
    .todo = Donnez-lui en un.
campaign-made-round-named = La campagne { $name } est à créer, et son tour { $number } est nommé.
    .expected = Le tour 1, ou un nouveau, était attendu.
    .todo = Laissez le numéro de côté.
source-holds-items-says-none =
    La source contient { $parts ->
        [one] { $parts } item
       *[other] { $parts } items
    }, et ne dit pour aucun quelle est la réponse.
    .expected = Des réponses à importer étaient attendues.
    .todo = Importez les items seuls, sans campagne, et faites-les annoter.
round-other-answers-same = Le tour { $number } de { $campaign } a d’autres réponses, des mêmes annotateurs, à { $count } de ces { $count_count } items.
    .expected = La source dont il a été fait, ou une nouvelle campagne, était attendue.
    .todo = Nommez une autre campagne, ou le tour où vont ces réponses.
mention-answers-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche linking était attendue.
    .todo = Nommez une autre campagne.
source-mentions-gives-none-them = La source des { $mentions } mentions de { $name } ne donne de concept à aucune.
    .expected = Des mentions importées avec leurs concepts étaient attendues.
    .todo = Faites-les plutôt annoter.
campaign-already-other-texts = { $where } : la campagne { $name } existe déjà, avec d’autres textes : son corpus n’a pas ceux de cette ligne.
    .expected = Des phrases du corpus de la campagne étaient attendues : un corpus ne change pas.
    .todo = Importez dans une nouvelle campagne, avec tous les fichiers de son corpus à la fois.

## aloi/workbench/imports/layouts

no-format-annotations-called = Aucun format d’annotations ne s’appelle { $name }.
    .expected = L’un de ceux-ci était attendu : { $layouts }.
    .todo = Vérifiez l’orthographe.
layouts-no = Il n’y a pas de { $path }.
    .expected = Un fichier ou un dossier était attendu.
    .todo = Vérifiez le chemin.
may-formats =
    { $has_fitting ->
        [True] { $name } peut être de { $fitting } formats.
       *[False] { $fitting_2 } n’est d’aucun format connu.
    }
    .expected = L’un de ceux-ci était attendu : { $names }.
    .todo = Nommez-le avec --format.
    .page = Choisissez son format dans la liste.
holds-answers-items-campaign-not = { $name } contient des réponses à des items, et la campagne n’existe pas encore.
    .expected = Une campagne connue avec ces items était attendue.
    .todo = Vérifiez le nom, ou importez d’abord les items et créez la campagne.
holds-no-answers = { $name } ne contient aucune réponse.
    .expected = Au moins une était attendue.
    .todo = Vérifiez que c’est le bon fichier.
annotator-empty = { $where } : l’annotateur est vide.
    .expected = Un nom pour chaque réponse était attendu.
    .todo = Remplissez-le ou retirez la ligne.
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
    .expected = L’identifiant d’un item enregistré était attendu, ou celui qu’il avait dans le fichier dont il a été importé.
    .todo = Tirez ou importez d’abord les items ; `aloi annotations export` montre leurs identifiants.
    .page = Tirez ou importez d’abord les items ; l’export des réponses (page Tours) montre leurs identifiants.
source-id-several-items = { $where } : l’identifiant de la colonne { $column } est celui de { $count } items dans les fichiers dont ils ont été importés.
    .expected = L’identifiant d’un seul item était attendu.
    .todo = Nommez ces items par l’item_id que montre `aloi annotations export`.
    .page = Nommez ces items par l’item_id que montre l’export des réponses (page Tours).
table-columns = { $where } : le tableau a les colonnes { $columns }.
    .expected = Une colonne item_id était attendue, ou deux textes : { $left_columns }, et { $right_columns }.
    .todo = Renommez les colonnes qui nomment les items.
no-item-corpus-these-two = { $where } : aucun item du corpus n’a ces deux textes.
    .expected = Une paire enregistrée était attendue.
    .todo = Importez d’abord les paires : `aloi corpus import TABLE --pairs`.
    .page = Importez d’abord les paires (page Corpus).
expected = { $where } : { $name } est { $raw }.
    .expected = Était attendu : { $expected }.
    .todo = Corrigez la cellule.
answers-wanted-task-format = Les réponses sont voulues pour la tâche { $task }, et le format est { $name }.
    .expected = La tâche { $tasks } était attendue pour lui.
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
    }, et aucune à sa place dans un texte ({ $value }).
    .expected = Des mentions avec leur texte et leurs places étaient attendues.
    .todo = Mettez les textes à côté des annotations, ou choisissez un autre lecteur.
beside-stand-files-may-hold =
    { $sources ->
        [0] Aucun fichier à côté de { $name } ne peut contenir ses sources
        [one] À côté de { $name }, { $sources } fichier peut contenir ses sources
       *[other] À côté de { $name }, { $sources } fichiers peuvent contenir ses sources
    }.
    .expected = { $stem }.txt et un autre fichier .txt, celui des sources, étaient attendus.
    .todo = Nommez les trois fichiers : `aloi operations import --source --target --aln`.
    .page = Donnez les trois fichiers seuls : sources, cibles et leur alignement.
different-folders-same-name = { $name } et { $path_name }, de dossiers différents, ont le même nom.
    .expected = Un nom à chaque fichier était attendu : les documents prennent ce nom.
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
        [one] aucun segment qui corresponde à son texte ; un est laissé de côté
       *[other] aucun segment qui corresponde à son texte ; { $spans } sont laissés de côté
    }{ $words ->
        [0] {""}
       *[other] {" "}({ $words } avec d’autres mots à leur place)
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
            [one] {" "}({ $crlf } texte a des fins de ligne CR LF)
           *[other] {" "}({ $crlf } textes ont des fins de ligne CR LF)
        }{ $astral ->
            [0] {""}
            [one] {" "}({ $astral } texte a des caractères hors du plan de base)
           *[other] {" "}({ $astral } textes ont des caractères hors du plan de base)
        }
    }.
    .todo = { $spans ->
        [0] Choisissez un autre lecteur, ou importez les textes comme un corpus.
       *[other] Exportez de nouveau les segments, avec les textes qui ont été annotés.
    }
substitutes-columns-column-target = { $name } a les colonnes { $columns }.
    .expected = Une colonne { $sentence_columns }, et target ou bien start et end, étaient attendues.
    .todo = Renommez les colonnes.
substitutes-id-stands-second-time = { $where } : l’identifiant { $name } y est une seconde fois.
    .expected = Chaque ligne a besoin d’un identifiant à elle.
    .todo = Corrigez les identifiants.
substitutes-holds-no-rows = { $name } ne contient aucune ligne.
    .expected = Au moins une cible était attendue.
    .todo = Choisissez un autre fichier.
target-stands-at-characters =
    { $where } : la cible va de { $cell } à { $cells_cell } dans { $text ->
        [one] { $text } caractère
       *[other] { $text } caractères
    }.
    .expected = La place d’un mot dans la phrase était attendue, en caractères à partir de 0, la fin exclue.
    .todo = Corrigez la place.
target-does-not-stand-sentence =
    { $where } : la cible { $word } { $has_places ->
        [True] n’est pas dans sa phrase
       *[False] est { $places } fois dans sa phrase
    }.
    .expected = Un mot qui y est une fois, écrit de même, était attendu.
    .todo =
        { $places_2 ->
            [True] Corrigez la cible, ou donnez start et end.
           *[False] Corrigez la cible.
        }
part-speech = { $where } : la catégorie grammaticale est { $written }.
    .expected = L’une de celles-ci, ou rien, était attendue : { $pos }.
    .todo = Corrigez-la.
project-no-question = { $path } ne pose aucune question { $name }.
    .expected =
        L’une de ses questions était attendue : { $names-count ->
            [0] il n’en a aucune qu’une tâche prenne
           *[other] { $names }
        }.
    .todo = Vérifiez l’orthographe.
project-asks-nothing =
    { $path } contient { $documents ->
        [one] { $documents } texte
       *[other] { $documents } textes
    } et aucune réponse qu’une tâche prenne{ $notes ->
        [0] .
       *[other]  : { $left_out }.
    }
    .expected = Des étiquettes, des notes, des portions de texte ou des options choisies étaient attendues.
    .todo = Importez les textes seuls avec `aloi corpus import` ; ce que les gens ont écrit n’entre pas.
    .page = Importez les textes seuls, comme corpus ; ce que des personnes ont écrit avec leurs mots n’entre pas.
label-columns-wrong = { $path } n’est pas un tableau de textes et d’étiquettes : voir { $columns }.
    .expected = Une colonne de textes et au moins deux colonnes d’étiquettes étaient attendues, une par annotateur, avec des étiquettes communes.
    .todo = Retirez les autres colonnes, ou écrivez une ligne par réponse, avec les colonnes text, annotator et label.
project-no-labels =
    { $read_as } n’a pas d’étiquette : aucune n’est listée, et aucune réponse n’en contient{ $notes-count ->
        [0] {""}
       *[other] {" "}(comptés : { $notes })
    }.
    .expected = Des réponses avec étiquettes, ou la liste des étiquettes, étaient attendues.
    .todo = Exportez avec les réponses ; une configuration à côté du fichier (labeling_config.xml, settings.json) liste aussi les étiquettes.
project-several-questions = { $path } pose plusieurs questions : { $names }.
    .expected = Une seule question était attendue pour chaque campagne.
    .todo = Nommez-la avec --question ; importez les autres dans leurs propres campagnes.
    .page = Choisissez-en une ; importez les autres dans leurs propres campagnes.
project-pairs = Deux textes se lisent ensemble, et { $name } demande { $asked }.
    .expected = Une note était attendue pour deux textes.
    .todo = Nommez avec --text-field le seul texte sur lequel porte la question.
    .page = Écrivez dans le champ des textes le seul sur lequel porte la question.
project-other-task = La question { $name } est de la tâche { $task }.
    .expected = Des réponses pour la tâche { $wanted } étaient attendues.
    .todo = Choisissez une autre question avec --question, ou une autre campagne.
    .page = Écrivez une autre question dans son champ, ou choisissez une autre campagne.
project-labels-alike = Plusieurs étiquettes auraient le même nom : { $labels }.
    .expected = Des étiquettes qui diffèrent par des lettres ou des chiffres étaient attendues.
    .todo = Renommez-les dans l’outil, et exportez de nouveau.
project-scale = Les notes vont de { $low } à { $high } sans pas régulier ({ $numbers } notes différentes).
    .expected = Une échelle par pas de 1, 0.5, 0.25, 0.1, 0.05 ou 0.01 était attendue.
    .todo = Arrondissez les notes, et importez de nouveau.

## workbench

person-no-name = La personne n’a pas de nom.
    .expected = Un nom était attendu.
    .todo = Donnez-en un ; les autres voient A1, A2, …

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
    .todo = Nommez l’une des siennes, ou aucune pour la dernière.
campaign-no-frozen-gold = La campagne { $name } n’a pas de référence figée.
    .expected = Une référence était attendue.
    .todo = Figez-la d’abord.
gold-made-by-rule-which = La référence a été faite par la règle { $rule }, qui ne donne pas de probabilités.
    .expected = Une référence faite par un modèle des annotateurs était attendue.
    .todo = Figez-la par l’une de celles-ci : { $model_rules }.
answers-not-cleaned-yet =
    { $waiting ->
        [one] { $waiting } réponse de { $name } n’a pas encore été nettoyée.
       *[other] { $waiting } réponses de { $name } n’ont pas encore été nettoyées.
    }
    .expected = Une décision sur chaque réponse était attendue : acceptée, corrigée ou exclue.
    .todo = Décidez à la page Nettoyer ou avec `aloi clean`, ou figez les réponses telles qu’elles ont été saisies.
    .page = Décidez-en à la page Nettoyer, ou figez les réponses telles qu’elles ont été tapées.
releases-seed = La graine est { $seed }.
    .expected = Un nombre à partir de 0 était attendu.
    .todo = Choisissez-en une autre.
release-no-version = La version à publier n’a pas de numéro.
    .expected = Un numéro comme 1.0 était attendu.
    .todo = Donnez-en un.
campaign-release = La campagne { $name } a une version publiée { $version }.
    .expected = Un nouveau numéro était attendu : ce qui est publié ne change jamais.
    .todo = Prenez par exemple { $next_version }.
leak-check-written = Une recherche de fuites est écrite { $text }.
    .expected = Deux parties étaient attendues : celle où l’on regarde, et celle où l’on cherche.
    .todo = Écrivez-la ainsi : test=train.
parts-written-stands-twice = Les parties sont écrites { $text } : { $name } y est deux fois.
    .expected = Chaque partie était attendue une fois.
    .todo = Retirez ou renommez l’une des deux.
parts-written = Les parties sont écrites { $text }.
    .expected = Des noms avec un nombre, une part ou `rest` étaient attendus.
    .todo = Écrivez train=0.6, test=rest ou train=600, test=400.
round-forced-into-part = Le tour { $unknown } est imposé à une partie.
    .expected = L’un de ces tours était attendu : { $known }.
    .todo = Nommez un tour de la campagne.
two-parts-would-called = Deux parties s’appelleraient { $twice }.
    .expected = Chaque partie était attendue une fois.
    .todo = Renommez la partie, ou ne cherchez qu’une fois les fuites de chacune.
leak-check-asked-part = Une recherche de fuites est demandée pour la partie { $strange }.
    .expected = L’une de ces parties était attendue : { $names }.
    .todo = Nommez-en deux, comme dans test=train.
licence-unknown = { $licence } n’est ni une licence de SPDX, ni un accord énoncé.
    .expected = CC-BY-4.0, MIT, LicenseRef-… était attendu, ou un accord en toutes lettres : entre qui, quand, pour quoi.
    .todo = Écrivez son nom dans SPDX (https://spdx.org/licenses/), ou l’accord.
gate-refused =
    La version { $version } de { $name } n’est pas construite : { $rules-count ->
        [one] la règle { $rules } n’est pas respectée
       *[other] les règles { $rules } ne sont pas respectées
    }. { $findings }
    .expected = Une version qui respecte toutes les règles du contrôle de publication était attendue, ou une raison pour chacune qu’elle enfreint.
    .todo = Corrigez ce qui a été trouvé, ou donnez une raison, que le journal et la version garderont : --override RÈGLE --why TEXTE, pour chacune (sur la page Versions publiées : sous chaque règle).
    .page = Corrigez ce qui a été trouvé, ou donnez une raison sous chaque règle : le journal et la version la gardent.
gate-and = { $before } { $after }
    .expected = { $before-expected } { $after-expected }
    .todo = { $before-todo } { $after-todo }
gate-no-reason = La règle { $rule } du contrôle de publication est outrepassée sans raison.
    .expected = Une raison était attendue : le journal et la version la gardent.
    .todo = Dites en une phrase pourquoi la version peut l’enfreindre.

## aloi/workbench/rounds

settings-not-json = { $name }, ligne { $line } : ce n’est pas du JSON ({ $why }).
    .expected = Un fichier JSON était attendu.
    .todo = Corrigez-le.
settings-not-object = { $name } contient { $kind }.
    .expected = Un objet JSON était attendu.
    .todo = Écrivez-le ainsi : { "{" }"scales": [{ "{" }"name": "score", "low": 0, "high": 5{ "}" }]{ "}" }.
settings-not-utf-8 = { $name } n’est pas en UTF-8 (octet { $start }).
    .expected = Un fichier JSON en UTF-8 était attendu.
    .todo = Enregistrez-le en UTF-8.
adjudicating-item-not-round = L’item { $item_id } n’est pas dans le tour { $number }.
    .expected = Un item de ce tour était attendu.
    .todo = `aloi annotations export` donne la liste de ses items.
    .page = L’export des réponses (page Tours) liste ses items.
outcome-not-yours = Ce tour n’est pas l’un des vôtres.
    .expected = Un tour auquel vous prenez part était attendu.
    .todo = Choisissez l’un de ceux de la page Mon travail.
outcome-not-shown = On ne montre pas ce que sont devenues les réponses au tour { $number } de { $name }.
    .expected = Qui gère la campagne décide si les annotateurs le voient.
    .todo = Demandez-le à qui la gère : cela se règle à la page Tours.
outcome-round-open = Le tour { $number } est dans l’état { $status } : ce que sont devenues ses réponses se voit une fois qu’il est clos.
    .expected = Un tour clos était attendu. D’ici là les réponses peuvent changer, et un item peut revenir une seconde fois.
    .todo = Revenez quand il sera clos.
item-still-being-answered = L’item { $item_id } est encore en cours d’annotation.
    .expected = Une décision s’ouvre quand chaque personne prévue a répondu ou l’a passé.
    .todo = Attendez, confiez à d’autres ce qui attend, ou fermez le tour.
keys-could-not-read = La page a envoyé des touches illisibles.
    .expected = Une lettre, un chiffre ou un signe par action, et un ou deux par étiquette, étaient attendus.
    .todo = Rechargez la page ; vos touches sont comme avant.
keys-clash = Les touches { $first } et { $second } commencent de même.
    .expected = Des touches dont aucune n’en commence une autre étaient attendues.
    .todo = Choisissez une autre touche pour l’une des deux ; vos touches sont comme avant.
page-sent-message-could-not = La page a envoyé un message illisible.
    .expected = Une réponse, un passage, une annulation, une marque, un brouillon, une recherche ou un choix de touches était attendu.
    .todo = Rechargez la page ; rien n’est perdu.
note-characters =
    La note a { $note ->
        [one] { $note } caractère
       *[other] { $note } caractères
    }.
    .expected = { $longest_note } au plus étaient attendus.
    .todo = Raccourcissez-la.
item-not-among-your-earlier = Cet item n’est pas parmi vos réponses précédentes.
    .expected = Un item auquel vous avez répondu était attendu.
    .todo = Choisissez-en un dans la liste.
reason-skipping-missing = Il manque le motif pour passer cet item.
    .expected = Un motif était attendu.
    .todo = Choisissez-en un, ou écrivez-le.
draft-more-than-characters = Le brouillon a plus de { $longest_draft } caractères.
    .expected = Un travail en cours de cet item était attendu.
    .todo = Enregistrez ce que vous avez, ou rechargez la page.
campaigns-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche { $wanted } était attendue.
    .todo = Nommez une autre campagne.
guideline-empty = Le guide d’annotation est vide.
    .expected = Du texte était attendu.
    .todo = Écrivez-le, ou partez de celui qui est prêt.
reason-change-missing = Il manque le motif du changement.
    .expected = Une version suivante d’un guide dit pourquoi elle a changé.
    .todo = Écrivez une phrase : l’accord se compare version par version.
nobody-gave-item = Personne n’a donné { $answer } pour l’item { $item }.
    .expected = L’un de ces items était attendu : { $places }.
    .todo = Nommez l’un d’eux, ou aucun pour tous.
item-stands-twice =
    { $where } : { $key } pour l’item { $key_key } { $key_in_value ->
        [True] y est deux fois.
       *[False] n’a été donné par personne.
    }
    .expected = Chaque réponse recueillie était attendue, une fois.
    .todo = Comparez le tableau à `aloi clean list`.
    .page = Comparez le tableau aux réponses de la page Nettoyer.
target-got-answer =
    { $same ->
        [0] Aucune cible
        [one] { $same } cible
       *[other] { $same } cibles
    } { $lemma } : c’est le nombre de celles qui ont reçu la réponse { $answer }.
    .expected = Une réponse telle qu’elle a été saisie était attendue.
    .todo =
        { $has_same ->
            [True] Nommez aussi la catégorie grammaticale.
           *[False] Copiez les deux de `aloi clean list`.
        }
    .page = Choisissez les deux à la page Nettoyer, avec la catégorie grammaticale.
cleaning-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche substitution était attendue : ses réponses sont des mots.
    .todo = Choisissez une telle campagne.
no-terminology-named-store = Aucune terminologie n’est nommée, et l’entrepôt en a { $count }.
    .expected =
        L’une de celles-ci était attendue : { $names-count ->
            [0] il n’y en a pas encore
           *[other] { $names }
        }.
    .todo =
        { $has_value ->
            [True] Nommez l’une d’elles.
           *[False] Importez d’abord une terminologie.
        }
options-items = Les items sont { $path }.
    .expected = `all`, un nombre, ou un tableau avec une colonne item_id était attendu.
    .todo = Corrigez-les.
stop-rule = La règle d’arrêt est { $text }.
    .expected = Une mesure, un niveau et un nombre, séparés par des deux-points, étaient attendus.
    .todo = Écrivez-la ainsi : krippendorff_alpha:ordinal:0.7.
campaign-no-guideline = La campagne { $name } n’a pas de guide d’annotation.
    .expected = Un guide est demandé pour ce tour.
    .todo = Écrivez-en un, ou partez de celui qui est prêt.
campaign-no-round = La campagne { $name } n’a pas de tour { $number }.
    .expected =
        Ses tours sont : { $rounds-count ->
            [0] aucun pour l’instant
           *[other] { $rounds }
        }.
    .todo = Nommez l’un d’eux, ou ouvrez d’abord un tour.
already-works-on-round = { $pseudonym } travaille déjà à ce tour ({ $number }).
    .expected = Quelqu’un qui n’est pas dans le tour était attendu.
    .todo = Nommez une autre personne.
items-would-go =
    Les items de { $pseudonym } iraient à { $people-count ->
        [0] personne
       *[other] { $people }
    }.
    .expected = Au moins une autre personne était attendue.
    .todo = Dites qui prend la suite.
no-item-left-round = { $pseudonym } n’a plus d’item dans le tour { $number }.
    .expected = Des items encore sans réponse étaient attendus.
    .todo = Il n’y a rien à confier à d’autres.
item-stands-another-corpus = L’item { $stranger } est dans un autre corpus.
    .expected = Des items du corpus de la campagne étaient attendus : sa licence n’en couvre pas d’autres.
    .todo = Laissez-le de côté.
item-kind = L’item { $id } est de la sorte { $kind }.
    .expected = Des items de la sorte { $kind_2 } étaient attendus : c’est d’eux que la campagne traite.
    .todo = Laissez-le de côté.
items-asked-unused =
    { $items ->
        [one] { $items } item est demandé
       *[other] { $items } items sont demandés
    } ; il en reste { $free } de libres.
    .expected = Un nombre jusqu’à { $free } était attendu.
    .todo = Demandez-en moins, ou trouvez et tirez d’autres candidats.
stop-rule-asks-at-level = La règle d’arrêt veut que { $measure }, au niveau { $level }, atteigne { $threshold }.
    .expected = L’un des niveaux { $levels } et un nombre fini étaient attendus.
    .todo = Écrivez-la ainsi : krippendorff_alpha:ordinal:0.7.
rounds-round = Le tour { $number } est dans l’état { $status }.
    .expected = Un tour ouvert était attendu.
    .todo = Rouvrez-le d’abord.

## aloi/workbench/starting

starting-no-mark = { $where } : aucun mot n’est entre crochets.
    .expected = Un texte où chaque mot à traiter est marqué était attendu.
    .todo = Marquez-le ainsi : La [mince] couche.
starting-substitute = { $where } : { $marks ->
        [0] aucun mot n’est marqué
        [one] { $marks } mot est marqué
       *[other] { $marks } mots sont marqués
    }, avec { $parts ->
        [one] { $parts } substitut.
       *[other] { $parts } substituts.
    }
    .expected = Un seul mot marqué, et un ou plusieurs substituts à juger à sa place, étaient attendus.
    .todo = Marquez un mot ainsi : La [mince] couche | fine | étroite.
starting-pasted-parts = La ligne { $number } a { $parts ->
        [one] { $parts } morceau.
       *[other] { $parts } morceaux.
    }
    .expected = Des morceaux comme { $columns } étaient attendus, aucun vide ; une question a au moins deux propositions.
    .todo = Mettez une tabulation ou | entre les morceaux d’une ligne, et chaque élément sur sa ligne.
starting-pasted-nothing = Seuls des espaces ont été collés.
    .expected = Un élément par ligne était attendu.
    .todo = Collez des textes, ou choisissez un fichier.
starting-columns = { $name } a les colonnes { $columns }.
    .expected = Ces colonnes étaient attendues : { $wanted }.
    .todo = Renommez les colonnes, ou collez plutôt les lignes.

## aloi/workbench/store

no-copy-store = { $path } n’est pas la copie d’un entrepôt.
    .expected = Une copie faite par Aloi était attendue.
    .todo = Nommez un autre fichier.
restore-no-manager = Dans { $path }, personne ne pourrait se connecter pour gérer.
    .expected = Une copie avec un compte de gestion qui a un mot de passe était attendue.
    .todo = Prenez une autre copie.
restore-gone = Ce qui avait été regardé n’est plus là.
    .expected = Une copie vérifiée juste avant était attendue.
    .todo = Vérifiez de nouveau la copie.
restore-jobs = { $jobs ->
        [one] { $jobs } travail attend ou tourne
       *[other] { $jobs } travaux attendent ou tournent
    } : { $verbs }.
    .expected = Un entrepôt où rien ne se calcule était attendu : le travail écrirait dans ce qui prend sa place.
    .todo = Attendez la fin, ou arrêtez-le, puis réessayez.
copy-not-sound = La copie n’est pas saine : { $problem }
    .expected = Un entrepôt sans problème était attendu.
    .todo = Lancez `aloi check` sur l’entrepôt, et gardez une copie plus ancienne.
    .page = Contrôlez l’entrepôt (Sauvegarde et contrôle), et gardez une copie plus ancienne.
already = { $path } est déjà là.
    .expected = Un fichier qui n’existe pas encore était attendu.
    .todo = Nommez-en un autre, ou déplacez celui-ci.
already-beside = Là où { $path } doit être écrit, { $beside } est déjà là, d’un entrepôt qui s’y trouvait.
    .expected = Un nom à côté duquel rien d’un autre entrepôt ne se trouve était attendu : ses dernières modifications seraient écrites dans le nouveau.
    .todo = Nommez-en un autre, ou déplacez ce fichier ; avec l’entrepôt auquel il appartient, il contient peut-être des réponses.

## aloi/workbench/studies/linking

source-given =
    { $sources ->
        [0] Aucune source n’est donnée.
        [one] { $sources } source est donnée.
       *[other] { $sources } sources sont données.
    }
    .expected = Au moins deux langues étaient attendues.
    .todo = Nommez-les ainsi : --source fr=french.annotations.tsv --source en=english.annotations.tsv.
    .page = Donnez un fichier par langue.
source-links-no-mention-concept = La source { $empty } ne lie aucune mention à un concept.
    .expected = Des mentions liées, dont les noms font le dictionnaire, étaient attendues.
    .todo = Vérifiez la source.
table-test-set-ranker = Le tableau a { $sets } jeu(x) de test et { $rankers } classeur(s).
    .expected = Au moins un de chaque était attendu.
    .todo = Nommez-les, comme dans --config cross.toml.
    .page = Choisissez-les à l’onglet des jeux de test.
no-mention-group = { $path } n’a aucune mention du groupe { $group }.
    .expected = L’un de ceux-ci était attendu : { $groups }.
    .todo = Vérifiez l’orthographe, ou laissez le groupe de côté.
test-set-called-as-one =
    { $has_known ->
        [True] Un jeu de test s’appelle { $name }, comme un autre qui est conservé.
       *[False] Le jeu de test n’a pas de nom.
    }
    .expected = Un nom à lui était attendu.
    .todo = Donnez-lui le nom de son corpus, comme CodiEsp-D.
test-set-comes-without-training = Le jeu de test { $name } vient sans mentions d’entraînement et sans dictionnaire.
    .expected = L’un des deux était attendu : il donne les noms à classer, et filtre le jeu de test.
    .todo = Nommez-en un, comme dans train=trainX.tsv ou dictionary=names.tsv.
release-no-linked-mention-part = La version publiée { $release } n’a aucune mention liée dans une partie `test`.
    .expected = Une telle partie était attendue ; elle a { $parts }.
    .todo = Publiez une version d’une campagne de liaison avec les parties train et test.
test-set-comes-without-mentions = Le jeu de test { $name } vient sans mentions.
    .expected = Un fichier de mentions, ou une version publiée, était attendu.
    .todo = Nommez-en un, comme dans mentions=testX.tsv ou release=1.0.
terminology-no-name-language-group = La terminologie { $name } n’a aucun nom dans la langue { $names_language } et le groupe { $names_group }.
    .expected = Langues : { $languages } ; groupes : { $groups }.
    .todo = Choisissez-en parmi eux, ou laissez-les de côté.
test-set-names-terminology-or = Le jeu de test { $name } nomme une terminologie ou une version publiée.
    .expected = Un entrepôt qui la contient était attendu.
    .todo = Nommez l’entrepôt, comme dans --store sqlite:///aloi-data/aloi.db.
    .page = Prévenez qui tient ce serveur.
test-set-filtered-against = Le jeu de test { $name } est à filtrer contre { $against }.
    .expected = L’un de ceux-ci était attendu, et qu’il soit donné : { $against_2 }.
    .todo = Nommez les mentions d’entraînement, ou filtrez contre le dictionnaire.
test-set-no-name-rank = Le jeu de test { $name } n’a aucun nom à classer : ses mentions d’entraînement ne sont liées à aucun concept.
    .expected = Des mentions liées, ou un dictionnaire, étaient attendus.
    .todo = Nommez un dictionnaire.
sets =
    { $has_strange ->
        [True] { $path } règle { $strange }.
       *[False] { $path } ne nomme aucun jeu de test.
    }
    .expected = Des tables appelées [[sets]] et [[rankers]] étaient attendues.
    .todo = Corrigez le fichier.
gives-max-length-as = { $where } donne max_length ainsi : { $max_length }.
    .expected = Un nombre entier était attendu.
    .todo = Corrigez-le.
name-value-commas-between = { $option } est { $text }.
    .expected = NOM=VALEUR, séparés par des virgules et chaque nom une fois, était attendu.
    .todo = Écrivez-le ainsi : name=CodiEsp-D,mentions=testX.tsv,train=trainX.tsv,reader=codiesp.
names-twice = { $where } nomme { $twice } deux fois.
    .expected = Chaque nom était attendu une fois.
    .todo = Renommez l’un des deux.
some-these-expected-among =
    { $has_strange ->
        [True] { $where } a { $strange }.
       *[False] { $where } n’a pas { $missing }.
    }
    .expected = Certains de ceux-ci étaient attendus, dont { $needed } : { $known }.
    .todo = Vérifiez l’orthographe.
sets-gives = { $where } donne { $value } pour { $wrong }.
    .expected = Un texte était attendu.
    .todo = Corrigez-le.
links-no-mention-concept = { $mentions } ne lie aucune mention à un concept.
    .expected = Des mentions liées, dont les noms font le dictionnaire, étaient attendues.
    .todo = Vérifiez la source.

## aloi/workbench/studies/neighbours

corpus-under-data-use-agreement = Un accord d’utilisation des données restreint le corpus { $name }.
    .expected = Des phrases qui peuvent être transmises étaient attendues.
    .todo = Exportez les voisins sans les phrases.
words-asked-about =
    { $asked ->
        [0] Aucun mot n’est demandé.
        [one] { $asked } mot est demandé.
       *[other] { $asked } mots sont demandés.
    }
    .expected = De 1 à { $most_words } étaient attendus.
    .todo = Donnez les mots dont vous voulez les voisins.
words-two-lists-differ = Les mots des deux listes diffèrent.
    .expected = Les mêmes mots étaient attendus.
    .todo = Demandez les mêmes mots.
none-words-neighbour = Aucun de ces mots n’a de voisin.
    .expected = Au moins une ligne était attendue.
    .todo = Demandez d’autres mots.
word-counted-expected = { $word } : { $missing }.
    .expected = Un mot qui a été compté était attendu.
    .todo = Vérifiez l’orthographe, ou préparez avec une fréquence minimale plus basse.
none-named-prepared-corpora-fit =
    { $ref_is ->
        [True] Aucun corpus préparé n’est nommé
       *[False] { $ref } est nommé
    }, et { $count } corpus préparés sur { $count_count } conviennent.
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
first-order-neighbours-syntactic = Les voisins de premier ordre de contextes syntaxiques sont des contextes.
    .expected = Des voisins qui sont des mots étaient attendus.
    .todo = Notez le deuxième ou le troisième ordre.
scores-words = { $where } : les mots sont { $first } et { $second }.
    .expected = Deux mots étaient attendus à chaque ligne.
    .todo = Remplissez-les ou retirez la ligne.
no-word-stands-prepared-corpus = Aucun mot de { $name } n’est dans le corpus préparé { $prepared_name } avec un synonyme.
    .expected = Au moins un était attendu.
    .todo = Choisissez une ressource de ce domaine et de cette langue, ou préparez avec une fréquence minimale plus basse.

## aloi/workbench/studies/simplification

campaign-no-release = La campagne { $name } n’a pas de version publiée { $release }.
    .expected =
        L’une de celles-ci était attendue : { $own-count ->
            [0] aucune n’est encore publiée
           *[other] { $own }
        }.
    .todo = Nommez l’une d’elles, ou prenez sa référence.
label-wanted-left-out = L’étiquette { $both } est à la fois voulue et écartée.
    .expected = L’un ou l’autre était attendu.
    .todo = Retirez-la d’un côté.
none-pairs-so = Aucune des { $pairs } paires n’est ainsi.
    .expected = Au moins une paire était attendue.
    .todo = Posez moins de conditions.
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
pairs-line-no-text = { $name }, ligne { $empty } : il n’y a pas de texte.
    .expected = Une phrase à chaque ligne était attendue : chaque simplification est une référence des autres.
    .todo = Remplissez-la, ou retirez la ligne de chaque fichier.
pairs-line =
    { $name } a { $value ->
        [one] { $value } ligne
       *[other] { $value } lignes
    } et { $originals } { $length }.
    .expected = Autant de lignes dans chaque fichier étaient attendues : la ligne i de chacun appartient à la phrase i.
    .todo = Alignez les fichiers.
study-model = Le modèle est { $name }.
    .expected = Certains de ceux-ci étaient attendus : { $studymodel } ; ou aucun.
    .todo = Vérifiez l’orthographe.
given-twice-another-content = { $name } : { $name_2 } est donné deux fois, avec un autre contenu.
    .expected = Chaque fichier était attendu une fois.
    .todo = Retirez l’un d’eux.
no-among-files =
    Il n’y a pas de { $originals } parmi les fichiers : { $value-count ->
        [0] aucun n’est d’une étude
       *[other] { $value }
    }.
    .expected = Les phrases d’origine, une par ligne, étaient attendues sous ce nom.
    .todo = Ajoutez le fichier.
file-none-study = Le fichier { $name } n’est pas de ceux d’une étude.
    .expected = { $originals }, asset.simp.K.txt et asset.simp.K.aln, où K est un nombre, étaient attendus.
    .todo = Renommez-le, ou laissez-le de côté.
no-files-named = Aucun fichier n’est nommé.
    .expected = Une source, une cible et un fichier .aln étaient attendus.
    .todo = Nommez-les.
yawat-line =
    { $name } a { $sources ->
        [one] { $sources } ligne
       *[other] { $sources } lignes
    }, { $target_name } { $targets } et { $aln_name } { $pairs }.
    .expected = Autant de lignes dans chaque fichier étaient attendues : la ligne i de chacun appartient à la paire i.
    .todo = Alignez les fichiers.

## aloi/workbench/studies/substitution

knows-none-targets = { $name } ne connaît aucune des { $instances } cibles.
    .expected = Des synonymes des cibles, sous leur lemme et leur catégorie grammaticale, étaient attendus.
    .todo = Vérifiez les lemmes et la langue du dictionnaire.
cannot-written = Impossible d’écrire { $out } : { $strerror }.
    .expected = Un fichier dans un dossier où l’on peut écrire était attendu.
    .todo = Choisissez-en un autre.

## aloi/workbench/studies/suite

run-called = L’exécution de la suite s’appelle { $name }.
    .expected = Un nom fait de lettres, de chiffres, de - et de _ était attendu.
    .todo = Choisissez-en un autre.
no-run-suite-called = Aucune exécution de la suite ne s’appelle { $name }.
    .expected =
        L’une de celles-ci était attendue : { $known-count ->
            [0] il n’y en a pas encore
           *[other] { $known }
        }.
    .todo = Nommez l’une d’elles, ou lancez-en une : aloi suite run NOM.
    .page = Choisissez-en une, ou lancez-en une à la page de la suite.
run-one-size-training-rows = L’exécution { $name } a une seule taille de données d’entraînement.
    .expected = Plusieurs étaient attendues.
    .todo = Lancez-la avec des parts : aloi suite run { $name }-curve --shares 0.25,0.5,0.75,1.
    .page = Lancez-en une avec plusieurs parts des lignes d’entraînement.

## aloi/workbench/studies/tokenisation

models-called-on-data-sets =
    Les modèles s’appellent { $names-count ->
        [0] (aucun)
       *[other] { $names }
    }, sur { $datasets } jeux de données.
    .expected = Au moins un modèle, chacun avec un nom à lui, et un jeu de données étaient attendus.
    .todo = Nommez chacun une fois ; renommez l’un de deux dossiers qui s’appellent de même.
nothing-write-into = Il n’y a rien à écrire dans { $path }.
    .expected = Au moins une ligne était attendue : des termes, ou un nombre d’exemples au-dessus de 0.
    .todo = Nommez des termes, demandez des exemples, ou laissez le fichier de côté.

## aloi/workbench/texts

corpora-holds-no-rows = { $name } ne contient aucune ligne.
    .expected = Au moins une paire était attendue.
    .todo = Vérifiez que c’est le bon fichier.
corpora-id-stands-second-time = { $where } : l’identifiant { $name } y est une seconde fois.
    .expected = Chaque ligne a besoin d’un identifiant à elle.
    .todo = Corrigez le tableau, ou choisissez une autre colonne d’identifiants.
corpora-column-empty = { $where } : la colonne { $column } est vide.
    .expected = Deux textes étaient attendus à chaque ligne.
    .todo = Retirez la ligne ou remplissez-la.
document-cannot-split = Le document { $name } de { $corpus_name } ne peut pas être découpé : { $error_name }.
    .expected = Les phrases de chaque document étaient attendues ; aucune de ce corpus n’a été enregistrée.
    .todo = Corrigez ou laissez de côté ce document et importez de nouveau les textes sous un autre nom.
corpus-already-these-texts = Le corpus { $name } est déjà là avec ces textes, et avec { $value }.
    .expected = Les mêmes indications que la première fois étaient attendues : un corpus ne change plus une fois importé.
    .todo = Importez-le sous un autre nom si ces indications étaient fausses.
corpora-columns = { $name } a les colonnes { $columns }.
    .expected = Une colonne { $name_2 } était attendue.
    .todo = Nommez la colonne qui la contient.
corpus-restricted-by-data-use = Un accord d’utilisation des données restreint le corpus { $name }.
    .expected = Un motif pour transmettre ses textes était attendu.
    .todo = Donnez-le ; il est conservé avec la date de l’export.
licence-missing = Il manque la licence.
    .expected = La licence de la terminologie était attendue, comme CC BY 4.0 ou UMLS.
    .todo = Ajoutez-la : elle dit à qui l’on peut montrer les noms.
terminology-no = La terminologie { $name } n’a pas { $asked } ({ $kind }).
    .expected =
        L’un de ceux-ci était attendu : { $known-count ->
            [0] elle n’en dit aucun
           *[other] { $known }
        }.
    .todo = Vérifiez l’orthographe, ou ne le demandez pas.
terminology-used-by = La terminologie { $name } sert à { $users }.
    .expected = Une terminologie dont aucune campagne ne demande les concepts était attendue.
    .todo = Gardez-la : sans elle, personne ne pourrait lire les réponses.
files-given =
    { $paths ->
        [one] { $paths } fichier est donné
       *[other] { $paths } fichiers sont donnés
    } : { $names }.
    .expected = Un seul fichier était attendu, ou { $conso } avec { $types }.
    .todo = Importez chaque terminologie à part.
reading-broke-down = Impossible de lire le fichier : il demande plus de { $gigabytes } Go de mémoire ou plus de { $seconds } secondes, ou il est abîmé au point d’arrêter sa lecture.
    .expected = Un fichier entier, lisible dans ces limites, était attendu.
    .todo = Ouvrez-le dans le programme qui l’a écrit et enregistrez-le de nouveau ; divisez un grand fichier, ou enregistrez un tableau en .csv.
neither-table-nor-archive = { $name } n’est ni un tableau ni une archive.
    .expected = Un fichier qui finit par { $suffixes }, .conll ou .zip était attendu.
    .todo = Enregistrez-le dans l’un de ces formats.
holds-files-data-set =
    { $name } contient { $names ->
        [one] { $names } fichier
       *[other] { $names } fichiers
    } d’un jeu de données.
    .expected = De 1 à { $max_files } fichiers qui finissent par { $read } étaient attendus.
    .todo = Vérifiez l’archive.
late-several-begin = Plusieurs réponses tardives commencent par { $begun } : { $events }.
    .expected = Un identifiant, ou assez de son début pour qu’il soit seul, était attendu.
    .todo = Écrivez-en davantage.
correction-no-reason = Aucun motif n’est donné pour la correction.
    .expected = Quelques mots étaient attendus : ils figurent au journal, avec qui l’a faite et quand.
    .todo = Dites pourquoi elle est faite.
excluded-already = Les réponses de { $pseudonym } sont déjà écartées de { $name }.
    .expected = Quelqu’un dont les réponses comptent était attendu.
    .todo = Reprenez-les d’abord, ou écartez celles de quelqu’un d’autre.
exclude-no-answers = { $pseudonym } n’a donné dans { $name } aucune réponse qui compte.
    .expected = Quelqu’un qui a répondu était attendu.
    .todo = Vérifiez le pseudonyme ; qui ne doit plus recevoir d’items est retiré du tour.
exclude-everybody = Sans les réponses de { $pseudonym }, il n’en resterait aucune dans { $name }.
    .expected = Des réponses de quelqu’un d’autre étaient attendues.
    .todo = Laissez d’abord d’autres répondre, ou archivez la campagne.
not-excluded = Les réponses de { $pseudonym } ne sont pas écartées de { $name }.
    .expected = Quelqu’un dont les réponses sont écartées était attendu.
    .todo = Vérifiez le pseudonyme dans le journal des corrections.
gold-leaves-out-others =
    La référence de { $name } écarte les réponses de { $then-count ->
        [0] personne
       *[other] { $then }
    }, et celles qui sont écartées maintenant sont de { $current-count ->
        [0] personne
       *[other] { $current }
    }.
    .expected = Une référence figée depuis le dernier changement était attendue.
    .todo = Figez de nouveau la référence, puis publiez la version.
wanted-no-levels = Les réponses de la campagne { $name } (tâche { $task }) ne sont pas des nombres.
    .expected = Une campagne dont les réponses sont des scores était attendue, comme celles de la tâche similarity.
    .todo = Choisissez une campagne de scores.
wanted-share = La part du degré { $level } est { $share }.
    .expected = Un nombre à partir de 0 était attendu : un pourcentage, ou une part quelconque du tout.
    .todo = Donnez une autre part.
wanted-all-zero = Aucun degré n’a de part supérieure à 0.
    .expected = Une part d’au moins un de ces degrés était attendue : { $levels }.
    .todo = Donnez des parts, ou demandez autant d’items de chaque degré.
rename-no-name = Aucun autre nom n’est donné pour { $name }.
    .expected = Un nom différent de l’actuel était attendu.
    .todo = Écrivez le nouveau nom.
delete-round-answers =
    Le tour { $number } contient { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }, décisions et réponses tardives comprises.
    .expected = Un tour auquel personne n’a répondu était attendu.
    .todo = Archivez-le plutôt : il quitte les listes, et rien n’est perdu.
delete-campaign-answers =
    La campagne { $name } contient { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    } et { $golds ->
        [one] { $golds } référence figée
       *[other] { $golds } références figées
    }.
    .expected = Une campagne à laquelle personne n’a répondu était attendue.
    .todo = Archivez-la plutôt : elle quitte les listes, et rien n’est perdu.
delete-corpus-campaigns =
    Le corpus { $name } sert à { $campaigns-count ->
        [one] la campagne
       *[other] ces campagnes :
    } { $campaigns }.
    .expected = Un corpus sans campagne était attendu.
    .todo = Archivez-le plutôt, ou supprimez d’abord ses campagnes si personne n’y a répondu.
delete-corpus-exports =
    Des textes du corpus { $name } ont été exportés { $exports } fois sous un accord d’utilisation des données, et les motifs sont conservés avec lui.
    .expected = Un corpus sans de tels motifs était attendu.
    .todo = Archivez-le plutôt.
extend-nothing = Le tour { $number } resterait comme il est, ou demanderait moins : il veut maintenant { $overlap ->
        [one] { $overlap } réponse par item
       *[other] { $overlap } réponses par item
    }.
    .expected = Plus d’items, ou plus de réponses par item, étaient attendus.
    .todo = Dites combien d’items ajouter, ou un recouvrement plus grand.
withdraw-nothing = Aucun item d’un tour ouvert de { $name } n’attend { $pseudonym }.
    .expected = Quelqu’un qui a des items sans réponse était attendu.
    .todo = Vérifiez le pseudonyme ; un compte se désactive à la page Personnes.
withdraw-replacement = Les items ne peuvent pas aller à { $pseudonym }.
    .expected = Quelqu’un d’autre, dont le compte est actif, était attendu.
    .todo = Nommez une autre personne, ou personne : les items sont alors rendus.

gold-other-schema =
    La référence de { $name } est dans la version { $then } des étiquettes, et la version { $current } est en vigueur.
    .expected = Une référence de la version en vigueur était attendue.
    .todo = Figez de nouveau la référence : les réponses d’avant sont lues comme le disent les nouvelles étiquettes.

schema-same =
    Les réglages de { $name } resteraient comme dans la version { $version } : le schéma n’a pas changé.
    .expected = D’autres réglages, ou des étiquettes à redemander, étaient attendus.
    .todo = Changez une étiquette, ou laissez le schéma comme il est.

schema-unknown-concepts =
    { $terminology } n’a pas { $concepts-count ->
        [one] le concept { $concepts }
       *[other] les concepts { $concepts }
    }, que des concepts des réponses doivent devenir.
    .expected = Des concepts de { $terminology } étaient attendus.
    .todo = Corrigez le tableau, ou retirez ces lignes : leurs réponses seront redemandées.

schema-no-terminology = { $name } est de la tâche { $task_type }, dont les réponses ne sont pas des concepts.
    .expected = Une campagne qui lie des mentions à une terminologie était attendue.
    .todo = Nommez une autre campagne, ou ne donnez pas --terminology.
    .page = Choisissez une autre campagne, ou pas de terminologie.

schema-unknown-labels =
    { $name } n’a pas { $labels-count ->
        [one] l’étiquette { $labels }
       *[other] les étiquettes { $labels }
    }.
    .expected = Certaines de celles-ci étaient attendues : { $known }.
    .todo = Nommez des étiquettes qui existent.

schema-labels-without-meaning =
    { $answers ->
        [one] { $answers } réponse contient
       *[other] { $answers } réponses contiennent
    } { $labels }, que les nouvelles étiquettes n’ont plus.
    .expected = Il faut dire ce que devient chacune d’elles.
    .todo = Dites quelle étiquette elle devient, ou qu’elle est redemandée, ou écartée.

schema-no-version =
    Le schéma de { $name } n’a pas de version antérieure { $version } à reprendre.
    .expected = L’une de { $versions }, et non la dernière, était attendue.
    .todo = Nommez une version antérieure.

schema-changed-meanwhile = Les étiquettes ont changé depuis que cet item a été affiché, ou la terminologie : cette réponse n’a pas de sens dans la version { $version }.
    .expected = Une réponse dans la version { $version } était attendue.
    .todo = Répondez de nouveau à cet item.

schema-label-line =
    La ligne { $number } des étiquettes a { $parts ->
        [one] { $parts } morceau
       *[other] { $parts } morceaux
    }, pas de nom, ou le nom d’une autre ligne.
    .expected = Une ligne `nom; titre; glose` par étiquette était attendue, chaque nom une fois.
    .todo = Corrigez cette ligne.

schema-no-labels = Aucune étiquette n’est donnée.
    .expected = Une ligne `nom; titre; glose` par étiquette était attendue.
    .todo = Écrivez les étiquettes, une par ligne.

schema-file-needed = Les réglages de la tâche { $task } n’ont pas de liste d’étiquettes.
    .expected = Un fichier de réglages était attendu.
    .todo = Écrivez-les avec `aloi schema show --json`, changez-les, et donnez le fichier.
    .page = Donnez un fichier de réglages.

invite-source = { $pseudonym } est la source de réponses importées, et non une personne.
    .expected = Une personne était attendue.
    .todo = Invitez la personne sans nommer personne d’autre : elle reçoit un pseudonyme à elle.

invite-unknown = Aucune invitation en cours ne s’appelle { $ref }.
    .expected = Une invitation que personne n’a encore acceptée était attendue.
    .todo = Voyez avec `aloi people invites` lesquelles sont en cours ; une invitation acceptée est un compte, qui se désactive sur la page des personnes.
    .page = Rechargez la page. Si quelqu’un l’a acceptée entre-temps, désactivez son compte.

rename-no-source = { $pseudonym } est une personne qui travaille ici, et non la source de réponses importées.
    .expected = Une source de réponses importées était attendue.
    .todo = Choisissez une source : qui travaille ici garde le pseudonyme que ses décisions nomment.

decider-source = { $pseudonym } est la source de réponses importées, qui ne décide de rien.
    .expected = La personne qui décide était attendue.
    .todo = Nommez qui a décidé, par id, pseudonyme ou nom ; ajoutez qui n’est pas encore connu avec `aloi people add`.
    .page = Nommez qui a décidé ; la page des personnes permet d’inviter quelqu’un de nouveau.

delete-person-work =
    { $pseudonym } a répondu à { $count ->
        [one] { $count } item, ou l’a passé ou décidé.
       *[other] { $count } items, ou les a passés ou décidés.
    }
    .expected = Quelqu’un qui n’a encore rien fait était attendu.
    .todo = Retirez cette personne des tours ouverts, ou désactivez son compte : ses réponses restent.

delete-oneself = { $pseudonym } demande sa propre suppression.
    .expected = Une autre personne était attendue.
    .todo = Demandez-le à quelqu’un d’autre qui gère.

add-texts-to-pairs = Le corpus { $name } est fait de paires toutes prêtes.
    .expected = Un corpus de textes était attendu.
    .todo = Importez les nouvelles paires comme un corpus à part, puis fusionnez-le : `aloi corpus merge`.
    .page = Importez les nouvelles paires comme corpus à part, puis fusionnez les deux ci-dessous.

add-texts-nothing-new =
    { $name } contient déjà { $texts ->
        [one] ce texte
       *[other] les { $texts } textes
    }.
    .expected = Au moins un texte nouveau était attendu.
    .todo = Choisissez d’autres textes.

merge-differs =
    { $name } et { $other } { $what ->
        [corpus] sont le même corpus
        [language] sont dans des langues différentes
        [agreement] n’ont pas les mêmes conditions : un accord d’utilisation des données ne couvre que l’un des deux
       *[items] contiennent des items de sortes différentes
    }.
    .expected = Deux corpus de même langue, de même sorte d’items et de mêmes conditions étaient attendus.
    .todo = Gardez-les séparés, ou choisissez un autre corpus.

person-is-computed = { $name } : { $person } est nommé comme { $kind } des autres, et aucune personne connue ne s’appelle ainsi.
    .expected = Des réponses de personnes étaient attendues, et aucune qui soit calculée à partir d’elles.
    .todo = Laissez-les de côté, ou ajoutez d’abord une personne de ce nom.
decision-already-stands = { $where } : une décision sur l’item { $item } est déjà à la ligne { $line }.
    .expected = Une décision par item était attendue.
    .todo = Laissez l’une des deux de côté.
decision-says-missing = { $where } : la valeur est vide, ou un mot pour ce qui manque.
    .expected = La valeur décidée était attendue.
    .todo = Écrivez-la, ou laissez la ligne de côté.
data-not-private = Impossible de fermer aux autres comptes le dossier des données { $folder } : { $reason }.
    .expected = Un dossier qui appartient au compte sous lequel tourne Aloi était attendu.
    .todo = Donnez-le à ce compte, ou nommez un autre dossier avec ALOI_DATA.

take-back-nothing = Aucun texte n’a été ajouté au corpus { $name }.
    .expected = Un corpus auquel des textes ont été ajoutés, ou qui en a intégré un autre, était attendu.
    .todo = Nommez un autre corpus.

take-back-used =
    La version { $version } du corpus { $name } ne peut pas être retirée : { $items ->
        [one] { $items } item de ses textes est utilisé
       *[other] { $items } items de ses textes sont utilisés
    }, avec { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }. Où (campagne/tour, items) : { $places }.
    .expected = Des textes dont aucun tour n’a d’item étaient attendus.
    .todo = Supprimez ces tours si personne n’a répondu, ou gardez les textes : les réponses ne sont jamais supprimées.
folder-holds-no-answers = { $path } ne contient aucune réponse d’une version publiée.
    .expected = Une version publiée était attendue : son zip, son `manifest.json`, ou son dossier Hugging Face avec `raw/`.
    .todo = Donnez le dossier d’une version publiée, ou un tableau.
answers-of-several-releases = { $path } contient des réponses de plusieurs versions publiées.
    .expected = Les réponses d’une seule version étaient attendues.
    .todo = Mesurez-les une à une.
span-table-columns = { $name } a les colonnes { $columns }, et ne contient pas de segments.
    .expected = Les colonnes document, annotator, start et end étaient attendues, et peut-être label et length.
    .todo = Renommez les colonnes.
span-table-option = { $name } est un tableau de segments, dont `{ $option }` ne dit rien.
    .expected = Les segments ont F1, gamma et alpha_u ; ce en quoi leurs étiquettes peuvent différer et la graine se choisissent.
    .todo = Laissez cette option de côté, ou nommez unité, annotateur et valeur pour mesurer le tableau comme un tableau de jugements.
span-table-difference = { $name } est un tableau de segments.
    .expected = Deux tableaux de jugements étaient attendus : on ne teste pas si des segments s’accordent mieux que d’autres.
    .todo = Mesurez chacun des deux tableaux à part.
span-table-alone = { $name } : aucun document n’a été lu par deux annotateurs.
    .expected = Des documents avec des lignes d’au moins deux annotateurs étaient attendus ; qui n’a rien marqué a une ligne sans start ni end.
    .todo = Ajoutez les lignes des autres.
span-table-nobody = { $where } : le document ou l’annotateur est vide.
    .expected = Les deux étaient attendus à chaque ligne.
    .todo = Corrigez la ligne.
span-table-lengths = { $where } : le document { $document } avait une autre longueur plus haut.
    .expected = Une seule longueur par document était attendue.
    .todo = Corrigez la colonne length.
span-table-place = { $where } : la place du segment est impossible.
    .expected = Des nombres entiers de caractères depuis 0 étaient attendus, une fin après le début et dans le document ; les deux vides où rien n’a été marqué.
    .todo = Corrigez la ligne.
archive-here = La campagne { $name } est déjà ici.
    .expected = Une campagne que cet entrepôt n’a pas était attendue, ou un autre nom pour sa copie.
    .todo = Laissez-la, ou nommez la copie par --campaign NOM : ses réponses reçoivent leurs propres identifiants, et elle n’a pas de versions publiées.
    .page = Laissez-la, ou donnez à la copie un nom à elle : ses réponses reçoivent leurs propres identifiants, et elle n’a pas de versions publiées.
archive-other-texts = Le corpus { $corpus } est ici dans la version { $here }, et l’archive contient sa version { $version }.
    .expected = La même version de ses textes était attendue.
    .todo = Importez dans un entrepôt qui ne l’a pas, ou amenez d’abord les deux à la même version.
archive-people = Ici aussi quelqu’un s’appelle { $pseudonyms }.
    .expected = Un mot était attendu : sont-ce les personnes de l’archive ?
    .todo = Dites --people same si oui, --people others si non : celles-ci reçoivent alors d’autres pseudonymes.
    .page = Choisissez si ce sont elles ; sinon, celles de l’archive reçoivent d’autres pseudonymes.
push-no-token = Il n’y a pas de jeton du Hub.
    .expected = Un jeton avec le droit d’écrire était attendu dans { $name }, ou tapé là où le terminal le demande.
    .todo = Donnez { $name } là où la commande, ou `aloi serve`, est lancée ; ne l’écrivez jamais dans une commande.
    .page = Demandez à qui lance le serveur de donner { $name }.
push-endpoint = { $name } est { $endpoint }.
    .expected = L’adresse d’un Hub était attendue, comme https://huggingface.co.
    .todo = Corrigez { $name }, ou omettez-le.
push-repository = { $repository } n’est pas le nom d’un jeu de données du Hub.
    .expected = Un nom comme proprietaire/corpus était attendu : lettres, chiffres, points, traits d’union.
    .todo = Corrigez le nom.
push-no-gate = La version publiée { $version } a été faite avant que le contrôle ne regarde { $rules }.
    .expected = Une version que le contrôle a laissée passer était attendue, ou dont les règles enfreintes ont été levées avec une raison.
    .todo = Faites-en une nouvelle version, puis envoyez celle-ci.
push-stand-off = La version publiée { $version } part sans ses textes.
    .expected = Une version publiée avec ses textes était attendue.
    .todo = Exportez-la avec --stand-off, et mettez vous-même les fichiers à leur place.
    .page = Publiez-la avec ses textes, ou mettez vous-même les fichiers à leur place.
push-offline = { $name } dit que rien ne doit être joint.
    .expected = La permission de joindre le Hub était attendue.
    .todo = Ôtez { $name }, et envoyez de nouveau.
push-not-allowed = Le Hub ne laisse pas ce jeton écrire dans { $repository }.
    .expected = Un jeton avec le droit d’y écrire était attendu.
    .todo = Vérifiez le nom, et les droits du jeton de { $name } ; rien n’a été publié.
push-refused = { $endpoint } a refusé la version publiée pour { $repository } (statut { $status }).
    .expected = Un commit était attendu.
    .todo = Envoyez de nouveau plus tard ; rien n’a été publié.
push-unreachable = { $endpoint } ne peut pas être joint.
    .expected = Une réponse du Hub était attendue.
    .todo = Vérifiez la connexion, et envoyez de nouveau : ce que le Hub a des grands fichiers n’est pas envoyé deux fois. Rien n’a été publié.
job-broke = Le programme est tombé en panne pendant ce travail : { $kind }.
    .expected = Il fallait un résultat, ou un refus avec sa raison.
    .todo = La faute est au programme : le journal du processus dit où, sous le travail { $job }.
