## aloi/ui/pages

dev-is-test = Le jeu qui sert à choisir la meilleure époque est aussi un jeu de test.
    .expected = Un jeu de test qui ne sert à aucun choix était attendu.
    .todo = Choisissez la meilleure époque sur un autre jeu, ou ne la choisissez pas.
no-part-to-train-on = Aucun jeu d’entraînement n’est choisi.
    .expected = Il en faut au moins un : les baselines pour ces items ont besoin de données d’entraînement.
    .todo = Choisissez un jeu d’entraînement.
shares-of-parts = Les parts sont { $text }.
    .expected = Des jeux avec leurs parts, séparés par des virgules, étaient attendus, comme train=.7,dev=.1,test=.2.
    .todo = Corrigez-les.
uploads-of-one-name = Deux des fichiers envoyés s’appellent { $names }.
    .expected = Des fichiers aux noms distincts étaient attendus : le second remplacerait le premier.
    .todo = Renommez l’un d’eux et envoyez-le de nouveau ; si c’est le même fichier, retirez-en un.
several-kinds-of-data = Les données choisies sont de plusieurs types, comme des paires notées et des textes étiquetés.
    .expected = Des données d’un seul type étaient attendues : un modèle apprend un type de réponse.
    .todo = Choisissez des données d’un seul type.

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

## aloi/ui/server

oidc-issuer = Le réglage oidc_issuer est { $issuer }.
    .expected = L’adresse d’un fournisseur OpenID Connect était attendue, en https.
    .todo = Écrivez-la comme le fournisseur la donne, par exemple https://login.example.org/realms/labo.
oidc-client = Le réglage oidc_issuer est { $issuer }, et oidc_client est vide.
    .expected = L’identifiant client de ce programme chez le fournisseur était attendu.
    .todo = Donnez ALOI_OIDC_CLIENT, et ALOI_OIDC_SECRET si le fournisseur en a donné un.
port-cannot-used = Le port { $port } de { $host } ne peut pas servir : { $error }.
    .expected = Un port libre de cette machine était attendu.
    .todo = Arrêtez l’autre programme, ou choisissez un autre port avec --port.
