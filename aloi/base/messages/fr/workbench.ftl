## aloi/workbench/models

source-absent = { $source } n’est ni un fichier ou un dossier local, ni une version publiée.
    .expected = Un chemin ou une version publiée était attendu.
    .todo = Vérifiez le chemin, ou nommez une version publiée ainsi : campagne@version.
source-no-release = { $source } n’est ni un fichier ou un dossier local, ni une version publiée.
    .expected = Un chemin ou une version publiée était attendu. { $error-expected }
    .todo = Vérifiez le chemin, ou nommez une version publiée ainsi : campagne@version.
runs-of-two-tests =
    Les exécutions { $first } et { $second } ont toutes deux été évaluées sur { $label }, mais pour la seconde il a { $other ->
        [items] d’autres items
        [gold] une autre référence
        [scale] une autre échelle
       *[data] des données d’une autre somme de contrôle
    }.
    .expected = Des exécutions évaluées sur le même test étaient attendues : mêmes items, même référence, même échelle, mêmes données.
    .todo = Relancez l’une des deux sur les données de l’autre, ou comparez-les séparément.
cannot-read = Impossible de lire { $path } : { $error }.
    .expected = Un fichier TOML en UTF-8 était attendu.
    .todo = Corrigez cette ligne.
none-runs-trained-scored-on =
    Aucune des { $results } exécutions n’a été entraînée puis évaluée sur { $test-count ->
        [0] un test
       *[other] { $test }
    }.
    .expected = Des exécutions avec plusieurs nombres de lignes d’entraînement étaient attendues.
    .todo = Entraînez d’abord avec 25, 50, 75 et 100 % des lignes.
no-part = { $source } n’a pas de jeu { $name }.
    .expected =
        L’un de ceux-ci était attendu : { $parts-count ->
            [0] il n’y en a aucun
           *[other] { $parts }
        }.
    .todo = Nommez un jeu qui existe, comme dans { $source }:{ $data_parts } ; ou répartissez de nouveau les lignes : --split train=.7,dev=.1,test=.2.
    .page = Choisissez un jeu qui existe, ou répartissez de nouveau ses lignes.
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
recipe-learns-rows-kind = La recette { $name } s’entraîne sur des lignes du type { $row_kind_name }.
    .expected = Une recette de paires notées était attendue.
    .todo = Choisissez-en une autre : aloi recipes en donne la liste.
    .page = Choisissez une autre recette.
round-campaign-asked-annotators =
    Un tour ({ $purpose }) de la campagne { $name } ({ $status }) est demandé, avec { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    }.
    .expected = Une campagne ouverte, l’un de { $purpose_2 }, et au moins un annotateur étaient attendus.
    .todo = Nommez les annotateurs, comme dans --annotators A1,A2.
    .page = Choisissez les annotateurs.
doubts-campaign-task = La campagne { $name } a la tâche { $kind_name }.
    .expected = Des paires avec un score étaient attendues.
    .todo = Choisissez une autre campagne.
settings-given = Des réglages ont été donnés pour { $recipes }.
    .expected = Des réglages pour une seule recette étaient attendus.
    .todo = Évaluez cette recette séparément.
floors-scored-on-nothing = Les baselines n’ont aucun test.
    .expected = Un test était attendu.
    .todo = Nommez-le avec --test.
    .page = Choisissez un test.
no-run-named = Aucune exécution n’est choisie.
    .expected = Au moins une était attendue.
    .todo = Choisissez les exécutions à comparer.
runs-several-kinds-rows-named = Les exécutions choisies sont de plusieurs types de lignes : { $value }.
    .expected = Des exécutions d’un seul type étaient attendues.
    .todo = Comparez celles de chaque type séparément.
run-does-not-keep-items = L’exécution { $run } n’a pas gardé les items de son test { $label }.
    .expected = Les items de ce test étaient attendus dans tests.json.
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
    .expected = Une exécution terminée avec son run.json était attendue.
    .todo = Attendez-la, ou relancez-la : elle reprend à sa dernière étape.
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
    .page = Donnez un tableau avec une colonne par annotateur, ou choisissez « une ligne par jugement » et ses colonnes.
rating-no-number-labels-no = { $name } : le jugement { $rest } n’est pas un nombre, et les étiquettes n’ont pas d’ordre connu.
    .expected = Des nombres, ou des étiquettes dont l’ordre est déclaré, étaient attendus au niveau ordinal.
    .todo = Donnez les étiquettes de la plus basse à la plus haute avec --categories, ou utilisez --level nominal.
    .page = Écrivez toutes les étiquettes, du plus bas au plus haut, dans leur champ, ou choisissez que les jugements sont des étiquettes (nominal).
category-not-number-ratings = La catégorie { $wrong } n’est pas un nombre, alors que les jugements en sont.
    .expected = Des catégories du même type que les jugements étaient attendues.
    .todo = Corrigez les catégories (--categories).
    .page = Corrigez la liste des degrés ou étiquettes.
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
    .todo = Corrigez la cellule, nommez les colonnes des jugements (--columns), ou utilisez --level nominal.
    .page = Corrigez la cellule, choisissez les colonnes des jugements, ou choisissez que les jugements sont des étiquettes (nominal).
written-decimal-comma = { $where } : { $text } est écrit avec une virgule décimale.
    .expected = Des nombres avec un point décimal étaient attendus.
    .todo = Écrivez { $text_2 } ; au niveau nominal, à côté d’autres étiquettes, les cellules ne changent pas.
rating-is-a-date = { $where } : la colonne { $column } contient la date { $value }, qui n’est pas un jugement.
    .expected = Un nombre ou une étiquette était attendu ; les tableurs convertissent en dates des jugements comme 1/2 ou 3-4.
    .todo = Donnez à la colonne le format texte dans le tableur, écrivez de nouveau le jugement, et enregistrez.
column-named-as-computed = { $name } : la colonne { $column } porte le nom d’une valeur calculée ({ $kind }) sur les autres, mais ses valeurs ne le sont pas.
    .expected = Une colonne par annotateur était attendue.
    .todo = Nommez les colonnes des jugements (--columns), ou retirez cette colonne.
    .page = Choisissez les colonnes des jugements, sans celle-ci.
column-is-computed = { $name } : la colonne { $column } se calcule ({ $kind }) sur les autres à chaque ligne.
    .expected = Une colonne par annotateur était attendue, et aucune colonne calculée sur les autres.
    .todo = Nommez les colonnes des jugements (--columns), ou retirez cette colonne.
    .page = Choisissez les colonnes des jugements, sans celle-ci.
column-names-nobody = { $name } : la colonne { $column } ne porte pas le nom d’un annotateur.
    .expected = Une colonne par annotateur était attendue ; les descriptions d’items, les décisions et les sorties de modèles ne sont pas des jugements.
    .todo = Nommez les colonnes des jugements (--columns), ou retirez cette colonne.
    .page = Choisissez « une colonne par annotateur » et les colonnes des jugements.
column-of-annotators = { $name } : la colonne { $column } porte le nom d’une colonne d’annotateurs, mais une ligne n’est pas un seul jugement.
    .expected = Une colonne par annotateur était attendue, ou une ligne par jugement : des items sur plusieurs lignes, chacune avec son annotateur.
    .todo = Transposez le tableau si chaque ligne est un annotateur ; sinon, nommez --unit, --annotator et --value, ou --columns.
    .page = Transposez le tableau si chaque ligne est un annotateur ; sinon, choisissez « une ligne par jugement » et ses colonnes.
