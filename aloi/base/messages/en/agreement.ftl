## agreement

replicates-seed-asked =
    { $replicates ->
        [one] { $replicates } replicate
       *[other] { $replicates } replicates
    } with the seed { $seed } were requested.
    .expected = At least 1 replicate and a seed of 0 or more were expected.
    .todo = Give other numbers.
