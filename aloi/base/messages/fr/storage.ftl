## storage

driver-full = On ne peut pas écrire dans l’entrepôt { $store } : son disque, ou la limite qui lui est fixée, est plein.
    .expected = Assez de place sur le disque était attendu.
    .todo = Libérez de la place ou déplacez l’entrepôt sur un disque plus grand, puis refaites la dernière étape.
    .page = Demandez à l’administrateur de ce serveur de libérer de la place, puis rechargez la page, et refaites la dernière étape si elle n’y est pas.
driver-locked = L’entrepôt { $store } est verrouillé par un autre programme.
    .expected = Un entrepôt libre dans les dix secondes était attendu.
    .todo = Attendez que l’autre programme ait fini, ou arrêtez-le, puis refaites la dernière étape.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas.
driver-closed = On ne peut ni ouvrir ni écrire l’entrepôt { $store } ({ $code }).
    .expected = Une base de données qu’Aloi peut lire et écrire était attendue, dans un dossier où il peut créer des fichiers.
    .todo = Vérifiez le chemin et ses droits, ou nommez un autre entrepôt.
    .page = Prévenez l’administrateur de ce serveur, puis rechargez la page, et refaites la dernière étape si elle n’y est pas.
driver-disk = Le disque de l’entrepôt { $store } n’a pas pu lire ou écrire ({ $code }).
    .expected = Un disque en état, avec de la place libre, était attendu.
    .todo = Vérifiez le disque, lancez `aloi check`, puis refaites la dernière étape.
    .page = Demandez à l’administrateur de ce serveur de vérifier le disque, contrôlez l’entrepôt (Sauvegarde et contrôle), puis refaites la dernière étape.
file-missing = { $path } a été déplacé ou supprimé pendant que l’entrepôt était utilisé. Rien n’a été enregistré.
    .expected = Les fichiers de l’entrepôt { $store } étaient attendus là où ils ont été ouverts.
    .todo = Remettez le même fichier à sa place (`mv`, pas une copie), ou arrêtez Aloi, mettez-y un entrepôt ou une sauvegarde restaurée, puis relancez Aloi.
    .page = Prévenez l’administrateur de ce serveur. Rechargez la page plus tard, et refaites la dernière étape si elle n’y est pas.
file-replaced = { $path } a été remplacé par un autre fichier pendant que l’entrepôt était utilisé. Rien n’a été enregistré.
    .expected = { file-missing.expected }
    .todo = { file-missing.todo }
    .page = { file-missing.page }
file-open-elsewhere = L’entrepôt { $store } a été déplacé, supprimé ou remplacé pendant que d’autres programmes l’ont ouvert.
    .expected = Les fichiers que ces programmes ont ouverts étaient attendus.
    .todo = Arrêtez le serveur, les workers et les autres commandes de cet entrepôt, puis refaites la dernière étape.
    .page = { file-missing.page }
driver-busy = Le serveur de l’entrepôt { $store } n’a plus de mémoire ou de connexion libre ({ $code }).
    .expected = Un serveur qui accepte une connexion de plus était attendu.
    .todo = Réessayez plus tard, ou adressez-vous à l’administrateur du serveur.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas. Si cela dure, prévenez l’administrateur de ce serveur.
driver-away = Le serveur de l’entrepôt { $store } est inaccessible, ou la connexion a été perdue ({ $code }).
    .expected = Un serveur en marche, qui accepte ce nom et ce mot de passe, était attendu.
    .todo = Vérifiez qu’il tourne et que l’adresse est juste, puis refaites la dernière étape.
    .page = Rechargez la page dans une minute, et refaites la dernière étape si elle n’y est pas. Si cela dure, prévenez l’administrateur de ce serveur.
driver-conflict = L’entrepôt { $store } a refusé une ligne incompatible avec celles qu’il contient ({ $code }).
    .expected = Aucune modification incompatible par quelqu’un d’autre n’était attendue.
    .todo = Vérifiez les données actuelles, puis refaites la dernière étape.
character-not-kept = Un texte contient { $character }, que les bases de données ne peuvent pas enregistrer.
    .expected = Un texte valide était attendu, sans NUL (U+0000) ni moitié de paire de substitution (U+D800 à U+DFFF).
    .todo = Retirez-le des données. Souvent, le fichier a été coupé, ou lu dans un mauvais encodage.
