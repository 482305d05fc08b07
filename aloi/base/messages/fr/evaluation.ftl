## evaluation

no-runs-draw-curve-from = Il n’y a aucune exécution dont tracer une courbe.
    .expected = Des exécutions avec plusieurs nombres de lignes d’entraînement étaient attendues.
    .todo = Entraînez d’abord avec 25, 50, 75 et 100 % des lignes.
run-training-rows-other-answers = Une exécution avec { $items } lignes d’entraînement a d’autres réponses que celles que demande { $label }.
    .expected =
        Des réponses à { $ids ->
            [one] sa { $ids } ligne
           *[other] ses { $ids } lignes
        }, pour chaque graine, étaient attendues.
    .todo = Tracez une courbe par test.
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

## aloi/evaluation/metrics

not-computed-from-answers-rows = La métrique « { $title } » ne se calcule pas à partir des réponses seules.
    .expected = Une métrique de scores, d’étiquettes, de mots étiquetés, de choix ou de concepts classés était attendue.
    .todo = Utilisez la commande `aloi score` de ce type.

## aloi/evaluation/reports

k-depth =
    k est { $ks-count ->
        [0] vide
       *[other] { $ks }
    }, la profondeur { $depth }.
    .expected = Chaque k de 1 à la profondeur était attendu.
    .todo = Changez-les, comme dans --k 1,5 --depth 20.
    .page = Changez-les, comme 1,5 et une profondeur de 20.
not-in-gold =
    { $count ->
        [one] { $count } identifiant prédit ou répondu n’est pas
       *[other] { $count } identifiants prédits ou répondus ne sont pas
    } dans la référence, d’abord : { $ids }.
    .expected = Des prédictions pour des lignes de la référence seulement étaient attendues.
    .todo = Vérifiez que les deux fichiers sont du même jeu.
prediction-length = Le nombre de { $name } est { $gold } dans la référence et { $prediction } dans la prédiction.
    .expected = Le même nombre était attendu dans les deux.
    .todo = Donnez la prédiction pour les mêmes phrases, dans le même ordre.
