## corpora/mining

tagger-missing = { $error }
    .expected = { $error-expected }
    .todo = Installez-les : pip install spacy { $package }.
scheduler = Aucun ordonnanceur Dask avec un nœud ne répond à { $address }.
    .expected = L’adresse que l’ordonnanceur affiche en démarrant était attendue, comme tcp://node1:8786, avec un nœud connecté.
    .todo = Démarrez les deux (dask scheduler, dask worker ADRESSE), ou ne nommez pas d’ordonnanceur.
pairs-bin-drawn-from-candidates =
    { $per_bin ->
        [one] { $per_bin } paire
       *[other] { $per_bin } paires
    } par tranche, à tirer de { $candidates } candidats, dont { $scores } ont un score.
    .expected = Au moins un candidat avec un score, et une paire par tranche, étaient attendus.
    .todo = Baissez le seuil ou cherchez autrement.

## corpora/readers

csv-broken = { $path }, ligne { $line } : { $error }.
    .expected = Les guillemets du CSV étaient attendus : "guillemets droits" autour d’une valeur qui contient un guillemet, le séparateur ou un saut de ligne. Les guillemets à l’intérieur sont doublés.
    .todo = Corrigez la ligne, ou écrivez de nouveau le tableau avec un programme qui écrit du CSV.
same-id = { $path } : { $value } et { $text } ont le même identifiant { $name }.
    .expected = Un identifiant par texte était attendu.
    .todo = Corrigez l’un des deux, ou choisissez une autre colonne d’identifiants.
archive-unpacks-more-than-times = { $where } : l’archive donne plus de { $max_ratio } fois sa propre taille.
    .expected = Du texte était attendu, avec un taux de compression de 3 à 5.
    .todo = Ne vous fiez pas à cette archive ; refaites-en une avec les textes seuls.
bioc-entity = { $name }, ligne { $line } : le XML déclare une entité, ou en nomme une qu’il ne déclare pas.
    .expected = Du XML BioC sans entités propres était attendu.
    .todo = Remplacez les entités par les caractères.
gzip-damaged = Impossible de décompresser { $name } : { $error }.
    .expected = Un fichier complet, compressé par gzip ou zlib, était attendu.
    .todo = Téléchargez-le à nouveau, ou décompressez-le vous-même et donnez le fichier.
entry-points-outside-archive = { $name } : des entrées ({ $name_2 }) mènent hors de l’archive.
    .expected = Des noms dans l’archive, sans `..` et qui ne partent pas de la racine, étaient attendus.
    .todo = Ne vous fiez pas à cette archive ; refaites-en une avec les textes seuls.
entry-encrypted = { $name } : { $name_2 } y est chiffré.
    .expected = Une archive sans mot de passe était attendue.
    .todo = Décompressez-la vous-même et donnez le dossier.
byte-0x-not-utf-8 = { $where } : l’octet { $start } (0x{ $byte }) n’est pas de l’UTF-8 ; le fichier semble être en { $likely_encoding }.
    .expected = Un fichier texte en UTF-8 était attendu.
    .todo = Convertissez le fichier en UTF-8 et reprenez ; rien n’a été remplacé ni enregistré.
nul-byte-stands-at-byte = { $where } : l’octet { $start } est nul ; le fichier semble être en { $likely_encoding }.
    .expected = Un texte sans octet nul, en UTF-8, était attendu.
    .todo = Convertissez le fichier en texte UTF-8, ou retirez les octets nuls, et reprenez.
holds-more-than-bytes-text = { $where } contient plus de { $max_total } octets de texte une fois décompressé.
    .expected = { $max_total } octets au plus étaient attendus dans une source.
    .todo = Importez-la en plusieurs morceaux.
holds-no-txt-file = { $where } ne contient aucun fichier .txt.
    .expected = Au moins un fichier dont le nom finit par .txt était attendu.
    .todo = Vérifiez le dossier, ou donnez plutôt un tableau (.tsv, .csv, .jsonl, .parquet).