move-not-empty = L’entrepôt { $store } contient déjà des lignes, dans { $tables }.
    .expected = Un entrepôt vide était attendu : une base sans tables, ou dont personne ne s’est servi.
    .todo = Nommez une autre base de données.
move-unlike = L’entrepôt { $store } a rendu d’autres lignes que celles reçues, dans { $tables } ; rien n’y a été enregistré.
    .expected = Les mêmes lignes, avec les mêmes sommes de contrôle, étaient attendues.
    .todo = Lancez `aloi check` sur l’entrepôt à déplacer, puis signalez ces tables.
    .page = Contrôlez la base à déplacer (Sauvegarde et contrôle), puis signalez ces tables.
driver-other = La base de données de l’entrepôt { $store } a refusé une étape ({ $code }).
    .expected = Une base de données compatible avec cette version d’Aloi était attendue.
    .todo = Refaites la dernière étape ; si elle échoue encore, lancez `aloi check` et signalez ce code.
    .page = Refaites la dernière étape ; si elle échoue encore, contrôlez l’entrepôt (Sauvegarde et contrôle) et signalez ce code.
driver-damaged = L’entrepôt { $store } est endommagé : une partie n’est plus lisible ({ $code }).
    .expected = Une base de données telle qu’Aloi l’a écrite était attendue.
    .todo = Ne le modifiez pas. Créez un entrepôt à partir d’une sauvegarde, `aloi restore FICHIER --store URL`, ou de ses lignes lisibles, `aloi salvage FICHIER --store URL`.
    .page = Ne le modifiez pas, et prévenez l’administrateur de ce serveur. Une sauvegarde ou les lignes encore lisibles permettent de recréer un entrepôt.
driver-none = On ne peut pas ouvrir l’entrepôt { $store } : ce n’est pas une base de données, ou son début est endommagé.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
tables-damaged =
    L’entrepôt { $store } est endommagé : { $tables-count ->
        [0] { $fault }
       *[other] les tables { $tables } ne sont plus lisibles
    }.
    .expected = { driver-damaged.expected }
    .todo = { driver-damaged.todo }
    .page = { driver-damaged.page }
store-on = L’entrepôt est sur { $name }.
    .expected = Un entrepôt dans un fichier SQLite était attendu.
    .todo = Utilisez le programme de sauvegarde de ce serveur, comme pg_dump.
archive-none = { $path } n’est pas l’archive d’une campagne.
    .expected = Un fichier qu’Aloi a écrit comme archive était attendu.
    .todo = Nommez ce fichier.
archive-cut = { $path } est l’archive d’une campagne, et sa fin manque.
    .expected = Le fichier complet qu’Aloi a écrit était attendu.
    .todo = Recopiez-le depuis l’original ; rien n’a été enregistré.
archive-changed = { $path } a été modifié : sa somme de contrôle diffère.
    .expected = Une archive dont chaque octet est celui qu’Aloi a écrit était attendue.
    .todo = Recopiez-la depuis l’original ; rien n’a été enregistré.
archive-later = { $path } est une archive de la version { $version }, écrite par { $program }.
    .expected = Une archive de la version { $own_version } ou d’une version antérieure était attendue ; voici aloi { $own }.
    .todo = Importez-la avec une version plus récente d’Aloi ; rien n’a été enregistré.
archive-unsound = { $path } : sa partie { $part } a un contenu inattendu.
    .expected = Des lignes dont les identifiants et les sommes de contrôle sont ceux de leur contenu étaient attendues.
    .todo = Écrivez l’archive à nouveau depuis un entrepôt que valide `aloi check` ; rien n’a été enregistré.
    .page = Écrivez l’archive à nouveau depuis un entrepôt qui passe le contrôle d’intégrité ; rien n’a été enregistré.
copy-changed = { $path } a été modifié : sa somme de contrôle diffère.
    .expected = Une copie dont chaque octet est celui qui a été écrit était attendue.
    .todo = Recopiez-la depuis l’original, ou choisissez une autre copie.
