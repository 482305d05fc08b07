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
corpus-label = L’étiquette est { $stranger }.
    .expected = L’une de celles-ci était attendue : { $known }.
    .todo = Vérifiez l’orthographe.
settings-tokens =
    Les réglages sont { $settings-count ->
        [0] vides
       *[other] { $settings }
    }, avec tokens = { $tokens }.
    .expected = Une typologie, et tokens qui vaut words ou spaces, étaient attendus.
    .todo = Partez d’un schéma tout prêt.
answer-holds-no-groups = La réponse ne contient aucun groupe.
    .expected = Une liste de groupes était attendue.
    .todo = Envoyez-la comme le fait la page.
operations-answer = La réponse contient { $value }.
    .expected = groups et err (vrai ou faux) étaient attendus.
    .todo = Envoyez-la comme le fait la page.
campaign-cuts-texts-into = La campagne découpe ses textes ainsi : { $settings }.
    .expected = Les mêmes mots que dans la ligne étaient attendus.
    .todo = Importez dans une campagne au schéma tout prêt `spaces`, ou dans une nouvelle.
group-given-as = Un groupe est donné comme { $raw }.
    .expected = source, target et label étaient attendus.
    .todo = Tracez-le de nouveau.
group-tokens = Un groupe a les mots { $places } du côté { $name }.
    .expected = Des indices de 0 à { $length } étaient attendus.
    .todo = Tracez-le de nouveau.
group-source-target-token-label = Un groupe de { $source } mot(s) de l’original et { $target } mot(s) de la phrase simplifiée a l’étiquette { $label }.
    .expected = Une étiquette de la typologie qui permet ces côtés était attendue.
    .todo = Choisissez une autre étiquette, ou d’autres mots.
typology-names-no-subset = La typologie { $name } n’a pas de sous-ensemble { $name_2 }.
    .expected =
        L’un de ceux-ci était attendu : { $subsets-count ->
            [0] elle n’en a aucun
           *[other] { $subsets }
        }.
    .todo = Vérifiez l’orthographe, ou choisissez des étiquettes.
typology-not = { $path } n’existe pas.
    .expected = Une typologie était attendue.
    .todo = Vérifiez le chemin.
cannot-read = Impossible de lire { $path } : { $error }.
    .expected = Un fichier TOML en UTF-8 était attendu.
    .todo = Corrigez le fichier.
label-cannot-be-a-name = L’étiquette { $label } ne peut pas être le nom d’une opération.
    .expected = Une lettre, puis des lettres, des chiffres, `-` ou `_`, étaient attendues.
    .todo = Renommez-la dans les fichiers.
no-key-left = Il ne reste aucune touche pour l’étiquette { $label }.
    .expected = Deux lettres qui ne sont le début d’aucune autre touche étaient attendues.
    .todo = Donnez une typologie avec des touches libres.
typology-lists-no-operations = La typologie ne contient aucune opération.
    .expected = Une liste `operations` avec une entrée par étiquette était attendue.
    .todo = Ajoutez des entrées [[operations]] avec name, title, gloss, colour, key et sides.
subsets-typology-no-list = Les sous-ensembles de la typologie ne sont pas une liste.
    .expected = Des entrées [[subsets]] étaient attendues.
    .todo = Corrigez la typologie.
subset-typology-name = Le sous-ensemble { $count } de la typologie a le nom { $name }.
    .expected = Un nom unique, fait de lettres, de chiffres, de - et de _, était attendu.
    .todo = Corrigez la typologie.
subset-names-no-label = Le sous-ensemble { $name } n’a aucune étiquette.
    .expected = Des étiquettes sous any ou none étaient attendues.
    .todo = Ajoutez-en, ou retirez le sous-ensemble.
subset-lists-under = Le sous-ensemble { $name } contient { $stranger } sous { $which }.
    .expected = Des étiquettes de la même typologie étaient attendues.
    .todo = Corrigez la typologie.
operation-typology-no-table = L’opération { $value } de la typologie n’est pas une table.
    .expected = Un nom, une glose et une touche étaient attendus.
    .todo = Corrigez-la.
operation-listed-twice = L’opération { $twice } apparaît deux fois.
    .expected = Chaque nom était attendu une fois.
    .todo = Retirez l’une des deux.
