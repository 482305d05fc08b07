## agreement

replicates-seed-asked =
    { $replicates ->
        [0] Aucun tirage n’est demandé
        [one] { $replicates } tirage est demandé
       *[other] { $replicates } tirages sont demandés
    }, avec la graine { $seed }.
    .expected = Au moins un tirage et une graine à partir de 0 étaient attendus.
    .todo = Donnez d’autres nombres.