store-needs-driver-not-here = L’entrepôt { $render_as_string } demande un pilote qui n’est pas installé : { $error }.
    .expected = L’adresse d’une base de données comme sqlite:///aloi-data/aloi.db était attendue, ou un pilote installé.
    .todo = Corrigez --store, ALOI_STORE ou aloi.toml, ou installez le pilote : pip install "aloi[postgresql]".
    .page = Prévenez l’administrateur de ce serveur.
store-given-as = L’entrepôt est donné comme { $url }.
    .expected = L’adresse d’une base de données comme sqlite:///aloi-data/aloi.db était attendue.
    .todo = Corrigez --store, ALOI_STORE ou aloi.toml.
    .page = Prévenez l’administrateur de ce serveur.
store-at-sign = L’entrepôt est donné comme { $url }, avec plus d’un @.
    .expected = Un seul @ était attendu, devant le nom de la machine.
    .todo = Écrivez %40 pour chaque @ d’un nom ou d’un mot de passe, dans --store, ALOI_STORE ou aloi.toml.
    .page = Prévenez l’administrateur de ce serveur.
folder-store-cannot-made = On ne peut pas créer le dossier { $folder } de l’entrepôt : { $strerror }.
    .expected = Un dossier où Aloi peut écrire était attendu.
    .todo = Vérifiez le chemin, ses droits et la place sur le disque, ou nommez un autre entrepôt.
store-written-by-another-version = L’entrepôt a été écrit par une autre version d’Aloi : { $error }.
    .expected = Un entrepôt de la révision { $head } ou plus ancien était attendu.
    .todo = Ouvrez-le avec la version d’Aloi qui l’a écrit.
migrations-of-another-version = Le dossier { $path } contient des migrations d’une autre version d’Aloi, qui mènent à { $heads } ; l’entrepôt n’a pas été modifié.
    .expected = Seules celles de cette version, qui mènent à { $head }, étaient attendues.
    .todo = Supprimez ce dossier, qui contient des fichiers d’une ancienne installation, et réinstallez Aloi.
no-gold-id = Aucune référence n’a l’identifiant { $gold_id }.
    .expected = L’identifiant d’une référence figée était attendu.
    .todo = Figez-la d’abord.
campaign-release-already = La campagne a déjà une version publiée { $version }.
    .expected = Une nouvelle version était attendue : ce qui est publié ne change jamais.
    .todo = Donnez-lui un autre numéro.
releases-answer =
    { $same ->
        [0] Aucune version publiée ne correspond
        [one] { $same } version publiée correspond
       *[other] { $same } versions publiées correspondent
    } à { $ref }.
    .expected =
        L’une de celles-ci était attendue : { $value-count ->
            [0] il n’y en a pas encore
           *[other] { $value }
        }.
    .todo = Nommez aussi la campagne : campagne:version.
worker-ended-times-while-did =
    L’exécuteur s’est arrêté { $attempts } fois pendant ce travail.
    .expected = Un exécuteur qui fonctionne jusqu’à la fin du travail était attendu. En général, il a manqué de mémoire.
    .todo = Lisez ce que l’exécuteur a écrit sur la sortie d’erreur, libérez de la mémoire ou demandez moins à la fois, puis relancez.
no-job-id = Aucun travail n’a l’identifiant { $job_id }.
    .expected = Un travail existant était attendu.
    .todo = Relancez-le.
aloi-administrator-already = Cet Aloi a déjà un compte d’administration.
    .expected = Le premier compte était attendu.
    .todo = Connectez-vous, ou demandez un lien à un administrateur.
no-person-called = Personne ne s’appelle { $ref }.
    .expected =
        L’un de ces noms était attendu : { $pseudonyms-count ->
            [0] encore personne
           *[other] { $pseudonyms }
        }.
    .todo = Vérifiez l’orthographe, ou ajoutez d’abord la personne.
link-used-already-or-too = Ce lien a servi, a été annulé, ou a expiré.
    .expected = Un lien non utilisé était attendu.
    .todo = Demandez-en un nouveau à qui vous l’a envoyé.
somebody-called-or-already = Quelqu’un s’appelle déjà { $name } ou { $chosen }.
    .expected = Un nom et un pseudonyme encore libres étaient attendus.
    .todo = Choisissez un autre nom.