cells-far-apart = { $path } : la feuille { $sheet } a { $filled ->
        [one] { $filled } cellule remplie
       *[other] { $filled } cellules remplies
    }, sur { $rows } lignes et { $columns } colonnes jusqu’à { $cells }.
    .expected = Un tableau sans grandes zones vides était attendu.
    .todo = Supprimez le contenu de { $cells }, ou les lignes et colonnes vides qui précèdent, et enregistrez. Ou enregistrez le tableau en .csv.
spreadsheet-locked = { $path } est protégé par un mot de passe, ou d’un format plus ancien.
    .expected = Un fichier .xlsx ou .ods sans mot de passe était attendu.
    .todo = Enregistrez-le en .xlsx sans mot de passe.
damaged-text = { $path }, ligne { $number } : elle contient des octets qui ne sont pas du texte en { $encoding }.
    .expected = Un fichier texte en UTF-8, UTF-16 ou windows-1252 était attendu.
    .todo = Enregistrez de nouveau le tableau, en UTF-8 ; rien n’a été remplacé ni enregistré.
column-without-name = { $path }, ligne { $number } : la colonne { $column } contient des valeurs mais n’a pas de nom.
    .expected = Chaque colonne qui contient des valeurs devait avoir un nom dans l’en-tête.
    .todo = Nommez la colonne, ou videz-la.
cell-too-long = { $where }, ligne { $row } : un texte ne tient pas dans une cellule.
    .expected = Une cellule de classeur contient au plus { $most } caractères, ni U+FFFE ni U+FFFF.
    .todo = Écrivez un autre format, CSV par exemple.

## corpora/terminologies

concept-name-language-group = Le concept { $concept_id } a le nom { $name }, la langue { $language } et le groupe { $group }.
    .expected = L’identifiant d’un concept et un nom de { $max_name } caractères au plus étaient attendus ; identifiants, langues et groupes en ont { $max_id } au plus.
    .todo = Complétez ou retirez la ligne, et vérifiez que les colonnes sont les bonnes.
names-no-source-vocabularies = { $name } n’a pas de vocabulaires sources.
    .expected = Les vocabulaires sources n’existent que pour { $conso }.
    .todo = Omettez les vocabulaires.
sheet-unknown = { $path } n’a pas de feuille { $sheet } avec des cellules.
    .expected = Les feuilles avec des cellules sont : { $sheets }.
    .todo = Nommez l’une d’elles.
sheet-of-no-workbook = La feuille { $sheet } est nommée, mais { $path } n’a pas de feuilles.
    .expected = Un classeur était attendu : un fichier qui finit par { $suffixes }.
    .todo = Ne nommez pas de feuille, ou donnez le classeur.
sheets-are-hidden = { $path } : toutes les feuilles qui ont des cellules sont masquées.
    .expected = Une feuille visible était attendue.
    .todo = Affichez la feuille voulue, et enregistrez.
digits-lost = { $path }, cellule { $cell } : un nombre entier de plus de 15 chiffres, dont un tableur ne garde que 15.
    .expected = Les identifiants de beaucoup de chiffres étaient attendus comme texte.
    .todo = Mettez la colonne au format texte, saisissez de nouveau les identifiants d’après leur source, et enregistrez ; ou retirez la colonne.
cells-are-merged = { $path } : les cellules { $cells } sont fusionnées : une seule valeur s’affiche pour toutes, et les autres sont vides.
    .expected = Une ligne d’en-tête, et une valeur dans chaque cellule, étaient attendues.
    .todo = Défusionnez les cellules, écrivez la valeur dans chacune, et enregistrez.
formula-without-value = { $path }, cellule { $cell } : la valeur de la formule n’est pas enregistrée.
    .expected = Des formules avec les valeurs qu’un tableur a calculées étaient attendues.
    .todo = Ouvrez le fichier dans un tableur et enregistrez-le, ou remplacez les formules par leurs valeurs.
header-stands-again = { $path }, ligne { $number } : l’en-tête est répété.
    .expected = Un seul en-tête, au-dessus de toutes les lignes, était attendu.
    .todo = Retirez cette ligne ; si deux tableaux ont été réunis, vérifiez que leurs colonnes sont les mêmes.
