## aloi/terminal/rounds

result-exclude-came-together =
    { $has_exclude ->
        [True] --result et --exclude sont donnés ensemble.
       *[False] Il n’y a ni --result ni --exclude.
    }
    .expected = L’un des deux était attendu.
    .todo = Donnez la forme pour la référence, ou excluez la réponse.
both-file-ready-given =
    { $has_ready ->
        [True] FILE et --ready ont été donnés tous les deux.
       *[False] Ni FILE ni --ready n’a été donné.
    }
    .expected = L’un d’eux était attendu.
    .todo = Nommez un fichier Markdown, ou choisissez le guide tout prêt.