no-person-id = Personne n’a l’identifiant { $person_id }.
    .expected = Une personne existante était attendue.
    .todo = Vérifiez l’identifiant.
person-erased = Le nom de cette personne a été effacé.
    .expected = Une personne avec un compte était attendu.
    .todo = Invitez-la comme une nouvelle personne : ses réponses antérieures restent sous leur pseudonyme.
only-administrator = C’est le seul compte d’administration.
    .expected = Il faut au moins un compte d’administration qui peut se connecter.
    .todo = Donnez d’abord ce rôle à quelqu’un d’autre.
administrators-only = Seule une personne qui administre cet Aloi peut faire cela.
    .expected = Un compte d’administration était attendu.
    .todo = Adressez-vous à un administrateur de cet Aloi.
managers-only = Seul un gestionnaire peut faire cela.
    .expected = Un gestionnaire de la campagne ou un administrateur était attendu.
    .todo = Adressez-vous à un gestionnaire de la campagne.
corpus-of-others = Le corpus sert aussi à une campagne que vous ne gérez pas.
    .expected = Un corpus de vos seules campagnes était attendu.
    .todo = Adressez-vous à un administrateur de cet Aloi.
member-role = { $role } n’est pas un rôle dans une campagne.
    .expected = Une de ces valeurs était attendue : { $roles }.
    .todo = Choisissez l’un de ces rôles.
no-member = Cette personne n’est pas membre de la campagne.
    .expected = Un membre de la campagne était attendu.
    .todo = Voir les membres de la campagne.
only-manager-of-campaign = C’est le seul gestionnaire de la campagne.
    .expected = Il doit rester au moins un gestionnaire.
    .todo = Donnez d’abord ce rôle à un autre membre, ou adressez-vous à un administrateur.

## aloi/storage/answers

round-closed = Ce tour est clos.
    .expected = Un tour ouvert était attendu : les réponses ne changent plus après la clôture.
    .todo = Demandez sa réouverture au gestionnaire de la campagne.
item-given-others-meanwhile-all = Cet item a été donné à d’autres entre-temps et a toutes les réponses qu’il lui faut.
    .expected = Un item qui attend encore une réponse était attendu.
    .todo = Continuez avec le suivant.
item-not-among-yours-round = Cet item n’est pas parmi les vôtres dans ce tour.
    .expected = Un item qui vous est attribué était attendu.
    .todo = Rechargez la page.
campaign-called-already = Une campagne s’appelle déjà { $name }.
    .expected = Un nom encore libre était attendu.
    .todo = Choisissez un autre nom.
no-campaign-called = Aucune campagne ne s’appelle { $ref }.
    .expected =
        L’un de ces noms était attendu : { $names-count ->
            [0] il n’y en a pas encore
           *[other] { $names }
        }.
    .todo = Vérifiez le nom, ou lancez d’abord la campagne.
round-opened-meanwhile = Le tour { $number } a été ouvert entre-temps.
    .expected = Le tour { $last } était attendu.
    .todo = Rechargez les tours, puis ouvrez-en un autre.
no-round-id = Aucun tour n’a l’identifiant { $round_id }.
    .expected = Un tour existant était attendu.
    .todo = Rechargez les tours.
nothing-among-id = Aucun élément de « { $name } » n’a l’identifiant { $its_id }.
    .expected = Un identifiant existant était attendu.
    .todo = Rechargez « { $name } ».
round-no-items = Le tour n’a aucun item.
    .expected = Au moins un item était attendu.
    .todo = Choisissez des items, ou trouvez-en d’abord.
campaigns-no-item-id = Aucun item n’a l’identifiant { $missing }.
    .expected = Des items déjà enregistrés étaient attendus.
    .todo = Choisissez parmi les items du corpus.
answer-about-item-which-not = Une réponse porte sur l’item { $item_id }, qui n’est pas dans ce tour.
    .expected = L’un des { $items } items du tour était attendu.
    .todo = Importez dans le tour auquel les réponses appartiennent.
answer-given-by-who-not = Une réponse vient de l’annotateur inconnu { $annotator_id }.
    .expected = Un annotateur existant était attendu.
    .todo = Ajoutez d’abord la personne.
