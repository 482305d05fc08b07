## evaluation

annotator-answer-nan-or-infinite = La réponse d’un annotateur est NaN ou infinie.
    .expected = Des scores finis étaient attendus.
    .todo = Corrigez-la.
no-runs-draw-curve-from = Il n’y a aucune exécution dont tracer une courbe.
    .expected = Des exécutions avec plusieurs nombres de lignes d’entraînement étaient attendues.
    .todo = Entraînez d’abord avec 25, 50, 75 et 100 % des lignes.
more-rows-replicates-asked =
    Ont été demandés : { $extra ->
        [one] { $extra } ligne de plus
       *[other] { $extra } lignes de plus
    } et { $replicates } tirages.
    .expected = Au moins 1 ligne et 100 tirages étaient attendus.
    .todo = Changez le nombre.
run-training-rows-other-answers = Une exécution avec { $items } lignes d’entraînement a d’autres réponses que celles que demande { $label }.
    .expected =
        Des réponses à { $ids ->
            [one] sa { $ids } ligne
           *[other] ses { $ids } lignes
        }, pour chaque graine, étaient attendues.
    .todo = Tracez une courbe par test.
test-id-twice =
    Le test { $label } a { $twice_is ->
        [True] deux fois l’identifiant { $twice }
       *[False]
            des lignes de { $kinds ->
                [one] { $kinds } type
               *[other] { $kinds } types
            }
    }.
    .expected = Des lignes d’un seul type, chacune avec un identifiant unique, étaient attendues.
    .todo = Vérifiez les données.
simplification-each-source =
    Il y a { $simplifications ->
        [one] { $simplifications } simplification
       *[other] { $simplifications } simplifications
    } de chaque source.
    .expected = Au moins deux étaient attendues : chacune est notée par rapport aux autres.
    .todo = Ajoutez des fichiers de simplifications.

clusters-two-at-most = Les lignes devaient être rééchantillonnées par { $keys }, ce qui donne { $sides } noms à chacune.
    .expected = Une ligne appartient à deux groupes au plus, comme les documents des deux phrases d’une paire.
    .todo = Nommez une clé à deux côtés, ou deux clés à un seul côté.

## aloi/evaluation/comparison

answers-rows =
    { $name } a des réponses à { $seeds-count ->
        [0] aucune ligne
        [one] { $seeds } lignes
       *[other] { $seeds } lignes
    }.
    .expected = Une réponse à chacune des { $ids } lignes de { $label } était attendue, pour chaque graine.
    .todo = Comparez des systèmes qui ont répondu aux mêmes lignes.
prediction-nan-or-infinite = Une prédiction de { $name } est NaN ou infinie.
    .expected = Des nombres finis étaient attendus.
    .todo = Relancez-le, ou excluez-le.
compare-replicates-asked =
    { $replicates ->
        [one] { $replicates } tirage a été demandé
       *[other] { $replicates } tirages ont été demandés
    }.
    .expected = Au moins 100 étaient attendus.
    .todo = Changez le nombre.
compare-on = Il y a { $size } { $name } à comparer.
    .expected = Au moins deux étaient attendus.
    .todo = Choisissez un autre test.

## aloi/evaluation/metrics

rows-kind-scored = Des lignes du type { $kind } devaient être notées.
    .expected = L’un de ces types était attendu : { $kinds }.
    .todo = Utilisez des données de l’un d’eux.
not-computed-from-answers-rows = La métrique « { $title } » ne se calcule pas à partir des réponses seules.
    .expected = Une métrique de scores, d’étiquettes, de mots étiquetés, de choix ou de concepts classés était attendue.
    .todo = Utilisez la commande `aloi score` de ce type.
reference-shape-system = La référence est de la forme { $shape }, et le système { $system_shape }.
    .expected = Deux listes de même longueur étaient attendues.
    .todo = Donnez une valeur du système pour chaque valeur de la référence.
value-score-nan-or-infinite = Une valeur à noter est NaN ou infinie.
    .expected = Des nombres finis étaient attendus.
    .todo = Corrigez-la ou retirez-la.