header-of-two-rows = { $path }, ligne { $number } : la ligne sous l’en-tête ressemble à un deuxième en-tête : ses valeurs ont une autre forme que celles de toutes les lignes suivantes.
    .expected = Une seule ligne d’en-tête, suivie de lignes de valeurs, était attendue.
    .todo = Retirez cette ligne, ou fusionnez-la avec l’en-tête. Si c’est une ligne de données, placez-la plus bas.
column-role = { $entry } ne donne pas de rôle à une colonne.
    .expected = Un rôle et une colonne étaient attendus, par exemple left=sentence_A. Les rôles sont { $roles }.
    .todo = Écrivez RÔLE=COLONNE pour chaque colonne dans --columns.
    .page = Choisissez un rôle pour chaque colonne.
column-of-two-roles = L’entrée { $entry } nomme une colonne qui a déjà le rôle { $role }.
    .expected = Un seul rôle par colonne était attendu.
    .todo = Corrigez l’entrée dans --columns.
    .page = Choisissez un rôle pour chaque colonne.
role-of-several = Plusieurs colonnes ont le rôle { $role } : { $columns }.
    .expected = Une seule colonne avec ce rôle était attendue.
    .todo = Donnez-le à l’une d’elles, et metadata ou ignore aux autres.
role-missing =
    { $name } n’a pas de colonne avec { $roles-count ->
        [one] le rôle
       *[other] les rôles
    } { $roles }.
    .expected = Une colonne pour chacun était attendue. Le tableau a { $columns }.
    .todo = Nommez les colonnes, comme dans --columns { $example }.
    .page = Choisissez un rôle pour chaque colonne.
columns-unsure = Le rôle de ces colonnes de { $name } n’est pas certain : { $doubts }.
    .expected = Un rôle pour chaque colonne était attendu.
    .todo = Vérifiez-les et relancez la commande avec : --columns "{ $proposed }".
    .page = Vérifiez les rôles des colonnes.
no-header = La première ligne de { $name } ressemble à des données, pas à des noms de colonnes.
    .expected = Une première ligne avec un nom par colonne était attendue.
    .todo = Ajoutez cette ligne au fichier, par exemple id, left, right, score.
cell-is-no-number =
    { $where } : la colonne { $column } contient { $text }, qui est { $kind ->
        [date] une date
        [percent] un pourcentage
        [comma] un nombre avec une virgule, dans une colonne à points décimaux ou comme séparateur de milliers
       *[none] autre chose qu’un nombre fini
    }.
    .expected = Un nombre fini, de la même forme que le reste de la colonne, ou une cellule vide, était attendu.
    .todo =
        Corrigez la cellule. { $kind ->
            [date] Les tableurs convertissent 1-2 et 3/4 en dates : mettez la colonne au format texte et écrivez-les de nouveau.
            [percent] Écrivez 0,45 pour 45 %.
           *[none] Utilisez une seule marque décimale, point ou virgule, dans chaque colonne.
        }
label-is-a-date = { $where } : la cellule contient la date { $value }.
    .expected = Une étiquette ou un texte était attendu ; les tableurs convertissent en dates des valeurs comme 1-2 ou 3/4.
    .todo = Mettez la colonne au format texte dans le tableur, écrivez de nouveau la cellule, et enregistrez.
label-is-a-twin = { $where } : { $text } n’est pas une étiquette ; il ne diffère de { $known } que par { $differ_by }.
    .expected = Les étiquettes du schéma étaient attendues, caractère pour caractère.
    .todo = Fusionnez ces étiquettes (--normalise { $differ_by }), ou corrigez la table.
    .page = Traitez ces étiquettes comme une seule dans le formulaire, ou corrigez le tableau.
id-lost-digits = { $where } : l’identifiant { $text } est un long nombre qu’un tableur a arrondi.
    .expected = L’identifiant complet était attendu.
    .todo = Mettez la colonne au format texte dans le tableur, saisissez de nouveau les identifiants d’après leur source, et enregistrez.
text-says-missing = { $where } : le texte est { $text }, un code de valeur manquante.
    .expected = Un texte était attendu.
    .todo = Écrivez le texte, ou retirez la ligne.