item-would-get-answers =
    L’item { $item } aurait { $taken ->
        [one] { $taken } réponse
       *[other] { $taken } réponses
    }.
    .expected = Le tour en demande { $wanted } au plus par item.
    .todo = Importez dans un tour au recouvrement plus grand, ou excluez les réponses en trop.
answer-late =
    { $why ->
        [closed] Le tour a été clos avant l’arrivée de votre réponse.
        [full] Cet item a été donné à d’autres, qui ont fourni toutes les réponses voulues avant l’arrivée de la vôtre.
       *[lease] Cet item a été confié à quelqu’un d’autre avant l’arrivée de votre réponse.
    }
    .expected = Votre réponse est conservée, mais ne compte que si elle est acceptée par le gestionnaire de la campagne.
    .todo = Continuez avec l’item suivant.
changed-meanwhile = Vous avez répondu à cet item, ou l’avez passé, ailleurs depuis l’affichage de cette page.
    .expected = Une page à jour était attendue.
    .todo = Comparez les deux, et choisissez celle à garder.
schema-changed = Le schéma a changé depuis la vérification de cette réponse.
    .expected = Une réponse vérifiée avec la version en vigueur était attendue.
    .todo = Rechargez la page, et répondez de nouveau à cet item.
no-late-answer = Aucune réponse tardive de ce tour n’a l’identifiant { $events }.
    .expected = Des identifiants de réponses tardives de ce tour étaient attendus.
    .todo = Voyez-en la liste : aloi round late list.
    .page = Rechargez la page : une décision a peut-être déjà été prise.
late-taken-already =
    { $events-count ->
        [one] La réponse tardive { $events } est déjà acceptée.
       *[other] Les réponses tardives { $events } sont déjà acceptées.
    }
    .expected = Des réponses tardives qui ne comptent pas encore étaient attendues.
    .todo = Laissez-la ainsi ; une adjudication peut en décider autrement.

## aloi/storage/texts

corpus-called-holds-other-texts = Un corpus nommé { $name } contient d’autres textes.
    .expected = Un nom encore libre était attendu.
    .todo = Choisissez un autre nom : un corpus ne change plus une fois importé.
no-corpus-called = Aucun corpus ne s’appelle { $ref }.
    .expected =
        L’un de ces noms était attendu : { $names-count ->
            [0] aucun n’est encore importé
           *[other] { $names }
        }.
    .todo = Vérifiez le nom, ou importez d’abord le corpus.
no-corpus-id = Aucun corpus n’a l’identifiant { $corpus_id }.
    .expected = Un corpus existant était attendu.
    .todo = Importez d’abord le corpus.
corpora-no-item-id = Aucun item n’a l’identifiant { $missing }.
    .expected = L’identifiant d’un item enregistré était attendu.
    .todo = Vérifiez l’identifiant.
full-text-table-terminologies = La table de recherche des terminologies ne peut pas être créée : { $orig }.
    .expected = Un Python dont SQLite contient FTS5 était attendu, comme celui de python.org.
    .todo = Utilisez un autre Python, ou un entrepôt sur PostgreSQL.
terminology-no-concept = La terminologie n’a pas de concept { $concept_id }.
    .expected = L’identifiant de l’un de ses concepts était attendu.
    .todo = Vérifiez l’orthographe, ou cherchez un nom.
no-terminology = Il n’y a pas de terminologie { $asked }.
    .expected =
        L’une de celles-ci était attendue : { $value-count ->
            [0] il n’y en a pas encore
           *[other] { $value }
        }.
    .todo = Vérifiez le nom, ou importez d’abord la terminologie.
terminology-would-hold-no-name = La terminologie { $name } n’aurait aucun nom.
    .expected = Au moins un concept avec un nom était attendu.
    .todo = Vérifiez le fichier, et les langues et vocabulaires demandés.
terminology-called-holds-other = Une terminologie nommée { $name } contient d’autres noms.
    .expected = Un nom encore libre était attendu : une terminologie ne change plus une fois importée.
    .todo = Choisissez un autre nom, ou retirez d’abord cette terminologie.
name-taken = Le nom { $name } est déjà utilisé.
    .expected = Un nom unique était attendu, noms archivés compris.
    .todo = Choisissez un autre nom.
