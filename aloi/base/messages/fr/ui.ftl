## ui

signed-out = Votre session est terminée : elle a expiré, ou le compte a été désactivé.
    .expected = Une session ouverte était attendue.
    .todo = Reconnectez-vous ; tout ce que vous avez envoyé est conservé.
role =
    Votre compte a le rôle { $role ->
        [annotator] « annotation »
        [adjudicator] « adjudication »
        [manager] « gestion »
       *[other] { $role }
    }.
    .expected = Ceci demande le rôle : { $roles }.
    .todo = Demandez un autre rôle à un gestionnaire, ou revenez à l’accueil.