operation-key = L’opération { $name } a la touche { $key }.
    .expected = Une touche qui ne commence par aucune de { $reserved } était attendue : elles sont réservées.
    .todo = Choisissez une autre touche.
keys-begin-alike = Les touches { $key } ({ $name }) et { $value_key } ({ $value_name }) commencent par les mêmes lettres.
    .expected = Des touches dont aucune n’est le début d’une autre étaient attendues.
    .todo = Choisissez une autre touche pour l’une des deux.

## annotation

round-no-items = Le tour n’a aucun item.
    .expected = Au moins un item était attendu.
    .todo = Tirez d’abord un échantillon de candidats, ou choisissez plus d’items : ceux des tours précédents sont exclus.
round-no-annotators = Le tour n’a aucun annotateur.
    .expected = Au moins un annotateur était attendu.
    .todo = Ajoutez d’abord des personnes, puis choisissez-les pour le tour.
round-names-item-or-annotator = Le tour nomme deux fois un item ou un annotateur.
    .expected = Chacun était attendu une fois.
    .todo = Retirez le doublon.
overlap-annotator =
    Le recouvrement est { $overlap } pour { $people ->
        [one] { $people } annotateur
       *[other] { $people } annotateurs
    }.
    .expected = Un nombre de 1 à { $people } était attendu : le nombre d’annotateurs par item.
    .todo = Baissez le recouvrement ou ajoutez des annotateurs.
annotator-at-most-items-each =
    { $people ->
        [one] { $people } annotateur
       *[other] { $people } annotateurs
    } avec au plus { $cap ->
        [one] { $cap } item
       *[other] { $cap } items
    } par personne donnent { $cap_2 ->
        [one] { $cap_2 } réponse
       *[other] { $cap_2 } réponses
    }.
    .expected =
        { $items ->
            [one] { $items } réponse était attendue
           *[other] { $items } réponses étaient attendues
        }, { $overlap } par item.
    .todo = Relevez la limite, baissez le recouvrement, choisissez moins d’items ou ajoutez des annotateurs.
repeats-asked-items =
    { $repeats ->
        [one] { $repeats } répétition est demandée
       *[other] { $repeats } répétitions sont demandées
    } pour { $items ->
        [one] { $items } item
       *[other] { $items } items
    }.
    .expected = Une répétition au plus par item était attendue.
    .todo = Demandez moins de répétitions.

## annotation/tasks

row-kind = La ligne { $row } est du type { $name }.
    .expected = Des lignes du type { $kind_name } étaient attendues.
    .todo = Choisissez une tâche qui accepte ces lignes.

## annotation/tasks/classification

labels =
    { $listed ->
        [0] Il n’y a aucune étiquette
        [one] Il y a { $listed } étiquette
       *[other] Il y a { $listed } étiquettes
    }.
    .expected = Une liste de 1 à { $most_labels } étiquettes était attendue pour la question.
    .todo = Complétez la liste.
no-labels = Il n’y a aucune étiquette.
    .expected = Une étiquette par ligne était attendue.
    .todo = Ajoutez les étiquettes.
line-columns =
    La ligne { $number } a { $row ->
        [one] { $row } colonne
       *[other] { $row } colonnes
    } : { $row_2 }.
    .expected = Ces colonnes au plus étaient attendues : { $columns }.
    .todo = Mettez une tabulation entre deux colonnes, et aucune dedans.
label-list-label-given-as = Une étiquette est donnée comme { $raw }.
    .expected = Un nom de 1 à { $longest } caractères sans | était attendu. Sont facultatifs un titre, une glose, un parent et une touche : une lettre ou un chiffre autre que { $taken }.
    .todo = Écrivez-la ainsi : { "{" }"name": "J00-J99", "title": "Respiration", "parent": ""{ "}" }.
label-list-stands-twice = { $value_2 } apparaît deux fois ({ $value }).
    .expected = Un seul de chaque était attendu ({ $value }).
    .todo = Corrigez l’un des deux.
label-stands-below-which-not = L’étiquette { $name } a pour parent { $parent }, qui n’est pas dans la liste.
    .expected = Le nom d’une étiquette de la liste était attendu, ou rien pour une étiquette du plus haut niveau.
    .todo = Ajoutez l’étiquette, ou corrigez le parent.
