## agreement

choice =
    { $kind ->
       *[weights] Les poids sont
        [weights_by] La méthode de pondération est
        [interval] L’intervalle est
    } { $given }.
    .expected = L’un de ceux-ci était attendu : { $known }.
    .todo = Choisissez-en un.
replicates-seed-asked =
    { $replicates ->
        [0] Aucun tirage n’est demandé
        [one] { $replicates } tirage est demandé
       *[other] { $replicates } tirages sont demandés
    }, avec la graine { $seed }.
    .expected = Au moins un tirage et une graine à partir de 0 étaient attendus.
    .todo = Donnez d’autres nombres.
lowest-value = La plus petite valeur est { $min }.
    .expected = Des valeurs à partir de 0 étaient attendues pour les poids de rapport.
    .todo = Choisissez d’autres poids, ou des poids fondés sur les rangs.
table-codes-shape = Le tableau de codes a la forme { $shape }.
    .expected =
        { $units ->
            [one] { $units } unité
           *[other] { $units } unités
        } par { $annotators ->
            [one] { $annotators } annotateur
           *[other] { $annotators } annotateurs
        } étaient attendues.
    .todo = Donnez une ligne par unité et une colonne par annotateur.
codes-go-from = Les codes vont de { $min } à { $max }.
    .expected = Des codes de -1 (manquant) à { $categories } étaient attendus.
    .todo = Donnez des indices dans la liste des catégories.
clusters-given-units =
    { $clusters } groupes sont donnés pour { $units ->
        [one] { $units } unité
       *[other] { $units } unités
    }.
    .expected = Un groupe (document) par unité était attendu.
    .todo = Donnez le document de chaque unité, ou omettez les documents.
annotator-rated-unit-twice = L’annotateur { $annotator } a jugé deux fois l’unité { $unit }.
    .expected = Un jugement au plus par unité et par annotateur était attendu.
    .todo = Gardez-en un, ou donnez à chaque unité répétée son propre identifiant.
categories-not-numbers = Les catégories ne sont pas des nombres : { $categories }.
    .expected = Des nombres étaient attendus.
    .todo = Choisissez une mesure pour étiquettes, ou donnez des nombres.
unit-no-cluster = L’unité { $unit } n’a pas de groupe.
    .expected = Le document de chaque unité était attendu.
    .todo = Donnez le document de chaque unité, ou omettez les documents.
unit-cells =
    L’unité { $unit } a { $row ->
        [one] { $row } cellule
       *[other] { $row } cellules
    }.
    .expected = Une cellule par annotateur était attendue, { $width } en tout.
    .todo = Laissez vide un jugement manquant, mais gardez sa colonne.
unit-rating-not-finite-number = L’unité { $unit } a un jugement qui n’est pas un nombre fini (NaN ou infini).
    .expected = Un nombre, une étiquette, ou rien, était attendu.
    .todo = Laissez la cellule vide si le jugement manque.
stands-table-twice = Le tableau contient deux fois { $name } ({ $kind }).
    .expected = Chaque nom était attendu une fois.
    .todo = Retirez ou renommez le second { $name }.
annotator-gave-unit = L’annotateur { $name } a donné { $value } à l’unité { $unit }.
    .expected = L’une des catégories déclarées était attendue : { $domain }.
    .todo = Corrigez le jugement, ou ajoutez la valeur aux catégories déclarées.
rating-not-number = Le jugement { $wrong } n’est pas un nombre.
    .expected = Des nombres étaient attendus au niveau { $level }.
    .todo = Utilisez le niveau nominal ou ordinal pour des étiquettes, ou corrigez la valeur (avec un point décimal).
lowest-rating = Le plus petit jugement est { $categories }.
    .expected = Des valeurs à partir de 0 étaient attendues au niveau de rapport.
    .todo = Utilisez le niveau d’intervalle pour des échelles qui descendent sous 0.

## agreement/planning

planned-number =
    { $kind ->
       *[items] Le nombre d’items
        [most_items] Le plus grand nombre d’items
        [draws] Le nombre de tirages
        [annotators] Le nombre d’annotateurs
    } est { $given }.
    .expected = { $least } au moins était attendu.
    .todo = Donnez un autre nombre.
annotators-units-alpha-given =
    { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    }, { $units ->
        [one] { $units } unité
       *[other] { $units } unités
    } et un alpha de { $alpha } sont donnés.
    .expected = Au moins 2 annotateurs, 1 unité et un alpha de 0 à 1 étaient attendus.
    .todo = Donnez d’autres nombres.
prevalence = La prévalence est { $shares }.
    .expected = Deux parts ou plus, au-dessus de 0 et de somme 1, étaient attendues.
    .todo = Donnez une part par catégorie.
wanted-width = La largeur demandée est { $width }.
    .expected = Une largeur au-dessus de 0 et sous 2 était attendue.
    .todo = Donnez la distance entre les deux bornes de l’intervalle, comme 0.10.
threshold = Le seuil est { $threshold }.
    .expected = Un nombre au-dessus de 0 et sous 1 était attendu.
    .todo = Donnez l’alpha que la borne basse doit atteindre, comme 0.67.
difference-to-detect = L’écart à déceler est { $given }.
    .expected = Un nombre au-dessus de 0 était attendu.
    .todo = Donnez le plus petit écart entre deux accords qui compte pour vous, comme 0.1.
look-every-items-asked =
    Une analyse intermédiaire tous les { $value ->
        [one] { $value } item
       *[other] { $value } items
    } est demandé.
    .expected = Au moins 1 était attendu.
    .todo = Donnez un nombre plus grand.
order-names-item-which-not = L’ordre nomme l’item { $unknown }, qui n’a pas de jugement.
    .expected = Des items jugés étaient attendus.
    .todo = Corrigez le nom, ou omettez-le.
order-names-item-twice = L’ordre nomme deux fois l’item { $twice }.
    .expected = Chaque item était attendu une fois au plus.
    .todo = Gardez la position de sa dernière réponse.

## agreement/diagnosis

annotator-occasion-unit-twice =
    L’annotateur { $annotator } a l’occasion { $occasion } de l’unité { $unit }{ $key_in_value ->
        [True] { " " }deux fois.
       *[False] .
    }
    .expected = Les occasions 1 et 2, une fois au plus chacune, étaient attendues.
    .todo = Gardez les deux premières réponses à l’unité.

## agreement/parts

span-goes-from = Un segment va de { $start } à { $end }.
    .expected = Un début à partir de 0 et une fin après lui étaient attendus, les parties l’une après l’autre.
    .todo = Corrigez les positions ; la fin est la position après le dernier caractère.
document-given-twice = Le document { $id } est donné deux fois.
    .expected = Chaque document était attendu une fois, avec les réponses de tous les annotateurs.
    .todo = Fusionnez les réponses, ou renommez l’un des deux.
