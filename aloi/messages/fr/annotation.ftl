# Ce que peut rencontrer qui annote ; le reste se dit en anglais jusqu’à sa traduction.

## annotation/tasks/operations

corpus-label = L’étiquette est { $stranger }.
    .expected = L’une de celles-ci était attendue : { $known }.
    .todo = Vérifiez l’orthographe.
answer-holds-no-groups = La réponse ne contient aucun groupe.
    .expected = Une liste de groupes était attendue.
    .todo = Envoyez-la comme le fait la page.
operations-answer = La réponse contient { $value }.
    .expected = groups, et err qui est vrai ou faux, étaient attendus.
    .todo = Envoyez-la comme le fait la page.
group-given-as = Un groupe est donné comme { $raw }.
    .expected = source, target et label étaient attendus.
    .todo = Tracez-le de nouveau.
group-tokens = Un groupe a les mots { $places } du côté { $name }.
    .expected = Des places de 0 à { $length } étaient attendues.
    .todo = Tracez-le de nouveau.
group-source-target-token-label = Un groupe de { $source } mot(s) de l’original et { $target } mot(s) de la phrase simplifiée a l’étiquette { $label }.
    .expected = Une étiquette de la typologie qui peut toucher ces côtés était attendue.
    .todo = Choisissez une autre étiquette, ou d’autres mots.

## annotation/tasks/classification

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

## annotation/tasks/judging

judging-answer = La réponse est { $value }.
    .expected = L’une de celles-ci était attendue : { $names }.
    .todo = Choisissez-en une.

## annotation/tasks/linking

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
    .expected = Il en faut un : dans cette campagne, chaque mention en nomme un.
    .todo = Choisissez le concept le plus proche, ou passez l’item en disant pourquoi.
concept-given-as = Un concept est donné comme { $raw }.
    .expected = L’identifiant d’un concept, de 1 à { $longest } caractères, était attendu.
    .todo = Choisissez un concept de la terminologie.

## annotation/tasks/multiple_choice

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

## annotation/tasks/similarity

similarity-answer = La réponse est { $value }.
    .expected = Une réponse à chacune de ces échelles était attendue : { $scales }.
    .todo = Donnez un objet tel que { "{" }"score": 3, "form": 2{ "}" }.
answer-names = La réponse nomme { $unknown }.
    .expected = Les échelles de cette campagne sont { $scales }.
    .todo = Retirez-le ou renommez-le.
similarity-number-from-steps-expected = { $title } vaut { $value }.
    .expected = Un nombre de { $low } à { $high } par pas de { $step } était attendu.
    .todo = Donnez l’un des degrés.
similarity-number-from-steps-expected-number-from = { $title } vaut { $plain }.
    .expected = Un nombre de { $low } à { $high } par pas de { $step } était attendu.
    .todo = Donnez l’un des degrés.

## annotation/tasks/spans

spans-answer = La réponse est { $value }.
    .expected = Une liste de segments était attendue, comme { "{" }"spans": [{ "{" }"label": "drug", "parts": [[0, 7]]{ "}" }]{ "}" }.
    .todo = Envoyez-la comme le fait la page.
spans-share-characters = Les segments { $value } et { $value_2 } ont des caractères en commun.
    .expected = Des segments séparés étaient attendus.
    .todo = Retirez ou raccourcissez l’un d’eux.
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
    .expected = Des segments d’un seul tenant étaient attendus.
    .todo = Marquez chaque partie comme un segment, ou toute l’étendue.

## annotation/tasks/substitution

substitution-answer = La réponse est { $value }.
    .expected = Un objet avec des substituts était attendu, comme { "{" }"substitutes": ["petit"]{ "}" }.
    .todo = Donnez les mots, ou dites qu’aucun ne convient.
substitution-answer-list-substitutes = La réponse est { $value }.
    .expected = Une liste de substituts, et none qui est vrai ou faux, étaient attendus.
    .todo = Donnez les mots, ou dites qu’aucun ne convient.
substitution-stands-twice = { $twice } y est deux fois.
    .expected = Chaque substitut était attendu une fois.
    .todo = Retirez l’un des deux.
target-itself = { $word } est la cible elle-même.
    .expected = Un autre mot était attendu.
    .todo = Remplacez-le ou retirez-le.
several-words = { $word } contient plusieurs mots.
    .expected = Un seul mot était attendu.
    .todo = Raccourcissez-le ou retirez-le.
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
            [True] Des substituts seuls, ou « aucun » seul, étaient attendus.
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
