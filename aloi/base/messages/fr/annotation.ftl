## annotation/tag_schemes

tags-mixed =
    { $where } contient des étiquettes avec la lettre d’un schéma ({ $letters }) et d’autres sans ({ $bare }).
    .expected = Toutes les étiquettes avec une lettre, comme B-X et I-X, ou toutes sans lettre étaient attendues.
    .todo = Corrigez les étiquettes, ou nommez le schéma IO ou BARE si elles n’ont pas de schéma.
tags-no-labels = { $where } contient des étiquettes qui n’en sont pas : { $tags }.
    .expected = Des étiquettes comme B-X, I-X et O étaient attendues dans la dernière colonne.
    .todo = Convertissez les étiquettes, ou mettez leur colonne en dernier.
tags-other-scheme = { $where } contient des étiquettes qui ne sont pas du schéma { $scheme } : { $tags }.
    .expected = O et { $letters } étaient attendus.
    .todo = Nommez leur schéma, ou aucun : il est alors détecté.

## annotation/tasks/operations

operation-part =
    L’opération { $number } ({ $name-count ->
        [0] sans nom
       *[other] { $name }
    }) a { $given } pour { $part }.
    .expected =
        { $part ->
            [name] Des lettres, des chiffres, - et _, en commençant par une lettre, étaient attendus.
            [gloss] Une ligne sur ce que veut dire l’opération était attendue.
            [colour] Une couleur comme #25408f était attendue.
            [key] Une ou deux minuscules étaient attendues.
           *[sides] L’un de ceux-ci était attendu : { $sides }.
        }
    .todo = Corrigez la typologie.
campaign-cuts-texts-into = La campagne découpe ses textes ainsi : { $settings }.
    .expected = Les mêmes mots que dans la ligne étaient attendus.
    .todo = Importez dans une campagne au schéma tout prêt `spaces`, ou dans une nouvelle.
group-source-target-token-label = Un groupe de { $source } mot(s) de l’original et { $target } mot(s) de la phrase simplifiée a l’étiquette { $label }.
    .expected = Une étiquette de la typologie qui permet ces côtés était attendue.
    .todo = Choisissez une autre étiquette, ou d’autres mots.
label-cannot-be-a-name = L’étiquette { $label } ne peut pas être le nom d’une opération.
    .expected = Une lettre, puis des lettres, des chiffres, `-` ou `_`, étaient attendues.
    .todo = Renommez-la dans les fichiers.
no-key-left = Il ne reste aucune touche pour l’étiquette { $label }.
    .expected = Deux lettres qui ne sont le début d’aucune autre touche étaient attendues.
    .todo = Donnez une typologie avec des touches libres.
keys-begin-alike = Les touches { $key } ({ $name }) et { $value_key } ({ $value_name }) commencent par les mêmes lettres.
    .expected = Des touches dont aucune n’est le début d’une autre étaient attendues.
    .todo = Choisissez une autre touche pour l’une des deux.

## annotation

round-names-item-or-annotator = Le tour nomme deux fois un item ou un annotateur.
    .expected = Chacun était attendu une fois.
    .todo = Retirez le doublon.

## annotation/tasks/spans

spans-share-characters = Les segments { $value } et { $value_2 } se chevauchent.
    .expected = Des segments qui ne se chevauchent pas étaient attendus.
    .todo = Retirez ou raccourcissez l’un d’eux.