label-stands-below-which-stands = L’étiquette { $name } a pour parent { $parent }, qui est lui-même sous { $name }.
    .expected = Une hiérarchie sans cycle était attendue.
    .todo = Corrigez l’un des parents.
settings-labels-may-given =
    Les réglages sont { $value }, avec { $may_be_chosen ->
        [one] { $may_be_chosen } étiquette
       *[other] { $may_be_chosen } étiquettes
    } à choisir.
    .expected = Une question, least (à partir de 0), most (de 1 au nombre d’étiquettes) et inner (vrai ou faux) étaient attendus.
    .todo = Partez d’un schéma tout prêt.
classification-answer = La réponse est { $value }.
    .expected = Certaines de ces étiquettes, une fois chacune, étaient attendues : { $known }{ $more }.
    .todo = Choisissez des étiquettes de la liste.
answer-labels =
    La réponse a { $count ->
        [one] { $count } étiquette
       *[other] { $count } étiquettes
    }{ $has_value ->
        [True]  :{ " " }
       *[False] { "" }
    }{ $value }.
    .expected =
        { $many ->
            [one] { $many } était attendue.
           *[other] { $many } étaient attendues.
        }
    .todo =
        { $count_below_least ->
            [True] Ajoutez une étiquette.
           *[False] Retirez-en.
        }
classification-item-kind = L’item { $item } est du type { $kind }.
    .expected = Un passage était attendu : un document, un paragraphe ou une phrase.
    .todo = Créez des passages à partir du corpus, et choisissez-les.

## annotation/tasks/judging

judging-settings = Les réglages sont { $settings }.
    .expected = Une question, et de 2 à { $most_labels } étiquettes aux noms différents, étaient attendues.
    .todo = Partez du schéma tout prêt.
judging-answer = La réponse est { $value }.
    .expected = L’une de celles-ci était attendue : { $names }.
    .todo = Choisissez-en une.
judging-item-kind = L’item { $item } est du type { $kind }.
    .expected = Un candidat était attendu : une cible avec un substitut.
    .todo = Choisissez des candidats.
judging-label-given-as = Une étiquette est donnée comme { $raw }.
    .expected = Une étiquette a besoin d’un nom fait de lettres, de chiffres et de tirets bas.
    .todo = Écrivez-la ainsi : { "{" }"name": "fits", "title": "Convient", "gloss": "on le dirait"{ "}" }.

## annotation/tasks/linking

linking-settings = Les réglages sont { $settings }.
    .expected = Étaient attendus : question et terminology (texte), composite et none (vrai ou faux), candidates (de 0 à { $most_candidates }) et order ({ $ranked } ou { $shuffled }).
    .todo = Partez du schéma tout prêt.
linking-answer = La réponse est { $value }.
    .expected = Une liste d’identifiants de concepts était attendue, comme { "{" }"concepts": ["C0011849"]{ "}" }.
    .todo = Choisissez un concept, ou dites qu’il n’y en a pas.
answer-concepts =
    La réponse a { $count ->
        [one] { $count } concept
       *[other] { $count } concepts
    }.
    .expected =
        { $most_above_1 ->
            [True] { $most } au plus étaient attendus dans cette campagne.
           *[False] Un seul était attendu.
        }
    .todo =
        { $most_above_1 ->
            [True] Retirez ceux qui comptent le moins.
           *[False] Gardez celui qui convient le mieux.
        }
answer-no-concept = La réponse n’a aucun concept.
    .expected = Il en faut un : dans cette campagne, chaque mention en a un.
    .todo = Choisissez le concept le plus proche, ou passez l’item en disant pourquoi.
linking-item-kind = L’item { $item } est du type { $kind }.
    .expected = Une mention était attendue.
    .todo = Choisissez des mentions.
concept-given-as = Un concept est donné comme { $raw }.
    .expected = L’identifiant d’un concept, de 1 à { $longest } caractères, était attendu.
    .todo = Choisissez un concept de la terminologie.

## annotation/tasks/multiple_choice

multiple-choice-settings = Les réglages sont { $settings }.
    .expected = Une question et most (un nombre à partir de 1, ou null) étaient attendus.
    .todo = Partez d’un schéma tout prêt.
