## workbench

person-no-name = La personne n’a pas de nom.
    .expected = Un nom était attendu.
    .todo = Donnez-en un ; les autres voient A1, A2, …

## workbench/rounds

adjudicating-item-not-round = L’item { $item_id } n’est pas dans le tour { $number }.
    .expected = Un item de ce tour était attendu.
    .todo = `aloi annotations export` donne la liste de ses items.
item-still-being-answered = L’item { $item_id } est encore en cours d’annotation.
    .expected = Une décision s’ouvre quand chaque personne prévue a répondu ou l’a passé.
    .todo = Attendez, confiez à d’autres ce qui attend, ou fermez le tour.
page-sent-message-could-not = La page a envoyé un message illisible.
    .expected = Une réponse, un passage, une annulation, une marque, un brouillon ou une recherche était attendu.
    .todo = Rechargez la page ; rien n’est perdu.
note-characters =
    La note a { $note ->
        [one] { $note } caractère
       *[other] { $note } caractères
    }.
    .expected = { $longest_note } au plus étaient attendus.
    .todo = Raccourcissez-la.
draft-more-than-characters = Le brouillon a plus de { $longest_draft } caractères.
    .expected = Un travail en cours de cet item était attendu.
    .todo = Enregistrez ce que vous avez, ou rechargez la page.
reason-skipping-missing = Il manque le motif pour passer cet item.
    .expected = Un motif était attendu.
    .todo = Choisissez-en un, ou écrivez-le.
schema-changed-meanwhile = Les étiquettes ont changé depuis que cet item a été affiché, et cette réponse n’a pas de sens dans la version { $version }.
    .expected = Une réponse avec les nouvelles étiquettes était attendue.
    .todo = Répondez de nouveau à cet item.