column-shares-no-value = { $name } : la colonne { $column } n’a aucune valeur en commun avec les autres colonnes.
    .expected = Des jugements sur la même échelle étaient attendus dans chaque colonne.
    .todo = Nommez les colonnes des jugements (--columns), ou corrigez les étiquettes de celle-ci.
    .page = Choisissez les colonnes des jugements, ou corrigez les étiquettes de celle-ci.
long-table-columns = { $name } : ses colonnes sont { $columns }, et aucune n’a le nom de celle des annotateurs ou des jugements.
    .expected = Un tableau long a une colonne de l’annotateur et une du jugement.
    .todo = Nommez-les avec --annotator et --value.
    .page = Choisissez « une ligne par jugement » et les deux colonnes.
level-not-told = { $name } n’indique pas le niveau de mesure de ses jugements.
    .expected = L’un de ceux-ci était attendu : { $levels } ; seules les réponses exportées par Aloi l’indiquent.
    .todo = Nommez-le : --level nominal pour des étiquettes sans ordre, --level ordinal pour des degrés.
    .page = Choisissez ce que sont les jugements : des étiquettes sans ordre (nominal), ou des degrés (ordinal).
export-level = Aucune vue de ces réponses exportées n’a le niveau { $level }.
    .expected = L’un de ceux-ci était attendu : { $levels }.
    .todo = Omettez --level, ou nommez unité, annotateur et valeur pour le lire comme un tableau simple.
    .page = Donnez le tableau tel qu’il a été exporté, sans nommer de colonnes.
export-option = { $name } contient des réponses exportées par Aloi, mais { $option } est indiqué.
    .expected = Un tel tableau indique lui-même ses documents, ses tours et ses catégories.
    .todo = Omettez { $option }, ou nommez unité, annotateur et valeur pour le lire comme un tableau simple.
export-schema = { $where } : des réponses exportées par Aloi, sans leur schéma.
    .expected = Le schéma était attendu dans la première ligne de chaque tour, dans la colonne « schema ».
    .todo = Exportez à nouveau les réponses en gardant cette ligne, ou indiquez --unit item_id --annotator annotator --value value.
    .page = Exportez à nouveau les réponses (page Tours) et gardez cette ligne.
export-schemas = { $where } : une autre tâche, ou d’autres réglages, que dans les lignes précédentes.
    .expected = Les réponses d’une seule campagne étaient attendues dans un tableau.
    .todo = Mesurez les campagnes séparément.
export-answered-twice = { $where } : { $annotator } répond à un item déjà traité dans une ligne précédente, dans le même tour.
    .expected = Une réponse par annotateur, item et tour était attendue.
    .todo = Retirez l’une des deux lignes, ou exportez à nouveau les réponses.
export-answer = { $where } : la colonne « value » ne contient pas de réponse de la tâche { $task }.
    .expected = Des réponses telles qu’Aloi les exporte étaient attendues.
    .todo = Exportez à nouveau les réponses.
rating-is-an-answer = { $where } : la colonne { $column } contient une réponse complète, en JSON.
    .expected = Une étiquette ou un nombre par cellule était attendu.
    .todo = Exportez à nouveau les réponses avec `aloi annotations export` et donnez ce fichier sans nommer de colonnes.
    .page = Exportez à nouveau les réponses (page Tours) et donnez ce fichier tel quel.
long-several-values = { $name } a des annotateurs, et plusieurs colonnes peuvent contenir leurs jugements : { $values }.
    .expected = Une seule colonne de jugements était attendue dans un tableau long.
    .todo = Nommez ses colonnes avec --unit, --annotator et --value.
    .page = Choisissez-la comme colonne du jugement, avec les deux autres.
layout-annotator = La forme est { $layout }, mais une colonne d’annotateurs, comme dans un tableau long, est nommée.
    .expected = L’un des deux était attendu.
    .todo = Omettez --layout, ou bien --annotator et --value.
    .page = Choisissez « une ligne par jugement », ou des colonnes de jugements.
count-not-whole = { $name } : l’unité { $unit } a { $cell } dans { $column }, ce qui n’est pas un effectif.
    .expected = Des nombres entiers à partir de 0 étaient attendus dans un tableau d’effectifs.
    .todo = Corrigez la cellule, nommez les colonnes des effectifs (--columns), ou utilisez --layout wide.
    .page = Corrigez la cellule, choisissez les colonnes des effectifs, ou choisissez que le tableau a une colonne par annotateur.
counts-measure = { $measure } demande l’annotateur de chaque jugement, qu’un tableau d’effectifs n’indique pas.
    .expected = L’un de ceux-ci était attendu : { $known }.
    .todo = Choisissez-en un, ou utilisez --layout wide si chaque colonne est un annotateur.
    .page = Choisissez-en un, ou choisissez que le tableau a une colonne par annotateur.
counts-jackknife = Le jackknife exclut un annotateur à la fois, mais un tableau d’effectifs n’a pas d’annotateurs.
    .expected = Un intervalle sur les unités était attendu.
    .todo = Utilisez --ci analytic ou bootstrap.
    .page = Choisissez l’intervalle analytique ou le bootstrap.
round-no-answers-yet = Le tour { $number } n’a pas encore de réponse.
    .expected = Au moins une réponse était attendue.
    .todo = Attendez les annotateurs, ou importez leurs réponses.
weights-order = { $name } : les jugements sont des étiquettes dont l’ordre n’est pas déclaré ; les poids { $weights } en demandent un.
    .expected = Des nombres, ou des étiquettes dont l’ordre est déclaré, étaient attendus pour ces poids.
    .todo = Donnez les étiquettes de bas en haut avec --categories, ou utilisez --weights unweighted.
    .page = Donnez les étiquettes de bas en haut, ou choisissez de ne pas pondérer.
sets-level = { $asked } est pour des ensembles, et le niveau est { $level }.
    .expected = Les ensembles n’ont pas d’ordre : le niveau nominal était attendu.
    .todo = Utilisez --level nominal, ou une mesure de valeurs simples.
    .page = Choisissez que les jugements sont des étiquettes (nominal), ou un coefficient pour des valeurs simples.
separator-empty = Le séparateur des étiquettes est { $separator }, qui est vide.
    .expected = Un séparateur tel que le point-virgule ou la virgule était attendu.
    .todo = Donnez --separator, ou omettez l’option.
    .page = Écrivez le séparateur, ou laissez le champ vide.
one-annotator-value-named-not = L’une des colonnes de l’annotateur et du jugement est nommée, mais pas l’autre.
    .expected = Les deux étaient attendus pour un tableau long.
    .todo = Nommez les colonnes de l’unité, de l’annotateur et de la valeur, ou aucune pour un tableau large.
column-named-twice-two-unit = La colonne { $twice } est nommée deux fois, pour deux de ces rôles : unité, annotateur, valeur.
    .expected = Une colonne différente pour chacun était attendue.
    .todo = Nommez la colonne qui contient chacun d’eux.
interval-whole-documents-resampled = L’intervalle est { $ci } mais des documents ({ $cluster }) sont à rééchantillonner.
    .expected = Un bootstrap était attendu : lui seul peut rééchantillonner des documents.
    .todo = Utilisez --ci bootstrap, ou omettez --cluster.
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
            [0] elle n’en a aucune
           *[other] { $languages }
        }.
    .todo = Choisissez une autre langue, ou classez les noms de toutes les langues.