multiple-choice-answer = La réponse est { $value }.
    .expected = Une ou plusieurs lettres parmi { $letters }, une fois chacune, étaient attendues.
    .todo = Choisissez les bonnes options.
answer-holds-options =
    La réponse contient { $count ->
        [one] { $count } option
       *[other] { $count } options
    } : { $value }.
    .expected =
        { $most ->
            [one] { $most } au plus était attendue.
           *[other] { $most } au plus étaient attendues.
        }
    .todo =
        { $most ->
            [1] Gardez celle qui est juste.
           *[other] Retirez-en.
        }
item-kind-options =
    L’item { $item } est du type { $kind }{ $has_item ->
        [True]
            { " " }avec { $options ->
                [one] { $options } proposition
               *[other] { $options } propositions
            }.
       *[False] .
    }
    .expected = Une question avec au plus { $most_options } propositions était attendue.
    .todo = Choisissez des questions.

## annotation/tasks/similarity

schema-scales = Le schéma a scales = { $raw }.
    .expected = Au moins une échelle était attendue.
    .todo = Donnez "scales": [{ "{" }"name": "score", "low": 0, "high": 5{ "}" }].
scales-named = Les échelles s’appellent { $names }.
    .expected = Chaque échelle a besoin d’un nom unique.
    .todo = Renommez l’une d’elles.
main-scale = L’échelle principale est { $main }.
    .expected = L’une de celles-ci était attendue : { $names }.
    .todo = Nommez comme principale une échelle qui existe.
similarity-answer = La réponse est { $value }.
    .expected = Une réponse à chacune de ces échelles était attendue : { $scales }.
    .todo = Donnez un objet tel que { "{" }"score": 3, "form": 2{ "}" }.
answer-names = La réponse nomme { $unknown }.
    .expected = Les échelles de cette campagne sont { $scales }.
    .todo = Retirez-le ou renommez-le.
value-no-number-on-main = La valeur { $value } n’a pas de nombre sur l’échelle principale.
    .expected = Un nombre appelé { $main } était attendu.
    .todo = Vérifiez d’où vient cette valeur.
scale-given-as = Une échelle est donnée comme { $raw }.
    .expected = Une échelle a besoin d’un nom fait de lettres, de chiffres et de tirets bas.
    .todo = Écrivez-la ainsi : { "{" }"name": "score", "low": 0, "high": 5, "step": 1{ "}" }.
scale-low-high-step = L’échelle { $name } a pour bas { $low }, pour haut { $high }, pour pas { $step }.
    .expected = Trois nombres finis étaient attendus.
    .todo = Corrigez-les.
scale-goes-from-steps = L’échelle { $name } va de { $low } à { $high } par pas de { $step }.
    .expected = Le haut doit être à un nombre entier de pas positifs au-dessus du bas.
    .todo = Changez les bornes ou le pas.
scale-degree-given-as = L’échelle { $scale } a un degré donné comme { $raw }.
    .expected = Un degré a besoin d’une valeur, et peut avoir une glose et un exemple (left, right).
    .todo = Écrivez-le ainsi : { "{" }"value": 0, "gloss": "rien de commun"{ "}" }.
similarity-number-from-steps-expected = { $title } vaut { $value }.
    .expected = Un nombre de { $low } à { $high } par pas de { $step } était attendu.
    .todo = Donnez l’un des degrés.
similarity-number-from-steps-expected-number-from = { $title } vaut { $plain }.
    .expected = Un nombre de { $low } à { $high } par pas de { $step } était attendu.
    .todo = Donnez l’un des degrés.

## annotation/tasks/spans

spans-settings = Les réglages sont { $settings }.
    .expected = Des étiquettes aux noms différents, une unité (tokens ou characters), et nested et broken (vrai ou faux) étaient attendus.
    .todo = Partez d’un schéma tout prêt.
spans-answer = La réponse est { $value }.
    .expected = Une liste de segments était attendue, comme { "{" }"spans": [{ "{" }"label": "drug", "parts": [[0, 7]]{ "}" }]{ "}" }.
    .todo = Envoyez-la comme le fait la page.