no-reference = Il n’y a pas de référence.
    .expected = Au moins une était attendue.
    .todo = Donnez une référence.
sources-outputs-sentences =
    Il y a { $length ->
        [one] { $length } source
       *[other] { $length } sources
    }, { $lengths_length } sorties et { $lengths } phrases dans les références.
    .expected = Le même nombre de phrases alignées était attendu partout.
    .todo = Alignez les textes.
no-sentence-score = Il n’y a aucune phrase à noter.
    .expected = Au moins une était attendue.
    .todo = Donnez un texte.

## aloi/evaluation/reports

gold-no-rows = La référence n’a aucune ligne.
    .expected = Au moins une était attendue.
    .todo = Vérifiez le fichier.
row-predicted-not-gold =
    { $unknown ->
        [one] { $unknown } ligne prédite n’est pas
       *[other] { $unknown } lignes prédites ne sont pas
    } dans la référence : { $unknown_unknown }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Des prédictions pour les seules lignes de la référence étaient attendues.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
item-answered-not-gold =
    { $unknown ->
        [one] { $unknown } item avec une réponse n’est pas
       *[other] { $unknown } items avec une réponse ne sont pas
    } dans la référence : { $unknown_unknown }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Des réponses aux seuls items de la référence étaient attendues.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
none-items-gold-substitutes-asks = Aucun des { $gold } items de la référence n’a les substituts que demande { $scorer }.
    .expected = Au moins un item à noter était attendu.
    .todo = Vérifiez la référence.
k-depth =
    k est { $ks-count ->
        [0] vide
       *[other] { $ks }
    }, la profondeur { $depth }.
    .expected = Chaque k de 1 à la profondeur était attendu.
    .todo = Changez-les, comme dans --k 1,5 --depth 20.
    .page = Changez-les, comme 1,5 et une profondeur de 20.
scale-goes-from = L’échelle va de { $low } à { $high }.
    .expected = Un bas de l’échelle au-dessous du haut était attendu.
    .todo = Donnez l’échelle ainsi : BAS,HAUT, comme 0,5.
sts-replicates-asked =
    { $replicates ->
        [one] { $replicates } tirage a été demandé
       *[other] { $replicates } tirages ont été demandés
    }.
    .expected = 0 ou plus étaient attendus.
    .todo = Changez le nombre.
gold-no-items = La référence n’a aucun item.
    .expected = Au moins un était attendu.
    .todo = Vérifiez le fichier de la référence.
predicted-id-not-gold =
    { $unknown ->
        [one] { $unknown } identifiant prédit n’est pas
       *[other] { $unknown } identifiants prédits ne sont pas
    } dans la référence : { $unknown_2 }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Des prédictions pour les seuls items de la référence étaient attendues.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
sts-score = Le score de { $value } ({ $side }) est { $value_2 }.
    .expected = Un nombre fini était attendu (rien si la réponse manque).
    .todo = Corrigez-le ou retirez la ligne.
gold-score-such-item =
    Le score de référence de { $outside } est { $gold } ({ $outside_count ->
        [one] { $outside_count } item dans ce cas
       *[other] { $outside_count } items dans ce cas
    }).
    .expected = Des scores de référence de { $low } à { $high } étaient attendus.
    .todo = Donnez la bonne échelle, ou corrigez la référence.
gold-sentences-prediction =
    La référence a { $gold ->
        [one] { $gold } phrase
       *[other] { $gold } phrases
    } et la prédiction { $predicted }.
    .expected = Le même nombre était attendu dans les deux.
    .todo = Donnez la prédiction des mêmes phrases, dans le même ordre.
sentence-tokens-gold-prediction =
    La phrase { $value } a { $count ->
        [one] { $count } mot
       *[other] { $count } mots
    } dans la référence et { $count_count } dans la prédiction.
    .expected = Une étiquette par mot de la référence était attendue.
    .todo = Donnez la prédiction des mêmes phrases, dans le même ordre.
gold-no-token = La référence n’a aucun mot.
    .expected = Au moins un était attendu.
    .todo = Vérifiez le fichier.