campaign-names-terminology-which = La campagne { $name } utilise la terminologie { $name_2 }, qui n’est pas dans l’entrepôt.
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
    .expected = Une exécution terminée qui prédit des segments était attendue, comme celles de token_classifier ou de dictionary_tagger.
    .todo = Nommez une autre exécution : `aloi run list` ; ou entraînez-en une sur des données avec des segments.
    .page = Choisissez une autre exécution, ou entraînez-en une sur des données à segments (page Modèles).
predictions-and-test =
    { $problem ->
        [missing] { $count } des { $rows } lignes de { $test } n’ont pas de prédiction : { $ids }.
       *[other] { $count } prédictions portent sur des identifiants que { $test } n’a pas : { $ids }.
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
keep-lexical = Seules certaines paires sont à garder, mais le mineur est { $miner }.
    .expected = Un réservoir, les meilleures paires et une limite par phrase sont des options du seul mineur lexical.
    .todo = Omettez ces options, ou choisissez le mineur lexical.
mine-restricted-elsewhere =
    Un accord d’utilisation des données restreint le corpus { $name }, mais un ordonnanceur Dask enverrait ses textes à d’autres machines.
    .expected = Une recherche sur cette machine uniquement était attendue.
    .todo = Omettez l’ordonnanceur.
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
    .expected = Une phrase était attendue : elle est écrite dans la version publiée.
    .todo = Écrivez ce qui a été vérifié.
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
    .todo = Recueillez-en d’abord.
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
    .todo = Complétez la ligne, ou donnez une étiquette pour toutes les lignes.
suggestions-empty = { $name } est vide.
    .expected = Un texte et une étiquette par ligne étaient attendus.
    .todo = Choisissez un fichier avec un contenu.
corpus-no-passages = Le corpus de { $name } n’a pas de passages.
    .expected = Des textes où proposer des segments étaient attendus.
    .todo = Créez d’abord des passages : à la page Candidats, ou par `aloi passages make`.
    .page = Créez d’abord des passages, à la page Candidats.
corpus-no-sentences = Le corpus { $name } n’a pas de phrases.
    .expected = Des phrases étaient attendues.
    .todo = Découpez d’abord ses textes en phrases.
keeps-no-row = { $name } n’a aucune ligne marquée comme gardée.
    .expected = Au moins une était attendue.
    .todo = Marquez les cibles à garder.
place-target-missing = { $where } : il manque les positions de la cible.
    .expected = start et end étaient attendus, tels que la recherche les a écrits.
    .todo = Rétablissez-les, ou retirez la ligne.
sentence-not-corpus-target = { $where } : la phrase { $sentence_id } n’est pas dans le corpus avec cette cible.
    .expected = Des cibles du corpus tel qu’il est maintenant étaient attendues.
    .todo = Refaites la recherche : le corpus a été redécoupé depuis.
lemma-part-speech = { $where } : le lemme est { $lemma } et la catégorie { $pos }.
    .expected = Un lemme, et l’une de ces catégories : { $pos_2 }, étaient attendus.
    .todo = Corrigez-les.
text-no-part-sentence-around = { $where } : le texte { $value } ne fait pas partie de la phrase autour de la cible.
    .expected = La phrase, raccourcie à son début ou à sa fin, était attendue.
    .todo = Ne raccourcissez qu’aux deux extrémités ; importez d’autres textes comme cibles toutes faites.
sentence-trimmed-without-note = { $where } : la phrase a été raccourcie sans note.
    .expected = Une note était attendue : ce qui a été retiré, et pourquoi on pouvait s’en passer.
    .todo = Écrivez-la dans la colonne note.
does-not-tell-how-mined = { $name } ne décrit pas l’origine de { $path_name }.
    .expected = Le fichier que la recherche a écrit à côté de son tableau était attendu.
    .todo = Gardez les deux avec le même nom, ou refaites la recherche.

## aloi/workbench/files

files-given-called =
    { $paths ->
        [one] { $paths } fichier est donné
       *[other] { $paths } fichiers sont donnés
    }, sous les noms { $paths_2-count ->
        [0] (aucun)
       *[other] { $paths_2 }
    }.
    .expected = Des fichiers aux noms différents étaient attendus : chacun est un jeu de ce nom.
    .todo = Renommez les fichiers.
label-empty = { $where } : l’étiquette est vide, ou un code de valeur manquante.
    .expected = Une étiquette pour chaque ligne de la référence était attendue.
    .todo = Remplissez-la ; si des lignes peuvent n’en avoir aucune, appelez la colonne { $several }.
balance-not-in-pool = { $where } : la réserve n’a pas de paire { $name }.
    .expected = Des scores de paires de la réserve étaient attendus.
    .todo = Copiez les identifiants du tableau des paires tirées, ou retirez la ligne.
balance-off-scale = { $where } : le score est { $score }, sur une échelle de { $low } à { $high }.
    .expected = Un score de l’échelle était attendu.
    .todo = Corrigez-le, ou indiquez l’échelle : --scale BAS,HAUT.
    .page = Corrigez-le, ou les bornes de l’échelle.
id-empty-or-stands-second = { $where } : l’identifiant { $name } est vide ou est répété.
    .expected = Chaque ligne a besoin d’un identifiant unique.
    .todo = Corrigez les identifiants.
column-gold-column = { $path } a la colonne { $value }, mais la référence a la colonne { $wanted }.
    .expected = La même colonne dans les deux fichiers était attendue.
    .todo = Écrivez dans les deux fichiers une étiquette par ligne (label), ou plusieurs (labels).
no-column-columns = { $path } n’a pas de colonne { $wanted } ; ses colonnes sont { $columns }.
    .expected = Les colonnes « id » et { $wanted }, ou une colonne de probabilités par étiquette, étaient attendues.
    .todo = Renommez la colonne ; avec des probabilités, donnez --threshold, par exemple 0.5.
    .page = Renommez la colonne ; avec des probabilités, donnez un seuil comme 0,5.
threshold-gold-several-labels-row =
    Le seuil est { $threshold } et la référence a { $has_several ->
        [True] plusieurs étiquettes
       *[False] une étiquette
    } par ligne.
    .expected = Un nombre de 0 à 1, et une référence avec la colonne « labels », étaient attendus.
    .todo = Changez le seuil, ou omettez-le.
score-labels-column-holds = { $where } : la colonne { $column } contient { $cell }.
    .expected = Une probabilité de 0 à 1 était attendue.
    .todo = Corrigez la cellule, ou retirez les colonnes qui ne sont pas des étiquettes.
item-no-score = { $name } : l’item { $empty } n’a pas de score.
    .expected = Un score pour chaque item de la référence était attendu.
    .todo = Remplissez-le ou retirez la ligne.
score-simplifications-line =
    { $name } a { $lines ->
        [one] { $lines } ligne
       *[other] { $lines } lignes
    } et { $source_name } { $text }.
    .expected = Le même nombre de lignes était attendu dans chaque fichier : la ligne i de chacun appartient à la phrase i.
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
line-token-line = { $name }, ligne { $line }, a le mot { $value } ; { $gold_name }, ligne { $lines_line }, a { $token }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus dans les deux fichiers.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
sentence-at-line-tokens-at =
    La phrase à la ligne { $line } de { $name } a { $tokens ->
        [one] { $tokens } mot
       *[other] { $tokens } mots
    } ; à la ligne { $lines_line } de { $gold_name } elle en a { $tokens_count }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus dans les deux fichiers.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
score-tags-sentences =
    { $name } a { $wanted ->
        [one] { $wanted } phrase
       *[other] { $wanted } phrases
    } et { $predicted_name } { $count }.
    .expected = Les mêmes mots dans les mêmes phrases étaient attendus dans les deux fichiers.
    .todo = Écrivez de nouveau la prédiction à partir des mots de la référence.
line-tag-not-scheme = { $name }, ligne { $line } : l’étiquette { $tag } n’est pas du schéma { $scheme }.
    .expected = Des étiquettes telles que { $examples } étaient attendues.
    .todo = Corrigez-la, choisissez un autre schéma, ou utilisez --bare si ce sont des catégories grammaticales.
    .page = Corrigez-la, choisissez un autre schéma, ou choisissez que les étiquettes sont des catégories grammaticales.
sentence-at-line-names-no = { $name } : la phrase à la ligne { $line } ne nomme aucun document.
    .expected = Une ligne `# document = NOM` ou -DOCSTART- avant elle était attendue.
    .todo = Écrivez ces lignes, ou rééchantillonnez des phrases.
table-write = Le tableau de sortie est { $out }.
    .expected = Un fichier qui finit par { $suffixes }, dans un dossier qui existe, était attendu.
    .todo = Corrigez le suffixe, ou créez le dossier.
id-empty = { $where } : l’identifiant est vide.
    .expected = Un identifiant était attendu à chaque ligne.
    .todo = Remplissez ou retirez la ligne.
id-already-stands-line = { $where } : l’identifiant { $name } est déjà à la ligne { $first }.
    .expected = Chaque phrase a besoin d’un identifiant unique.
    .todo = Corrigez les identifiants.

## aloi/workbench/imports

answers-item-already-answered = { $where } : { $annotator } répond à un item qui a déjà une réponse à { $seen }.
    .expected = Une réponse par annotateur et par item était attendue.
    .todo = Retirez l’une des deux lignes ; indiquez une répétition cachée dans une colonne `occasion` : 1, puis 2.
campaign = La campagne { $name } est dans l’état { $status }.
    .expected = Une campagne ouverte était attendue.
    .todo = Rouvrez-la d’abord.
answers-round = Le tour { $number } est dans l’état { $status }.
    .expected = Un tour ouvert était attendu : les réponses ne changent plus après la clôture.
    .todo = Rouvrez-le d’abord.
answers-item-not-round = { $where } : l’item { $value } n’est pas dans le tour { $number }.
    .expected = L’un des { $left } items du tour était attendu.
    .todo = Importez dans le tour auquel les réponses appartiennent.
item-wants-no-more-answers = { $where } : l’item { $value } n’a plus besoin de réponse dans le tour { $number }.
    .expected = { $left } nouvelles au plus étaient attendues.
    .todo = Importez dans un tour au recouvrement plus grand, ou excluez les réponses en trop.
no-person-called = Personne ne s’appelle { $unknown }.
    .expected =
        Des personnes existantes étaient attendues : { $people-count ->
            [0] il n’y en a pas encore
           *[other] { $people }
        }.
    .todo = Ajoutez-les d’abord, ou choisissez d’ajouter les annotateurs inconnus.
campaign-already-task = La campagne { $name } existe déjà et a la tâche { $task_type }.
    .expected = Une campagne de la tâche { $task } était attendue.
    .todo = Nommez une autre campagne, ou une nouvelle.
no-campaign-called = Aucune campagne ne s’appelle { $campaign }.
    .expected = Une campagne existante, ou la langue et la licence des textes d’une nouvelle, étaient attendues.
    .todo = Vérifiez le nom, ou donnez les deux : le corpus et la campagne sont alors créés à partir de la source.
corpus-already-as-one-whose = Le corpus { $name } existe déjà, avec des textes qui peuvent être partagés.
    .expected = Les mêmes métadonnées que la première fois étaient attendues : un corpus ne change plus une fois importé.
    .todo = Importez dans une nouvelle campagne.
campaign-no-name = La campagne n’a pas de nom.
    .expected = Un nom était attendu.
    .todo = Donnez-lui en un.
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
mention-answers-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche linking était attendue.
    .todo = Nommez une autre campagne.
source-mentions-gives-none-them = Aucune des { $mentions } mentions de { $name } n’a de concept dans sa source.
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
no-annotators-of-paths = Aucun texte de { $name } n’est dans plusieurs { $by ->
        [directory] dossiers
       *[file] fichiers
    }.
    .expected = Les mêmes textes pour chaque annotateur étaient attendus.
    .todo = Omettez --annotator-from, ou vérifiez les dossiers.
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

## workbench

person-no-name = La personne n’a pas de nom.
    .expected = Un nom était attendu.
    .todo = Donnez un nom ; les autres voient A1, A2, …

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
release-no-version = La version à publier n’a pas de numéro.
    .expected = Un numéro comme 1.0 était attendu.
    .todo = Donnez-en un.
campaign-release = La campagne { $name } a une version publiée { $version }.
    .expected = Un nouveau numéro était attendu : ce qui est publié ne change jamais.
    .todo = Nommez-le par exemple { $next_version }.
leak-check-written = Le contrôle de fuites est { $text }.
    .expected = Deux jeux étaient attendus : celui à contrôler, et celui où chercher.
    .todo = Écrivez-la ainsi : test=train.
round-forced-into-part = Le tour { $unknown } est imposé à un jeu.
    .expected = L’un de ces tours était attendu : { $known }.
    .todo = Nommez un tour de la campagne.
two-parts-would-called = Deux jeux s’appelleraient { $twice }.
    .expected = Chaque jeu était attendu une fois.
    .todo = Renommez le jeu, ou contrôlez une seule fois les fuites de chaque jeu.
leak-check-asked-part = Un contrôle de fuites est demandé pour le jeu { $strange }.
    .expected = L’un de ces jeux était attendu : { $names }.
    .todo = Nommez-en deux, comme dans test=train.
licence-unknown = { $licence } n’est ni une licence SPDX, ni un accord.
    .expected = Une licence SPDX (CC-BY-4.0, MIT, LicenseRef-…) ou un accord était attendu : ses parties, sa date et son objet.
    .todo = Écrivez son nom SPDX (https://spdx.org/licenses/), ou l’accord.
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
    Chaque règle de séparation qui passe les contrôles exclut plus de { $most } % des { $total } items de référence de { $name } : { $policies }.
    .expected = Une règle choisie explicitement était attendue : rien n’est exclu sans le dire.
    .todo = Choisissez-en une, comme `--policy { $policy }`, ou d’autres tailles : `aloi release preview` compare les règles.
    .page = Choisissez une des règles, ou d’autres tailles.
gate-no-reason = Le contrôle de publication { $rule } est levé sans raison.
    .expected = Une raison était attendue : le journal et la version l’enregistrent.
    .todo = Expliquez en une phrase pourquoi la version peut l’enfreindre.

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
outcome-not-yours = Vous ne participez pas à ce tour.
    .expected = Un tour auquel vous prenez part était attendu.
    .todo = Choisissez l’un des tours de la page Mon travail.
outcome-not-shown = Les résultats du tour { $number } de { $name } ne sont pas affichés.
    .expected = Le gestionnaire de la campagne décide si les annotateurs les voient.
    .todo = Demandez à un gestionnaire de le permettre à la page Tours.
outcome-round-open = Le tour { $number } est dans l’état { $status } : ses résultats s’affichent une fois qu’il est clos.
    .expected = Un tour clos était attendu. D’ici là les réponses peuvent changer, et un item peut être présenté de nouveau.
    .todo = Revenez quand il sera clos.
item-still-being-answered = L’item { $item_id } n’a pas encore toutes ses réponses.
    .expected = Une décision est possible quand chaque annotateur prévu a répondu à l’item ou l’a passé.
    .todo = Attendez, réattribuez les items en attente, ou fermez le tour.
keys-could-not-read = La page a envoyé des touches illisibles.
    .expected = Une lettre, un chiffre ou un signe par action, et un ou deux par étiquette, étaient attendus.
    .todo = Rechargez la page ; vos touches n’ont pas changé.
keys-clash = Les touches { $first } et { $second } commencent par les mêmes lettres.
    .expected = Des touches dont aucune n’est le début d’une autre étaient attendues.
    .todo = Choisissez une autre touche pour l’une des deux ; vos touches n’ont pas changé.
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
    .expected = Un brouillon plus court était attendu.
    .todo = Enregistrez l’item, puis continuez.
campaigns-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche { $wanted } était attendue.
    .todo = Nommez une autre campagne.
guideline-empty = Le guide d’annotation est vide.
    .expected = Du texte était attendu.
    .todo = Écrivez-le, ou partez de le guide tout prêt.
reason-change-missing = Il manque le motif du changement.
    .expected = Un motif était attendu : chaque version suivante d’un guide en a un.
    .todo = Écrivez une phrase : l’accord se compare entre versions.
nobody-gave-item = Personne n’a répondu { $answer } à l’item { $item }.
    .expected = L’un de ces items était attendu : { $places }.
    .todo = Nommez l’un d’eux, ou aucun pour tous.
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
cleaning-campaign-task = La campagne { $name } a la tâche { $task_type }.
    .expected = Une campagne de la tâche substitution était attendue : ses réponses sont des mots.
    .todo = Choisissez une telle campagne.
no-terminology-named-store = Aucune terminologie n’est nommée, mais l’entrepôt en a { $count }.
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
    .expected = Un guide était obligatoire pour ce tour.
    .todo = Écrivez-en un, ou partez de le guide tout prêt.
campaign-no-round = La campagne { $name } n’a pas de tour { $number }.
    .expected =
        Ses tours sont : { $rounds-count ->
            [0] aucun pour l’instant
           *[other] { $rounds }
        }.
    .todo = Nommez l’un d’eux, ou ouvrez d’abord un tour.
already-works-on-round = { $pseudonym } travaille déjà à ce tour ({ $number }).
    .expected = Une personne qui n’est pas dans le tour était attendue.
    .todo = Nommez une autre personne.
items-would-go =
    Les items de { $pseudonym } iraient à { $people-count ->
        [0] personne
       *[other] { $people }
    }.
    .expected = Au moins une autre personne était attendue.
    .todo = Nommez la personne qui prend la suite.
no-item-left-round = { $pseudonym } n’a plus d’item dans le tour { $number }.
    .expected = Des items encore sans réponse étaient attendus.
    .todo = Aucune action n’est nécessaire.
item-stands-another-corpus = L’item { $stranger } est dans un autre corpus.
    .expected = Des items du corpus de la campagne étaient attendus : sa licence ne couvre que ceux-ci.
    .todo = Retirez-le.
item-kind = L’item { $id } est du type { $kind }.
    .expected = Des items du type { $kind_2 } étaient attendus : la campagne demande ce type.
    .todo = Retirez-le.
items-asked-unused =
    { $items ->
        [one] { $items } item est demandé
       *[other] { $items } items sont demandés
    } ; il en reste { $free } de libres.
    .expected = Un nombre jusqu’à { $free } était attendu.
    .todo = Demandez-en moins, ou trouvez et tirez d’autres candidats.
stop-rule-asks-at-level = La règle d’arrêt est { $measure } au niveau { $level }, avec le seuil { $threshold }.
    .expected = L’un des niveaux { $levels } et un nombre fini étaient attendus.
    .todo = Écrivez-la ainsi : krippendorff_alpha:ordinal:0.7.
rounds-round = Le tour { $number } est dans l’état { $status }.
    .expected = Un tour ouvert était attendu.
    .todo = Rouvrez-le d’abord.

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
starting-columns = { $name } a les colonnes { $columns }.
    .expected = Ces colonnes étaient attendues : { $wanted }.
    .todo = Renommez les colonnes, ou collez plutôt les lignes.

## aloi/workbench/store

no-copy-store = { $path } n’est pas la copie d’un entrepôt.
    .expected = Une copie faite par Aloi était attendue.
    .todo = Nommez un autre fichier.
restore-no-manager = { $path } n’a pas de gestionnaire qui pourrait se connecter.
    .expected = Une copie avec un gestionnaire qui a un mot de passe était attendue.
    .todo = Choisissez une autre copie.
restore-gone = La copie contrôlée n’existe plus.
    .expected = Une copie vérifiée juste avant était attendue.
    .todo = Vérifiez de nouveau la copie.
restore-jobs = { $jobs ->
        [one] { $jobs } travail est en attente ou en cours
       *[other] { $jobs } travaux sont en attente ou en cours
    } : { $verbs }.
    .expected = Un entrepôt sans tâche de fond était attendu : une tâche écrirait dans l’entrepôt restauré.
    .todo = Attendez que les tâches soient terminées, ou arrêtez-les. Puis réessayez.
copy-not-sound = La copie ne passe pas le contrôle d’intégrité : { $problem }
    .expected = Un entrepôt sans problème était attendu.
    .todo = Lancez `aloi check` sur l’entrepôt, et gardez une copie plus ancienne.
    .page = Contrôlez l’entrepôt (Sauvegarde et contrôle), et gardez une copie plus ancienne.
already = { $path } existe déjà.
    .expected = Le chemin d’un nouveau fichier était attendu.
    .todo = Nommez un autre fichier, ou déplacez celui-ci.
already-beside = { $path } ne peut pas être écrit : { $beside }, un fichier d’un ancien entrepôt, existe à côté.
    .expected = Un chemin sans fichiers d’un autre entrepôt était attendu : leurs dernières modifications seraient écrites dans le nouveau.
    .todo = Nommez-en un autre, ou déplacez ce fichier ; avec son entrepôt, il contient peut-être des réponses.

## aloi/studies/linking

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
    .expected = Des mentions liées, dont les noms forment le dictionnaire, étaient attendues.
    .todo = Vérifiez la source.
table-test-set-ranker = Le tableau a { $sets } jeu(x) de test et { $rankers } classeur(s).
    .expected = Au moins un de chaque était attendu.
    .todo = Nommez-les, comme dans --config cross.toml.
    .page = Choisissez-les à l’onglet des jeux de test.
test-set-called-as-one =
    { $has_known ->
        [True] Un jeu de test s’appelle { $name }, comme un jeu de test enregistré.
       *[False] Le jeu de test n’a pas de nom.
    }
    .expected = Un nom unique était attendu.
    .todo = Donnez-lui le nom de son corpus, comme CodiEsp-D.
test-set-comes-without-training = Le jeu de test { $name } n’a ni mentions d’entraînement ni dictionnaire.
    .expected = L’un des deux était attendu : il contient les noms à classer, et filtre le jeu de test.
    .todo = Nommez-en un, comme dans train=trainX.tsv ou dictionary=names.tsv.
release-no-linked-mention-part = La version publiée { $release } n’a aucune mention liée dans un jeu `test`.
    .expected = Un tel jeu était attendu ; la version a { $parts }.
    .todo = Publiez une version d’une campagne de liaison avec les jeux train et test.
test-set-comes-without-mentions = Le jeu de test { $name } n’a pas de mentions.
    .expected = Un fichier de mentions, ou une version publiée, était attendu.
    .todo = Nommez-en un, comme dans mentions=testX.tsv ou release=1.0.
terminology-no-name-language-group = La terminologie { $name } n’a aucun nom dans la langue { $names_language } et le groupe { $names_group }.
    .expected = Langues : { $languages } ; groupes : { $groups }.
    .todo = Choisissez-en parmi eux, ou omettez-les.
test-set-names-terminology-or = Le jeu de test { $name } demande une terminologie ou une version publiée.
    .expected = Un entrepôt qui la contient était attendu.
    .todo = Nommez l’entrepôt, comme dans --store sqlite:///aloi-data/aloi.db.
    .page = Prévenez l’administrateur de ce serveur.
test-set-filtered-against = Le jeu de test { $name } est à filtrer contre { $against }.
    .expected = Une source qui est donnée pour ce jeu de test était attendue : { $against_2 }.
    .todo = Nommez les mentions d’entraînement, ou filtrez contre le dictionnaire.
test-set-no-name-rank = Le jeu de test { $name } n’a aucun nom à classer : ses mentions d’entraînement ne sont liées à aucun concept.
    .expected = Des mentions liées, ou un dictionnaire, étaient attendus.
    .todo = Nommez un dictionnaire.
sets =
    { $has_strange ->
        [True] { $path } règle { $strange }.
       *[False] { $path } n’a aucun jeu de test.
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

## aloi/studies/neighbours

corpus-under-data-use-agreement = Un accord d’utilisation des données restreint le corpus { $name }.
    .expected = Des phrases qui peuvent être partagées étaient attendues.
    .todo = Exportez les voisins sans les phrases.
words-asked-about =
    { $asked ->
        [0] Aucun mot n’est demandé.
        [one] { $asked } mot est demandé.
       *[other] { $asked } mots sont demandés.
    }
    .expected = De 1 à { $most_words } étaient attendus.
    .todo = Donnez les mots dont lister les voisins.
words-two-lists-differ = Les mots des deux listes diffèrent.
    .expected = Les mêmes mots étaient attendus.
    .todo = Utilisez les mêmes mots dans les deux listes.
none-words-neighbour = Aucun de ces mots n’a de voisin.
    .expected = Au moins une ligne était attendue.
    .todo = Choisissez d’autres mots.
word-counted-expected = { $word } : { $missing }.
    .expected = Un mot qui a été compté était attendu.
    .todo = Vérifiez l’orthographe, ou préparez avec une fréquence minimale plus basse.
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
first-order-neighbours-syntactic = Les voisins de premier ordre de contextes syntaxiques sont des contextes, pas des mots.
    .expected = Des voisins qui sont des mots étaient attendus.
    .todo = Choisissez le deuxième ou le troisième ordre.
scores-words = { $where } : les mots sont { $first } et { $second }.
    .expected = Deux mots étaient attendus à chaque ligne.
    .todo = Remplissez-les ou retirez la ligne.
no-word-stands-prepared-corpus = Aucun mot de { $name } n’est dans le corpus préparé { $prepared_name } avec un synonyme.
    .expected = Au moins un était attendu.
    .todo = Choisissez une ressource de ce domaine et de cette langue, ou préparez avec une fréquence minimale plus basse.

## aloi/studies/simplification

campaign-no-release = La campagne { $name } n’a pas de version publiée { $release }.
    .expected =
        L’une de celles-ci était attendue : { $own-count ->
            [0] aucune n’est encore publiée
           *[other] { $own }
        }.
    .todo = Nommez l’une d’elles, ou utilisez sa référence.
label-wanted-left-out = L’étiquette { $both } est à la fois incluse et exclue.
    .expected = L’un des deux était attendu.
    .todo = Retirez-la de l’une des listes.
none-pairs-so = Aucune des { $pairs } paires ne remplit les conditions.
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
    .expected = Le même nombre de lignes était attendu dans chaque fichier : la ligne i de chacun appartient à la phrase i.
    .todo = Alignez les fichiers.
given-twice-another-content = { $name } : { $name_2 } est donné deux fois, avec un autre contenu.
    .expected = Chaque fichier était attendu une fois.
    .todo = Retirez l’un d’eux.
no-among-files =
    Il n’y a pas de { $originals } parmi les fichiers : { $value-count ->
        [0] aucun n’appartient à une étude
       *[other] { $value }
    }.
    .expected = Les phrases d’origine, une par ligne, étaient attendues sous ce nom.
    .todo = Ajoutez le fichier.
file-none-study = Le fichier { $name } n’appartient pas à une étude.
    .expected = { $originals }, asset.simp.K.txt et asset.simp.K.aln, où K est un nombre, étaient attendus.
    .todo = Renommez-le, ou omettez-le.
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

## aloi/studies/substitution

knows-none-targets = { $name } ne connaît aucune des { $instances } cibles.
    .expected = Des synonymes des cibles, sous leur lemme et leur catégorie grammaticale, étaient attendus.
    .todo = Vérifiez les lemmes et la langue du dictionnaire.
cannot-written = Impossible d’écrire { $out } : { $strerror }.
    .expected = Un fichier dans un dossier où l’on peut écrire était attendu.
    .todo = Choisissez-en un autre.

## aloi/studies/drbenchmark

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

## aloi/studies/tokenisation

models-called-on-data-sets =
    Les modèles s’appellent { $names-count ->
        [0] (aucun)
       *[other] { $names }
    }, sur { $datasets } jeux de données.
    .expected = Au moins un modèle, chacun avec un nom unique, et un jeu de données étaient attendus.
    .todo = Nommez chacun une fois ; renommez l’un de deux dossiers du même nom.
nothing-write-into = Il n’y a rien à écrire dans { $path }.
    .expected = Au moins une ligne était attendue : des termes, ou un nombre d’exemples au-dessus de 0.
    .todo = Nommez des termes, demandez des exemples, ou omettez le fichier.

## aloi/workbench/texts

corpora-holds-no-rows = { $name } ne contient aucune ligne.
    .expected = Au moins une paire était attendue.
    .todo = Vérifiez que c’est le bon fichier.
corpora-id-stands-second-time = { $where } : l’identifiant { $name } est répété.
    .expected = Chaque ligne a besoin d’un identifiant unique.
    .todo = Corrigez le tableau, ou choisissez une autre colonne d’identifiants.
corpora-column-empty = { $where } : la colonne { $column } est vide.
    .expected = Deux textes étaient attendus à chaque ligne.
    .todo = Retirez la ligne ou remplissez-la.
document-cannot-split = Le document { $name } de { $corpus_name } ne peut pas être découpé : { $error_name }.
    .expected = Les phrases de chaque document étaient attendues ; aucune de ce corpus n’a été enregistrée.
    .todo = Corrigez ou retirez ce document, puis importez de nouveau les textes sous un autre nom.
corpus-already-these-texts = Le corpus { $name } existe déjà avec ces textes, et avec { $value }.
    .expected = Les mêmes métadonnées que la première fois étaient attendues : un corpus ne change plus une fois importé.
    .todo = Importez-le sous un autre nom si ces métadonnées étaient fausses.
corpus-restricted-by-data-use = Un accord d’utilisation des données restreint le corpus { $name }.
    .expected = Un motif pour partager ses textes était attendu.
    .todo = Donnez-le ; il est conservé avec la date de l’export.
licence-missing = Il manque la licence.
    .expected = La licence de la terminologie était attendue, comme CC BY 4.0 ou UMLS.
    .todo = Ajoutez-la : elle détermine à qui les noms peuvent être montrés.
terminology-no = La terminologie { $name } n’a pas { $asked } ({ $kind }).
    .expected =
        L’un de ceux-ci était attendu : { $known-count ->
            [0] elle n’en a aucun
           *[other] { $known }
        }.
    .todo = Vérifiez l’orthographe, ou omettez-le.
terminology-used-by = La terminologie { $name } sert à { $users }.
    .expected = Une terminologie dont aucune campagne ne se sert était attendue.
    .todo = Gardez-la : sans elle, les réponses sont illisibles.
files-given =
    { $paths ->
        [one] { $paths } fichier est donné
       *[other] { $paths } fichiers sont donnés
    } : { $names }.
    .expected = Un seul fichier était attendu, ou { $conso } avec { $types }.
    .todo = Importez chaque terminologie séparément.
reading-broke-down = Impossible de lire le fichier : il demande plus de { $gigabytes } Go de mémoire ou plus de { $seconds } secondes, ou il est trop abîmé pour être lu.
    .expected = Un fichier complet, lisible dans ces limites, était attendu.
    .todo = Ouvrez-le dans son programme et enregistrez-le de nouveau ; divisez un grand fichier, ou enregistrez un tableau en .csv.
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
    .expected = Un identifiant, ou un début unique d’identifiant, était attendu.
    .todo = Écrivez-en davantage.
correction-no-reason = Aucun motif n’est donné pour la correction.
    .expected = Un court motif était attendu : le journal le montre, avec la personne et la date.
    .todo = Écrivez le motif.
excluded-already = Les réponses de { $pseudonym } sont déjà exclues de { $name }.
    .expected = Un annotateur dont les réponses comptent était attendu.
    .todo = Incluez-les d’abord, ou excluez un autre annotateur.
exclude-no-answers = { $pseudonym } n’a dans { $name } aucune réponse qui compte.
    .expected = Un annotateur avec des réponses était attendu.
    .todo = Vérifiez le pseudonyme. Pour ne plus attribuer d’items à une personne, retirez-la du tour.
exclude-everybody = Sans les réponses de { $pseudonym }, il n’en resterait aucune dans { $name }.
    .expected = Des réponses d’un autre annotateur étaient attendues.
    .todo = Laissez d’abord d’autres annotateurs répondre, ou masquez la campagne : `aloi campaign hide`.
    .page = Laissez d’abord d’autres annotateurs répondre, ou archivez la campagne.
not-excluded = Les réponses de { $pseudonym } ne sont pas exclues de { $name }.
    .expected = Un annotateur dont les réponses sont exclues était attendu.
    .todo = Vérifiez le pseudonyme dans le journal des corrections.
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
wanted-no-levels = Les réponses de la campagne { $name } (tâche { $task }) ne sont pas des nombres.
    .expected = Une campagne dont les réponses sont des scores était attendue, comme celles de la tâche similarity.
    .todo = Choisissez une campagne de scores.
wanted-share = La part du degré { $level } est { $share }.
    .expected = Un nombre à partir de 0 était attendu : un pourcentage, ou des proportions quelconques.
    .todo = Donnez une autre part.
wanted-all-zero = Aucun degré n’a de part supérieure à 0.
    .expected = Une part d’au moins un de ces degrés était attendue : { $levels }.
    .todo = Donnez des parts, ou demandez le même nombre d’items de chaque degré.
rename-no-name = Aucun nouveau nom n’est donné pour { $name }.
    .expected = Un nom différent de l’actuel était attendu.
    .todo = Écrivez le nouveau nom.
delete-round-answers =
    Le tour { $number } contient { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }, décisions et réponses tardives comprises.
    .expected = Un tour sans réponse était attendu.
    .todo = Masquez-le plutôt (`aloi round hide`) : il disparaît des listes, et toutes les données sont conservées.
    .page = Archivez-le plutôt : il disparaît des listes, et toutes les données sont conservées.
delete-campaign-answers =
    La campagne { $name } contient { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    } et { $golds ->
        [one] { $golds } référence figée
       *[other] { $golds } références figées
    }.
    .expected = Une campagne sans réponse était attendue.
    .todo = Masquez-la plutôt (`aloi campaign hide`) : elle disparaît des listes, et toutes les données sont conservées.
    .page = Archivez-la plutôt : elle disparaît des listes, et toutes les données sont conservées.
delete-corpus-campaigns =
    Le corpus { $name } sert à { $campaigns-count ->
        [one] la campagne
       *[other] ces campagnes :
    } { $campaigns }.
    .expected = Un corpus sans campagne était attendu.
    .todo = Masquez-le plutôt (`aloi corpus hide`), ou supprimez d’abord ses campagnes si elles sont sans réponse.
    .page = Archivez-le plutôt, ou supprimez d’abord ses campagnes si elles sont sans réponse.
delete-corpus-exports =
    Des textes du corpus { $name } ont été exportés { $exports } fois sous un accord d’utilisation des données, et les motifs sont conservés avec lui.
    .expected = Un corpus sans de tels motifs était attendu.
    .todo = Masquez-le plutôt : `aloi corpus hide`.
    .page = Archivez-le plutôt.
extend-nothing = Le tour { $number } ne changerait pas, ou demanderait moins : il demande maintenant { $overlap ->
        [one] { $overlap } réponse par item
       *[other] { $overlap } réponses par item
    }.
    .expected = Plus d’items, ou plus de réponses par item, étaient attendus.
    .todo = Donnez le nombre d’items à ajouter, ou un recouvrement plus grand.
withdraw-nothing = Aucun item d’un tour ouvert de { $name } n’est attribué à { $pseudonym }.
    .expected = Un annotateur avec des items sans réponse était attendu.
    .todo = Vérifiez le pseudonyme ; un compte se désactive à la page Personnes.
withdraw-replacement = Les items ne peuvent pas aller à { $pseudonym }.
    .expected = Une autre personne, dont le compte est actif, était attendue.
    .todo = Nommez une autre personne, ou personne : les items sont alors rendus.

gold-other-schema =
    La référence de { $name } est dans la version { $then } des étiquettes, mais la version { $current } est en vigueur.
    .expected = Une référence de la version en vigueur était attendue.
    .todo = Figez de nouveau la référence : les réponses antérieures sont converties vers les nouvelles étiquettes.

schema-same =
    Les réglages de { $name } resteraient comme dans la version { $version } : le schéma n’a pas changé.
    .expected = D’autres réglages, ou des étiquettes à annoter de nouveau, étaient attendus.
    .todo = Changez une étiquette, ou gardez le schéma.

schema-unknown-concepts =
    { $terminology } n’a pas { $concepts-count ->
        [one] le concept { $concepts }
       *[other] les concepts { $concepts }
    }, vers lesquels convertir des réponses.
    .expected = Des concepts de { $terminology } étaient attendus.
    .todo = Corrigez le tableau, ou retirez ces lignes : leurs items seront annotés de nouveau.

schema-no-terminology = { $name } est de la tâche { $task_type }, dont les réponses ne sont pas des concepts.
    .expected = Une campagne qui lie des mentions à une terminologie était attendue.
    .todo = Nommez une autre campagne, ou omettez --terminology.
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
    .expected = Une correspondance pour chacune d’elles était attendue.
    .todo = Donnez une correspondance à chaque étiquette, ou choisissez de la faire annoter de nouveau ou de l’exclure.

schema-no-version =
    Le schéma de { $name } n’a pas de version antérieure { $version } à rétablir.
    .expected = L’une de { $versions }, mais pas la dernière, était attendue.
    .todo = Nommez une version antérieure.

schema-changed-meanwhile = Les étiquettes ou la terminologie ont changé depuis l’affichage de cet item : cette réponse n’a pas de sens dans la version { $version }.
    .expected = Une réponse pour la version { $version } était attendue.
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

nobody-to-act-as = Personne ne s’appelle { $ref }.
    .expected = Le nom ou le pseudonyme d’une personne était attendu.
    .todo = Vérifiez l’orthographe.
member-source = { $pseudonym } est la source de réponses importées, et non une personne.
    .expected = Une personne était attendue.
    .todo = Invitez la personne dans la campagne.
invite-source = { $pseudonym } est la source de réponses importées, et non une personne.
    .expected = Une personne était attendue.
    .todo = Invitez la personne sans nommer personne d’autre : elle reçoit son propre pseudonyme.

invite-unknown = Aucune invitation en cours ne s’appelle { $ref }.
    .expected = Une invitation que personne n’a encore acceptée était attendue.
    .todo = Listez les invitations en cours avec `aloi people invites`. Une invitation acceptée est un compte ; désactivez-le à la page Personnes.
    .page = Rechargez la page. Si quelqu’un l’a acceptée, désactivez son compte.

rename-no-source = { $pseudonym } est une personne avec un compte, et non la source de réponses importées.
    .expected = Une source de réponses importées était attendue.
    .todo = Choisissez une source : les personnes avec un compte gardent le pseudonyme de leurs décisions.

decider-source = { $pseudonym } est la source de réponses importées, qui ne peut pas décider.
    .expected = Un adjudicateur était attendu.
    .todo = Nommez l’adjudicateur par id, pseudonyme ou nom ; ajoutez une nouvelle personne avec `aloi people add`.
    .page = Nommez l’adjudicateur ; invitez une nouvelle personne à la page Personnes.

delete-person-work =
    { $pseudonym } a répondu à { $count ->
        [one] { $count } item, ou l’a passé ou décidé.
       *[other] { $count } items, ou les a passés ou décidés.
    }
    .expected = Une personne sans aucun travail était attendue.
    .todo = Retirez cette personne des tours ouverts, ou désactivez son compte : ses réponses sont conservées.

delete-oneself = { $pseudonym } ne peut ni supprimer ni effacer son propre compte.
    .expected = Une autre personne était attendue.
    .todo = Demandez-le à un autre gestionnaire.

add-texts-to-pairs = Le corpus { $name } se compose de paires toutes prêtes.
    .expected = Un corpus de textes était attendu.
    .todo = Importez les nouvelles paires comme un nouveau corpus, puis fusionnez-le : `aloi corpus merge`.
    .page = Importez les nouvelles paires comme un nouveau corpus, puis fusionnez les deux ci-dessous.

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
data-not-private = Le dossier des données { $folder } ne peut pas être rendu privé : { $reason }.
    .expected = Un dossier qui appartient au compte sous lequel tourne Aloi était attendu.
    .todo = Attribuez-le à ce compte, ou nommez un autre dossier avec ALOI_DATA.

take-back-nothing = Aucun texte n’a été ajouté au corpus { $name }.
    .expected = Un corpus avec des textes ajoutés ou fusionnés était attendu.
    .todo = Nommez un autre corpus.

take-back-used =
    La version { $version } du corpus { $name } ne peut pas être annulée : { $items ->
        [one] { $items } item de ses textes est utilisé
       *[other] { $items } items de ses textes sont utilisés
    }, avec { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }. Campagne/tour (items) : { $places }.
    .expected = Des textes sans item dans un tour étaient attendus.
    .todo = Supprimez ces tours s’ils sont sans réponse, ou gardez les textes : les réponses ne sont jamais supprimées.
folder-holds-no-answers = { $path } ne contient aucune réponse d’une version publiée.
    .expected = Une version publiée était attendue : son zip, son `manifest.json`, ou son dossier Hugging Face avec `raw/`.
    .todo = Donnez le dossier d’une version publiée, ou un tableau.
answers-of-several-releases = { $path } contient des réponses de plusieurs versions publiées.
    .expected = Les réponses d’une seule version étaient attendues.
    .todo = Mesurez-les séparément.
span-table-columns = { $name } a les colonnes { $columns }, et non celles d’un tableau de segments.
    .expected = Les colonnes document, annotator, start et end étaient attendues ; label et length sont facultatives.
    .todo = Renommez les colonnes.
span-table-option = { $name } est un tableau de segments; `{ $option }` ne s’y applique pas.
    .expected = Les segments ont F1, gamma et alpha_u ; la distance entre étiquettes et la graine se règlent.
    .todo = Omettez l’option, ou nommez unité, annotateur et valeur pour lire le tableau comme des jugements.
span-table-difference = { $name } est un tableau de segments.
    .expected = Deux tableaux de jugements étaient attendus : les différences d’accord sur des segments ne sont pas testées.
    .todo = Mesurez les deux tableaux séparément.
span-table-alone = { $name } : aucun document n’a deux annotateurs.
    .expected = Des documents avec des lignes d’au moins deux annotateurs étaient attendus. Un annotateur sans segment a une ligne où start et end sont vides.
    .todo = Ajoutez les lignes des autres annotateurs.
span-table-nobody = { $where } : le document ou l’annotateur est vide.
    .expected = Les deux étaient attendus à chaque ligne.
    .todo = Corrigez la ligne.
span-table-lengths = { $where } : le document { $document } a une autre longueur dans une ligne précédente.
    .expected = Une seule longueur par document était attendue.
    .todo = Corrigez la colonne length.
span-table-place = { $where } : les positions du segment ne sont pas valides.
    .expected = Des positions en caractères à partir de 0 étaient attendues, la fin après le début et dans le document. Les deux sont vides si rien n’a été marqué.
    .todo = Corrigez la ligne.
archive-here = La campagne { $name } existe déjà.
    .expected = Une campagne absente de cet entrepôt, ou un nouveau nom pour la copie, était attendue.
    .todo = Ne l’importez pas, ou nommez la copie par --campaign NOM : ses réponses reçoivent de nouveaux identifiants, et elle n’a pas de versions publiées.
    .page = Ne l’importez pas, ou donnez à la copie un nouveau nom : ses réponses reçoivent de nouveaux identifiants, et elle n’a pas de versions publiées.
archive-other-texts = Le corpus { $corpus } a la version { $here } dans cet entrepôt, mais la version { $version } dans l’archive.
    .expected = La même version de ses textes était attendue.
    .todo = Importez dans un entrepôt sans ce corpus, ou mettez d’abord les deux à la même version.
archive-people = Des personnes de cet entrepôt ont les mêmes pseudonymes : { $pseudonyms }.
    .expected = Un choix était attendu : ce sont les personnes de l’archive, ou d’autres.
    .todo = Utilisez --people same si oui, --people others si non : celles de l’archive reçoivent alors de nouveaux pseudonymes.
    .page = Choisissez si ce sont elles ; sinon, celles de l’archive reçoivent de nouveaux pseudonymes.
push-no-token = Il n’y a pas de jeton pour le Hub.
    .expected = Un jeton avec le droit d’écrire était attendu dans { $name }, ou saisi quand la commande le demande.
    .todo = Définissez { $name } avant de lancer la commande ou `aloi serve` ; ne l’écrivez jamais dans une commande.
    .page = Demandez à l’administrateur de ce serveur de définir { $name }.
push-endpoint = { $name } est { $endpoint }.
    .expected = L’adresse d’un Hub était attendue, comme https://huggingface.co.
    .todo = Corrigez { $name }, ou omettez-le.
push-repository = { $repository } n’est pas le nom d’un jeu de données du Hub.
    .expected = Un nom comme proprietaire/corpus était attendu : lettres, chiffres, points, traits d’union.
    .todo = Corrigez le nom.
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