spans-share-characters = Les segments { $value } et { $value_2 } se chevauchent.
    .expected = Des segments qui ne se chevauchent pas étaient attendus.
    .todo = Retirez ou raccourcissez l’un d’eux.
spans-item-kind = L’item { $item } est du type { $kind }.
    .expected = Un passage était attendu.
    .todo = Choisissez des passages.
spans-label-given-as = Une étiquette est donnée comme { $raw }.
    .expected = Un nom fait de lettres, de chiffres, de - et de _ était attendu, autre que { $outside } et { $marked }.
    .todo = Écrivez-la ainsi : { "{" }"name": "drug", "title": "Médicament", "gloss": "ce que l’on prend"{ "}" }.
label-key-colour = L’étiquette { $name } a la touche { $key } et la couleur { $colour }.
    .expected = Une touche, aucune de { $reserved_keys }, et une couleur comme #1f77b4 étaient attendues.
    .todo = Choisissez-en d’autres, ou omettez les deux.
keys-labels = Les touches des étiquettes sont { $keys }.
    .expected = Chaque touche était attendue une fois.
    .todo = Changez-en une.
span-given-as = Un segment est donné comme { $raw }.
    .expected = Une étiquette ({ $names }) et des parties comme [[0, 7]] étaient attendues.
    .todo = Marquez-le de nouveau.
span-stands-at-text-characters =
    Un segment est placé à { $value } d’un texte de { $text ->
        [one] { $text } caractère
       *[other] { $text } caractères
    }.
    .expected = Des parties qui commencent et finissent avec des unités du texte ({ $unit }) étaient attendues.
    .todo = Marquez-le de nouveau.
span-parts =
    Le segment { $covered_text } a { $parts ->
        [one] { $parts } partie
       *[other] { $parts } parties
    }.
    .expected = Des segments continus étaient attendus.
    .todo = Marquez chaque partie comme un segment, ou un seul segment pour toutes les parties.

## annotation/tasks/substitution

substitution-settings = Les réglages sont { $settings }.
    .expected = Étaient attendus : most (de 1 à 10), none (vrai ou faux) et refuse (certains de { $refused }).
    .todo = Partez du schéma tout prêt.
substitution-answer = La réponse est { $value }.
    .expected = Un objet avec des substituts était attendu, comme { "{" }"substitutes": ["petit"]{ "}" }.
    .todo = Donnez les mots, ou dites qu’aucun ne convient.
substitution-answer-list-substitutes = La réponse est { $value }.
    .expected = Une liste de substituts, et none (vrai ou faux) étaient attendus.
    .todo = Donnez les mots, ou dites qu’aucun ne convient.
substitution-stands-twice = { $twice } apparaît deux fois.
    .expected = Chaque substitut était attendu une fois.
    .todo = Retirez l’un des deux.
target-itself = { $word } est la cible elle-même.
    .expected = Un autre mot était attendu.
    .todo = Remplacez-le ou retirez-le.
several-words = { $word } contient plusieurs mots.
    .expected = Un seul mot était attendu.
    .todo = Raccourcissez-le ou retirez-le.
substitution-item-kind = L’item { $item } est du type { $kind }.
    .expected = Une cible était attendue.
    .todo = Choisissez des cibles.
substitute = Un substitut est { $value }.
    .expected = De 1 à { $longest } caractères sur une ligne, sans ; ni |, étaient attendus.
    .todo = Donnez un mot ou une expression par champ.
substitutes =
    { $words ->
        [one] Il y a { $words } substitut.
       *[other] Il y a { $words } substituts.
    }
    .expected = { $most } au plus étaient attendus.
    .todo = Retirez les plus faibles.
answer-says-none-fits-gives =
    La réponse dit qu’aucun ne convient{ $has_words ->
        [True] , et donne { $word }.
       *[False] .
    }
    .expected =
        { $has_words ->
            [True] Soit des substituts, soit « aucun », étaient attendus.
           *[False] Au moins un substitut était attendu : cette campagne en demande un.
        }
    .todo =
        { $has_words ->
            [True] Gardez l’un des deux.
           *[False] Donnez le mot le plus proche.
        }
no-substitute = Il n’y a aucun substitut.
    .expected = Il en faut au moins un, ou la réponse qu’aucun ne convient.
    .todo = Tapez un mot, ou dites qu’aucun ne convient.
