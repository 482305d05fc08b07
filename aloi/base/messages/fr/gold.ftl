## aloi/gold/formats

docbin-no-spacy = Les fichiers DocBin demandent spaCy, qui n’est pas installé.
    .expected = Le paquet spacy était attendu ; Aloi n’en a besoin que pour ce format.
    .todo = Installez-le : pip install "spacy>=3.8,<3.9". Ou choisissez un autre format : brat et CoNLL ne demandent aucun paquet.
docbin-cannot-read = { $path } ne peut pas être lu comme un fichier DocBin de spaCy : { $error }.
    .expected = Un fichier à l’extension .spacy, comme spaCy en écrit, était attendu.
    .todo = Écrivez-le ou exportez-le à nouveau.
label-studio-blank = Le texte de l’item { $id } ne contient que des espaces, que Label Studio ne montre pas.
    .expected = Des textes avec au moins un caractère visible étaient attendus.
    .todo = Retirez-la de la référence, ou choisissez un autre format.
label-studio-config = { $name } n’est pas la configuration d’annotation d’un export d’Aloi : aucun contrôle { $control } pour les lignes.
    .expected = Les fichiers non modifiés d’un même export étaient attendus.
    .todo = Exportez à nouveau la version ; importez un projet de Label Studio avec aloi import.
mteb-one-part = Une tâche MTEB du type { $kind } ne peut pas être créée : { $part } est le jeu d’entraînement, et il ne reste aucun jeu pour l’évaluation.
    .expected = Au moins deux jeux étaient attendus ; pour des mentions, avec les mêmes concepts dans les deux.
    .todo = Construisez la version avec les jeux train et test, ou choisissez un autre format.
release-rows-kind =
    La version publiée a des lignes { $kinds-count ->
        [0] d’aucun type
        [one] du type { $kinds }
       *[other] des types { $kinds }
    }.
    .expected = Le format { $name } écrit : { $row_kinds }.
    .todo = Choisissez un format qui accepte ces lignes (`aloi formats` en donne la liste).
    .page = Choisissez un des formats que la page Versions publiées propose pour elle.
folder-cannot-written = Impossible d’écrire le dossier { $folder } : { $strerror }.
    .expected = Un dossier qui peut être créé ou écrit était attendu.
    .todo = Choisissez-en un autre, ou changez ses droits.
folder-holds-which-not-part = Le dossier { $folder } contient { $value }, qui ne fait pas partie de cet export.
    .expected = Un dossier vide, ou un export antérieur des mêmes jeux, était attendu.
    .todo = Choisissez un autre dossier, ou retirez ce fichier.
formats-cannot-read = Impossible de lire { $path } : { $strerror }.
    .expected = Un fichier d’un export était attendu.
    .todo = Vérifiez le dossier et le format.
not-utf-8-at-byte = { $path } n’est pas en UTF-8 à l’octet { $start }.
    .expected = De l’UTF-8 était attendu.
    .todo = Convertissez le fichier.
formats-score = Le score est { $text } ({ $where }).
    .expected = Un nombre de { $scale } à { $scale_2 } était attendu.
    .todo = Corrigez-le, ou donnez la bonne échelle.
no-ann-file = { $path } n’est pas un fichier .ann.
    .expected = Des fichiers brat étaient attendus : un dossier, un .zip ou un fichier .ann.
    .todo = Vérifiez le chemin, ou choisissez un autre lecteur.
holds-no-file-ends =
    { $has_exists ->
        [True] { $path } ne contient aucun fichier dont le nom finit par { $suffixes }.
       *[False] { $path } n’existe pas.
    }
    .expected = Un dossier, un .zip ou un fichier { $suffixes_2 } était attendu.
    .todo = Vérifiez le chemin et le lecteur.

## aloi/gold/formats/huggingface

holds-no-parquet-file = { $folder } ne contient aucun fichier .parquet.
    .expected = Un par jeu était attendu.
    .todo = Exportez de nouveau la version publiée.
cannot-read-as-parquet = Impossible de lire { $path } comme du Parquet : { $error }.
    .expected = Un fichier .parquet complet était attendu.
    .todo = Écrivez de nouveau le fichier.
labels = { $where } : les étiquettes sont { $value }.
    .expected = Des nombres de 0 à { $known } étaient attendus : les indices des étiquettes du fichier.
    .todo = Exportez de nouveau la version publiée.

## aloi/gold/formats/labels

text-or-id-empty-or = { $where } : le texte ou l’identifiant est vide, ou l’identifiant { $name } est répété.
    .expected = Un texte et un identifiant unique étaient attendus dans chaque ligne.
    .todo = Corrigez la ligne, ou nommez une autre colonne d’identifiants.
holds-no-rows = { $path } ne contient aucune ligne.
    .expected = Au moins un texte était attendu.
    .todo = Choisissez un autre fichier.
label-tables-columns = { $name } a les colonnes { $columns }.
    .expected = Une colonne pour { $value } était attendue : { $usual }.
    .todo = Nommez la colonne qui les contient.
column-holds = { $where } : la colonne { $name } contient { $value }.
    .expected = 1 ou 0, true ou false, yes ou no étaient attendus.
    .todo = Corrigez la cellule, ou omettez la colonne.
labelled-jsonl-holds-no-jsonl-file = { $folder } ne contient aucun fichier .jsonl.
    .expected = Un par jeu était attendu.
    .todo = Exportez de nouveau la version publiée.
labelled-jsonl-not-json = { $path } n’est pas du JSON : { $error }.
    .expected = Une liste d’étiquettes était attendue.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
labelled-jsonl-holds = { $path } contient { $value }.
    .expected = Une liste d’étiquettes était attendue.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
labelled-jsonl-not-json-lines-json = { $where } n’est pas du JSON : { $error }.
    .expected = Des lignes qui sont des objets JSON avec { $columns } étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
not-all-columns = { $where } n’a pas toutes les colonnes.
    .expected = Des lignes qui sont des objets JSON avec { $columns } étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
labelled-jsonl-labels = { $where } : les étiquettes sont { $labels }.
    .expected = Des étiquettes de { $labels_file } étaient attendues : { $known }.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.

## aloi/gold/formats/mentions

no-mention-group = { $path } n’a aucune mention du groupe { $group }.
    .expected = L’un de ceux-ci était attendu : { $groups }.
    .todo = Vérifiez l’orthographe, ou omettez le groupe.
bigbio-not-json = { $name } n’est pas du JSON ({ $error }).
    .expected = Une liste de documents (.json), ou un document par ligne (.jsonl), était attendue.
    .todo = Corrigez le fichier, ou choisissez un autre lecteur.
no-entities = { $where } n’a pas d’entités.
    .expected = Des documents avec `passages` et `entities` étaient attendus (schéma kb de BigBio).
    .todo = Vérifiez le fichier, ou choisissez un autre lecteur.
dictionaries-several = { $path } contient { $files } fichiers qui peuvent être un dictionnaire.
    .expected = Un seul dictionnaire était attendu.
    .todo = Nommez le fichier lui-même.
no-mention-form-biosyn = { $path } n’a aucune mention sous la forme de BioSyn.
    .expected = Des lignes `document||start|end||type||mention||concept` étaient attendues.
    .todo = Donnez des fichiers .concept, ou choisissez un autre lecteur.
no-mention-form-codiesp = { $path } n’a aucune mention sous la forme de CodiEsp.
    .expected =
        Des lignes de { $columns ->
            [one] { $columns } colonne étaient attendues
           *[other] { $columns } colonnes étaient attendues
        } : document, { $diagnosis } ou { $procedure }, code, passage, positions.
    .todo = Donnez le fichier dont le nom finit par X.tsv, ou choisissez un autre lecteur.
holds-no-name-concept = { $path } ne contient aucun nom de concept.
    .expected = Une table avec les colonnes concept_id et name, ou des lignes `concept||name`, étaient attendues.
    .todo = Vérifiez le fichier.
no-reader-mentions-called =
    { $has_chosen ->
        [True] Aucun lecteur de mentions ne s’appelle { $chosen }.
       *[False] { $path } : l’extension ne désigne aucun lecteur.
    }
    .expected = L’un de ceux-ci était attendu : { $readers }.
    .todo = Nommez le lecteur.
mentions-no = { $path } n’existe pas.
    .expected = Un fichier ou un dossier était attendu.
    .todo = Vérifiez le chemin.
no-mention-form-pubtator = { $path } n’a aucune mention sous la forme de PubTator.
    .expected = Des lignes `document, start, end, mention, type, concept`, séparées par des tabulations, étaient attendues.
    .todo = Vérifiez le fichier, ou choisissez un autre lecteur.
tables-columns = { $path } a les colonnes { $columns }.
    .expected = Une colonne { $mention_columns } et l’une de { $concept_columns } étaient attendues.
    .todo = Renommez les colonnes, ou choisissez le lecteur de cette forme (`--reader`).
    .page = Renommez les colonnes, ou choisissez une autre forme de fichier.
text-not-json-string = { $where } : le texte n’est pas une chaîne JSON ({ $error }).
    .expected = Une chaîne JSON était attendue dans une table dont le nom finit par `_json`.
    .todo = Corrigez la cellule, ou renommez la table.

## aloi/gold/formats/operations

yawat-lines =
    { $path } a { $lines ->
        [one] { $lines } ligne
       *[other] { $lines } lignes
    }.
    .expected = Trois lignes par paire étaient attendues : son identifiant, sa source, sa cible.
    .todo = Complétez la dernière paire, ou retirez la ligne vide au milieu du fichier.
line-group-names-token-which =
    { $path }, ligne { $line } : le groupe { $text } nomme le mot { $wrong } du côté { $side }, qui a { $tokens ->
        [one] { $tokens } mot
       *[other] { $tokens } mots
    }.
    .expected = Des indices de 0 au dernier mot de la ligne étaient attendus.
    .todo = Vérifiez que les textes sont bien ceux de ce fichier.
do-not-name-same-pairs = { $name } et { $path_name } ne nomment pas les mêmes paires.
    .expected = Les mêmes identifiants dans le même ordre étaient attendus.
    .todo = Exportez de nouveau ce jeu.
no-group = { $where } : { $part } n’est pas un groupe.
    .expected = SRC:TGT:LABEL était attendu, avec au moins un mot d’un côté : 4,5:7:synonym ou :3:split.
    .todo = Corrigez la ligne.

## aloi/gold/formats/pairs

clister-columns = Les colonnes de { $path } sont { $line }.
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
clister-fields =
    { $where } a { $fields ->
        [one] { $fields } champ
       *[other] { $fields } champs
    }.
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
holds-no-csv-file = { $folder } ne contient aucun fichier .csv.
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
clister-not-json = { $path } n’est pas du JSON : { $error }.
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
not-object-from-id-sentence = { $path } n’est pas un objet qui donne une phrase à chaque identifiant.
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
sentence-not = La phrase { $sentence_id } n’est pas dans { $sentences } ({ $where }).
    .expected = Des fichiers { $columns } séparés par des tabulations, et { $sentences }, étaient attendus.
    .todo = Corrigez le dossier, ou exportez-le de nouveau.
drbenchmark-jsonl-holds-no-jsonl-file = { $folder } ne contient aucun fichier .jsonl.
    .expected = Des lignes qui sont des objets JSON avec { $columns } étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
sts-tsv-columns =
    { $path } a { $columns-count ->
        [0] aucune colonne
       *[other] les colonnes { $columns }
    }.
    .expected = Les colonnes { $columns_2 }, séparées par des tabulations, étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
sts-tsv-fields =
    { $where } a { $line ->
        [one] { $line } champ
       *[other] { $line } champs
    }.
    .expected = Les colonnes { $columns }, séparées par des tabulations, étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
sts-tsv-line = { $path }, ligne { $line_num } : { $error }.
    .expected = Les colonnes { $columns }, séparées par des tabulations, étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.

## aloi/gold/formats/questions

mcqa-jsonl-not-json = { $name } n’est pas du JSON : { $error }.
    .expected = Des lignes JSON avec question, options (une liste d’au moins deux textes) et correct (des lettres comme ["A", "C"]) étaient attendues ; ou bien question, answer_a, answer_b ... et correct_answers.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
mcqa-jsonl-id-stands-twice = { $where } : l’identifiant { $row } apparaît deux fois.
    .expected = Chaque identifiant était attendu une fois.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
holds-no-question = { $name } ne contient aucune question.
    .expected = Des lignes JSON avec question, options (une liste d’au moins deux textes) et correct (des lettres comme ["A", "C"]) étaient attendues ; ou bien question, answer_a, answer_b ... et correct_answers.
    .todo = Choisissez un autre fichier.
line-not-json = { $name }, ligne { $number } : ce n’est pas du JSON, { $error }.
    .expected = Des lignes JSON avec question, options (une liste d’au moins deux textes) et correct (des lettres comme ["A", "C"]) étaient attendues ; ou bien question, answer_a, answer_b ... et correct_answers.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
json-lines-question-options = { $where } : { $dumps }.
    .expected = Des lignes JSON avec question, options (une liste d’au moins deux textes) et correct (des lettres comme ["A", "C"]) étaient attendues ; ou bien question, answer_a, answer_b ... et correct_answers.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
options = { $where } a les options { $options }.
    .expected = Des options non vides et sans doublons étaient attendues.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.
said-correct = { $where } : { $value } est donné comme correct.
    .expected = Une lettre de A à { $letter }, ou un indice de 0 à { $options }, était attendu.
    .todo = Corrigez le fichier, ou exportez-le de nouveau.

## aloi/gold/formats/spans

span-label = Un segment a l’étiquette { $wrong }.
    .expected = Des étiquettes sans espace, ni ; ni | étaient attendues.
    .todo = Renommez l’étiquette, ou choisissez un autre format.
brat-first = { $folder } a { $note } : { $count } (le premier : { $first }).
    .expected = Les fichiers non modifiés de l’export étaient attendus.
    .todo = Corrigez-les, ou importez-les comme corpus de segments, ce qui signale les problèmes.
conll-holds-no-conll-file = { $folder } ne contient aucun fichier .conll.
    .expected = Un par jeu était attendu.
    .todo = Exportez de nouveau la version publiée.
holds-no-token = { $name } ne contient aucun mot.
    .expected = Un mot et une étiquette séparés par une tabulation ou une espace étaient attendus, et une ligne vide entre les phrases.
    .todo = Vérifiez que c’est le bon fichier.
lacks-tag =
    { $where } : il manque à { $line } { $has_cells ->
        [True] une étiquette
       *[False] un mot
    }.
    .expected = Un mot et une étiquette séparés par une tabulation ou une espace étaient attendus, et une ligne vide entre les phrases.
    .todo = Corrigez la ligne.
row-token-or-tag = La ligne { $id } a le mot ou l’étiquette { $cell }.
    .expected = Des mots et des étiquettes sans tabulation ni fin de ligne, aucun vide ni égal à { $boundary }, étaient attendus.
    .todo = Corrigez-la, ou choisissez un autre format.
span-files-holds-no-conll-file = { $path } ne contient aucun fichier .conll.
    .expected = Au moins un était attendu.
    .todo = Vérifiez le chemin.
span-files-scheme-without-tags = { $path } n’a pas d’étiquettes de mots pour le schéma { $scheme }.
    .expected = Un schéma ne vaut que pour des fichiers CoNLL.
    .todo = Omettez le schéma, ou choisissez le lecteur conll.

conllu-columns =
    { $where } a { $count ->
        [one] { $count } colonne
       *[other] { $count } colonnes
    }, ou pas de mot dans la deuxième.
    .expected = Une ligne de CoNLL-U a dix colonnes, séparées par des tabulations.
    .todo = Corrigez la ligne, ou exportez-la à nouveau.
conllu-spans = { $where } : ce qui suit `# spans =` n’est pas une liste de segments.
    .expected = Une liste en JSON d’étiquettes et de leurs parties était attendue.
    .todo = Corrigez la ligne, ou retirez-la : les étiquettes des mots sont alors lues.
conllu-token = Ligne { $id } : le mot { $number } ne peut pas s’écrire en CoNLL-U.
    .expected = Un mot sans tabulation ni fin de ligne, et non vide, était attendu.
    .todo = Exportez la version en huggingface.
row-without-token = La ligne { $id } n’a aucun mot.
    .expected = Une phrase de CoNLL et de CoNLL-U a au moins un mot.
    .todo = Retirez la ligne, ou exportez la version en huggingface.

## aloi/gold/formats/substitutes

gold-do-not-speak-same = { $name } et sa référence ne contiennent pas les mêmes items.
    .expected = Une ligne de référence par phrase était attendue.
    .todo = Vérifiez que les fichiers vont ensemble.
holds-no-xml-file = { $folder } ne contient aucun fichier .xml.
    .expected = Un par jeu était attendu.
    .todo = Vérifiez le dossier et le format.
lemma-pos-id-substitute = { $where } : { $line }.
    .expected = `lemma.pos id :: substitute n; substitute n;` était attendu.
    .todo = Corrigez la ligne.
substitute-then-space-count = { $where } : { $part }.
    .expected = Un substitut, puis une espace et un compte au-dessus de 0 étaient attendus.
    .todo = Corrigez la ligne.
no-line = { $name } n’a aucune ligne.
    .expected = Une ligne par item était attendue.
    .todo = Choisissez un autre fichier.
lemma-pos-id-answer = { $where } : { $line }.
    .expected = `lemma.pos id :: answer ; answer` était attendu.
    .todo = Corrigez la ligne.
answers-between-them-expected = { $where } : { $strange }.
    .expected = Des réponses séparées par ; étaient attendues.
    .todo = Corrigez la ligne.
form-lemma-pos-form = { $where } : { $line }.
    .expected = `form(lemma.pos)-->form` était attendu.
    .todo = Corrigez la ligne.
each-form-word-mapped = { $where } : { $line }.
    .expected = Chaque forme d’un mot était attendue une fois.
    .todo = Corrigez la ligne.
line-no-xml = { $name }, ligne { $position } : ce n’est pas du XML ({ $error }).
    .expected = Des phrases dans le XML de la substitution lexicale étaient attendues.
    .todo = Corrigez le fichier.
sentence-target-head-expected = { $where } : { $value }.
    .expected = Une phrase avec sa cible dans <head> était attendue.
    .todo = Corrigez la ligne.
no-instance = { $name } n’a aucune instance.
    .expected = Au moins une était attendue.
    .todo = Choisissez un autre fichier.
lemma-pos-id-number = { $where } : { $line }.
    .expected = `lemma.pos`, un identifiant, le numéro d’un mot et les mots étaient attendus.
    .todo = Corrigez la ligne.
number-one-tokens-from = { $where } : { $cell }.
    .expected = Le numéro de l’un des { $tokens } mots, à partir de 0, était attendu.
    .todo = Corrigez la ligne.
sentence-holds-character-u = La phrase de { $id } contient le caractère U+{ $ord }.
    .expected = Des caractères que le XML peut contenir étaient attendus.
    .todo = Nettoyez le corpus, ou choisissez un autre format.
lemma-pos-id-before = { $where } : { $text }.
    .expected = `lemma.pos id` était attendu avant le séparateur.
    .todo = Corrigez la ligne.
each-id-once-expected = { $where } : { $value }.
    .expected = Chaque identifiant était attendu une fois.
    .todo = Corrigez la ligne.
substitute-characters =
    { $where } : un substitut a { $word ->
        [one] { $word } caractère
       *[other] { $word } caractères
    } : { $word_word }...
    .expected =
        Au plus { $longest ->
            [one] { $longest } était attendu
           *[other] { $longest } étaient attendus
        }.
    .todo = Vérifiez que des ; séparent les substituts.
substitute-no-text-or-names = { $name } : le substitut { $name_2 } n’a pas de texte, ou nomme une cible qui n’existe pas.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
gives-target-gives = { $name } : { $name_2 } donne { $substitute } pour une cible pour laquelle { $first } le donne aussi.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
holds-no-substitute = { $name } : ce fichier ne contient aucun substitut.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
swords-file-cannot-read = { $name } : impossible de le lire ({ $error }).
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
swords-file-not-json = { $name } : ce n’est pas du JSON ({ $error }).
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
not-all-these-parts = { $name } : il y manque certaines de ces parties.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
object-as-swords-expected = { $name } : { $name_2 } est { $raw }.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
target-no-text-place-or = { $name } : la cible { $name_2 } n’a pas de texte, de position ou de contexte.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.
target-does-not-stand-at = { $name } : la cible { $name_2 }, { $word }, n’est pas à la position { $start } de son contexte.
    .expected = Un objet avec { $parts }, comme celui de Swords, était attendu.
    .todo = Choisissez un autre fichier, ou corrigez-le.

## aloi/gold/formats/tables

table-row-kind = Ces fichiers contiennent des lignes du type { $kind }.
    .expected = Un de ces types était attendu : { $kinds }.
    .todo = Exportez à nouveau la version, ou corrigez `kind` dans la description des lignes.
table-row = { $where } n’est pas une ligne valide : { $error }.
    .expected = Les cellules d’un export d’Aloi étaient attendues.
    .todo = Corrigez la ligne, ou exportez-la à nouveau.
table-cell = { $where } : la cellule de { $column } n’est pas du JSON : { $error }.
    .expected = Un nombre, ou une liste en JSON telle que l’export l’a écrite, était attendu.
    .todo = Corrigez la cellule, ou exportez-la à nouveau.
table-about = { $path } ne décrit pas ses lignes : { $error }.
    .expected = Le titre, la somme de contrôle, le type et les étiquettes des lignes étaient attendus, en JSON.
    .todo = Exportez à nouveau la version : le dossier n’est pas complet.
table-fields =
    { $where } a { $line ->
        [one] { $line } champ
       *[other] { $line } champs
    }.
    .expected = Les colonnes { $columns }, séparées par des virgules, étaient attendues.
    .todo = Corrigez la ligne, ou exportez-la à nouveau.
table-line = { $path }, ligne { $line_num } : { $error }.
    .expected = Les lignes d’un fichier CSV, guillemets fermés, étaient attendues.
    .todo = Corrigez la ligne, ou exportez-la à nouveau.
workbook-sheets = { $path } ne peut pas être lu comme classeur d’une version.
    .expected = Un fichier .xlsx avec les feuilles { $sheets } était attendu.
    .todo = Exportez à nouveau la version.
sheet-too-long = Le jeu { $part } a { $rows } lignes.
    .expected = Une feuille en contient au plus { $most }.
    .todo = Exportez-la en csv_safe ou en huggingface.

## aloi/gold/making

decision-on-no-value = La décision sur { $item } n’a pas de valeur.
    .expected = Une valeur était attendue.
    .todo = Choisissez d’abord la valeur.
decision-on-gives-no-reason = La décision sur { $item } ne donne pas de raison.
    .expected = Une décision demande une raison : elle est enregistrée avec les réponses.
    .todo = Écrivez une phrase qui dit pourquoi.
decision-on-names-no-adjudicator = La décision sur { $item } ne nomme pas d’adjudicateur.
    .expected = L’adjudicateur était attendu.
    .todo = Nommez au moins un adjudicateur.
answers-item-round-given-twice = Les réponses à l’item { $item_id } dans le tour { $number } sont données deux fois.
    .expected = Chaque item était attendu une fois par tour, avec toutes ses réponses.
    .todo = Rassemblez-les avec collect_answers.

## aloi/gold/making/models

smoothing = Le lissage est { $smoothing }.
    .expected = 0 ou plus était attendu.
    .todo = Donnez un nombre plus grand.
annotators-categories-cells =
    Il y a { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    } et { $categories } catégories : { $annotators_2 ->
        [one] { $annotators_2 } cellule
       *[other] { $annotators_2 } cellules
    } de confusion.
    .expected =
        Au plus { $most_cells ->
            [one] { $most_cells } était attendue
           *[other] { $most_cells } étaient attendues
        }.
    .todo = Utilisez ordinal_model pour des notes qui sont des nombres libres, ou moins de catégories.
table-units-annotators-no-rating =
    La table a { $units ->
        [one] { $units } unité
       *[other] { $units } unités
    }, { $annotators ->
        [one] { $annotators } annotateur
       *[other] { $annotators } annotateurs
    } et aucune note.
    .expected = Au moins une note était attendue.
    .todo = Attendez des réponses, ou choisissez un tour qui en a.
number-iterations = Le nombre d’itérations est { $iterations }.
    .expected = Au moins 1 était attendu.
    .todo = Donnez un nombre plus grand.
categories-not-numbers = Les catégories ne sont pas des nombres : { $labels }.
    .expected = Une échelle de nombres était attendue.
    .todo = Utilisez dawid_skene ou mace pour des étiquettes, ou donnez les degrés comme des nombres.
answers-come-from-several-versions = Les réponses viennent de plusieurs versions du guide : { $value }.
    .expected = Des réponses d’une seule version étaient attendues : le modèle suppose que les annotateurs ne changent pas.
    .todo = Choisissez des tours d’une même version, ou l’une des règles qui combinent item par item.

## aloi/gold/releasing

referred-but-not-among-what = { $value } { $value_2 } est cité, mais n’est pas parmi les entrées de la version.
    .expected = Tout ce que citent les items, les réponses et les décisions était attendu ({ $value }).
    .todo = Ajoutez-le ({ $value }) aux entrées de la version.
gold-empty = La référence de { $name } est vide.
    .expected = Au moins un item de référence était attendu.
    .todo = Figez la référence une fois les réponses recueillies.
gold-item-come-without-their =
    { $absent ->
        [one] { $absent } item de référence vient
       *[other] { $absent } items de référence viennent
    } sans son item, à commencer par { $absent_absent }.
    .expected = L’item de chaque item de référence était attendu.
    .todo = Ajoutez les items aux entrées de la version.
parts-hold-item-twice-or =
    { $has_wrong ->
        [True]
            Les jeux contiennent { $wrong ->
                [one] { $wrong } item
               *[other] { $wrong } items
            } deux fois ou sans référence.
       *[False] Tous les jeux sont vides.
    }
    .expected = Des items de référence, chacun dans un jeu au plus, étaient attendus.
    .todo = Faites les jeux à partir de cette référence.
gold-item-no-longer-follow =
    { $stale ->
        [one] { $stale } item de référence ne découle plus
       *[other] { $stale } items de référence ne découlent plus
    } des réponses, à commencer par { $stale_stale }.
    .expected = Une référence figée après la dernière réponse et la dernière décision était attendue.
    .todo = Figez de nouveau la référence, puis construisez la version à partir d’elle.

## aloi/gold/releasing/gate

gate-licence =
    { $has_licence ->
        [True] La licence du corpus { $corpus } est { $licence } : ce n’est ni une licence SPDX, ni un accord.
       *[False] Le corpus { $corpus } n’a pas de licence.
    }
    .expected = Une licence SPDX (CC-BY-4.0, LicenseRef-…) ou un accord était attendu : ses parties, sa date et son objet.
    .todo = Indiquez-la : `aloi corpus licence CORPUS LICENCE --why TEXTE`.
    .page = Demandez à l’administrateur de ce serveur de l’indiquer, ou donnez ici une raison.
gate-restricted =
    { $documents ->
        [one] { $documents } document du corpus { $corpus } serait publié
       *[other] { $documents } documents du corpus { $corpus } seraient publiés
    } alors qu’un accord d’utilisation des données les restreint.
    .expected = Une version sans ses textes (stand-off) était attendue : des identifiants et des positions seulement.
    .todo = Construisez-la avec `--stand-off`.
    .page = Construisez-la sans ses textes.
gate-names =
    { $places ->
        [one] { $places } item, document ou décision nomme
       *[other] { $places } items, documents ou décisions nomment
    } des personnes de l’entrepôt ({ $people }), à commencer par { $first }.
    .expected = Seuls des pseudonymes étaient attendus.
    .todo = Retirez les noms des textes et des commentaires, ou écartez ces items.
gate-identifiers =
    { $places ->
        [one] { $places } item, document, décision ou annotateur contient
       *[other] { $places } items, documents, décisions ou annotateurs contiennent
    } un probable identifiant de personne : { $kinds } ; à commencer par { $first }.
    .expected = Des textes, des commentaires et des pseudonymes sans dates, téléphones, numéros de dossier, adresses ni noms étaient attendus.
    .todo = Remplacez-les dans les textes. Si une source de réponses porte le nom d’une adresse, donnez-lui un pseudonyme (`aloi people rename ADRESSE --pseudonym L1`) et figez de nouveau la référence. Excluez les faux positifs par une règle (`--identifiers FICHIER`).
    .page = Remplacez-les dans les textes. Si une source de réponses porte le nom d’une adresse, donnez-lui un pseudonyme à la page Personnes et figez de nouveau la référence. Pour des faux positifs, levez cette règle avec une raison.
gate-agreement =
    { $count ->
        [one] L’accord du tour { $rounds } ou son intervalle n’est pas défini.
       *[other] L’accord des tours { $rounds } ou son intervalle n’est pas défini.
    }
    .expected = Un coefficient avec un intervalle était attendu pour chaque tour de la référence.
    .todo = Faites répondre au moins deux annotateurs à une partie de ses items.
gate-crossing =
    { $documents ->
        [one] { $documents } document se trouve
       *[other] { $documents } documents se trouvent
    } dans plusieurs des jeux { $parts }.
    .expected = Chaque document était attendu dans un seul jeu : sinon, le modèle est testé sur des documents d’entraînement.
    .todo = Construisez-la avec `--disjoint document`.
    .page = Construisez-la avec chaque document dans un seul jeu.
gate-trace =
    { $items ->
        [one] { $items } item de référence n’a
       *[other] { $items } items de référence n’ont
    } aucune réponse ni supposition enregistrée, à commencer par { $first }.
    .expected = Une référence issue de réponses, ou d’une supposition avec une raison, était attendue.
    .todo = Recueillez des réponses à ces items, ou figez la référence sans eux.
identifiers-cannot-read = Impossible de lire les règles d’identifiants de { $path } : { $error }.
    .expected = Un fichier TOML en UTF-8 était attendu, une table par règle.
    .todo = Corrigez le fichier ; le guide des versions publiées en montre la forme.
identifiers-rule = La règle { $name } de { $path } est incomplète : `{ $entry }` manque ou a un mauvais type.
    .expected = Un nom en minuscules était attendu, avec un motif en texte, `ignore_case` et `use` à true ou false, `finds` et `passes` en listes.
    .todo = Corrigez la règle.
identifiers-pattern = Le motif de la règle { $name } de { $path } n’est pas une expression régulière : { $error }.
    .expected = Une expression régulière de Python était attendue.
    .todo = Corrigez le motif.
identifiers-presidio = La règle { $name } a besoin du paquet { $package }, qui n’est pas installé.
    .expected = Presidio et le modèle spaCy que nomme la règle étaient attendus.
    .todo = Installez-les (`make presidio` installe presidio avec un modèle français), ou retirez la règle.
identifiers-example = La règle { $name } de { $path } ne fait pas ce que dit l’exemple { $number } de `{ $list }`.
    .expected = Un motif qui trouve tout `finds` et rien de `passes` était attendu.
    .todo = Corrigez le motif, ou l’exemple.

## aloi/gold/splitting

stands-items-forced-into = Dans les items imposés à { $bound }, un même { $value } se répète ({ $key }).
    .expected = Des items imposés qui ne partagent aucun { $value } d’un jeu à l’autre étaient attendus : ils ne sont jamais écartés.
    .todo = Imposez ces items à un seul jeu, ou ne rendez pas les jeux disjoints selon { $value }.
drbenchmark-cuts =
    Les coupes sont { $cuts-count ->
        [0] absentes
       *[other] { $cuts }
    }.
    .expected = Une ou deux parts entre 0 et 1, dans l’ordre croissant, étaient attendues.
    .todo = Écrivez-les ainsi : 0.7 et 0.8.
drbenchmark-id-stands-twice = L’identifiant { $twice } apparaît deux fois.
    .expected = Chaque identifiant était attendu une fois.
    .todo = Répartissez les documents selon leurs identifiants.
fraction = La fraction est { $fraction }.
    .expected = Un nombre au-dessus de 0 et d’au plus 1 était attendu.
    .todo = Écrivez-la ainsi : 0.25.
part-items-none-text-compare =
    Le jeu { $part } a { $items ->
        [one] { $items } item, sans
       *[other] { $items } items, tous sans
    } texte à comparer.
    .expected = Au moins un était attendu dans chaque jeu : sans comparaison, aucune fuite n’est trouvée.
    .todo = Nommez deux jeux qui contiennent des textes.
holds-mentions-or-names-none =
    { $has_count ->
        [True] { $where } contient { $count } mentions ou noms, tous sans texte.
       *[False] { $where } ne contient ni mention ni nom.
    }
    .expected = Au moins un avec un texte était attendu : sans comparaison, aucune fuite n’est trouvée.
    .todo = Vérifiez le fichier et sa colonne de mentions, ou nommez le lecteur de sa forme (`--reader`).
    .page = Vérifiez le fichier et sa colonne de mentions, ou choisissez une autre forme de fichier.
threshold = Le seuil est { $threshold }.
    .expected = Une part de la plus grande des deux longueurs, de 0 à 1, était attendue.
    .todo = Écrivez-le comme dans --threshold 0.2.
    .page = Écrivez une part comme 0,2.
item-given-twice =
    { $items ->
        [one] { $items } item est donné
       *[other] { $items } items sont donnés
    } deux fois.
    .expected = Chacun était attendu une fois.
    .todo = Retirez-les.
part-called = Un jeu s’appelle { $name }.
    .expected = Des lettres, des chiffres, _ et - étaient attendus : le nom devient un nom de fichier.
    .todo = Renommez le jeu.
splits-sizes-asked =
    Les tailles demandées sont { $sizes-count ->
        [0] absentes
       *[other] { $sizes }
    }.
    .expected =
        Des nombres positifs, et `{ $rest }` pour un jeu au plus, étaient attendus. { $total ->
            [one] Il y a { $total } item de référence
           *[other] Il y a { $total } items de référence
        }.
    .todo = Donnez des nombres qui conviennent, comme train=600,test=400, ou des parts comme train=.6,test=rest.
splits-sizes-asked-all-numbers =
    Les tailles demandées sont { $sizes-count ->
        [0] absentes
       *[other] { $sizes }
    }.
    .expected =
        Que des nombres, ou que des parts, étaient attendus. { $total ->
            [one] Il y a { $total } item de référence
           *[other] Il y a { $total } items de référence
        }.
    .todo = Donnez des nombres qui conviennent, comme train=600,test=400, ou des parts comme train=.6,test=rest.
shares-asked-sum =
    { $sizes-count ->
        [0] Aucune part n’est demandée : leur somme est
       *[other] Les parts demandées, { $sizes }, ont pour somme
    } { $value }.
    .expected =
        Des parts dont la somme est 1, ou `{ $rest }` pour un jeu, étaient attendues. { $total ->
            [one] Il y a { $total } item de référence
           *[other] Il y a { $total } items de référence
        }.
    .todo = Donnez des nombres qui conviennent, comme train=600,test=400, ou des parts comme train=.6,test=rest.
sizes-asked-need-items =
    Les tailles demandées{ $sizes-count ->
        [0] { "" }
       *[other] , { $sizes },
    } ont besoin de { $value ->
        [one] { $value } item
       *[other] { $value } items
    }.
    .expected =
        { $total ->
            [one] Il y a { $total } item de référence
           *[other] Il y a { $total } items de référence
        }.
    .todo = Donnez des nombres qui conviennent, comme train=600,test=400, ou des parts comme train=.6,test=rest.
part-gets-no-item =
    { $sizes-count ->
        [0] Sans aucune taille
       *[other] Avec { $sizes }
    }, le jeu { $empty } ne reçoit aucun item.
    .expected =
        { $total ->
            [one] Il y a { $total } item de référence
           *[other] Il y a { $total } items de référence
        }.
    .todo = Donnez des nombres qui conviennent, comme train=600,test=400, ou des parts comme train=.6,test=rest.
forced-item-no-gold-first =
    { $unknown ->
        [one] { $unknown } item imposé n’a pas de référence
       *[other] { $unknown } items imposés n’ont pas de référence
    }, à commencer par { $unknown_unknown }.
    .expected = Des items avec une référence étaient attendus.
    .todo = Décidez-en d’abord (par l’adjudication, ou en figeant aussi la référence de ce tour), ou imposez un autre tour.
items-forced-into-part =
    { $count ->
        [one] { $count } item est imposé
       *[other] { $count } items sont imposés
    } au jeu { $part }.
    .expected = L’un des jeux demandés était attendu : { $wanted }.
    .todo = Nommez un jeu qui existe.
items-forced-into-part-which =
    { $count ->
        [one] { $count } item est imposé
       *[other] { $count } items sont imposés
    } au jeu { $part }, de taille { $wanted }.
    .expected = Un jeu au moins aussi grand que ses items imposés était attendu.
    .todo = Demandez-en { $count } ou plus, ou imposez-en moins.
all-items-share-another-part =
    { $wanted ->
        [one] Le seul item de { $name } a
       *[other] Les { $wanted } items de { $name } ont tous
    } un même { $disjoint } dans un autre jeu.
    .expected = Au moins un item dans chaque jeu était attendu.
    .todo = Rendez les jeux disjoints par phrase plutôt que par document, ou choisissez d’autres tailles.

holds-no-part = { $folder } ne contient aucun fichier { $suffix }.
    .expected = Un par jeu était attendu.
    .todo = Vérifiez le dossier et le format.

## aloi/gold/formats/projects

project-not-json = { $name }, ligne { $line }, colonne { $column } n’est pas du JSON : { $why }.
    .expected = Du JSON était attendu : un objet par ligne, ou une liste d’objets.
    .todo = Exportez de nouveau le projet ; un fichier coupé ou modifié à la main peut être abîmé.
project-not-xml = { $name }, ligne { $line }, colonne { $column } n’est pas une configuration d’annotation : { $why }.
    .expected = Du XML des réglages du projet Label Studio était attendu, sans type de document.
    .todo = Copiez-la à nouveau depuis le projet, ou retirez-la : elle n’est pas nécessaire.
project-which-control = { $where } ne montre pas quel champ est la réponse : les étiquettes ressemblent à tout autre texte.
    .expected = L’un des champs devait être une question : { $names }.
    .todo = Nommez-le (--question), mettez la configuration d’annotation à côté du fichier (labeling_config.xml), ou exportez en JSON.
    .page = Écrivez-le dans le champ de la question, joignez au fichier la configuration d’étiquetage (labeling_config.xml), ou exportez en JSON.
project-no-object = { $where } ne contient pas d’objet ({ $kind }).
    .expected = Un objet était attendu pour chaque enregistrement.
    .todo = Exportez de nouveau le projet.
project-field =
    { $where } : { $field } { $kind ->
        [missing] manque
        [null] est nul
        [object] est un objet
        [list] est une liste
        [text] est un texte
        [truth] est vrai ou faux
       *[number] est un nombre
    }.
    .expected =
        { $expected ->
            [text] Un texte était attendu
            [number] Un nombre était attendu
            [whole] Un nombre entier à partir de 0 était attendu
            [truth] Vrai ou faux (true, false) était attendu
            [object] Un objet était attendu
            [list] Une liste était attendue
            [time] Une date telle que 2026-05-04T10:30:00Z était attendue
            [answer] L’un de accept, reject ou ignore était attendu
            [label] Une étiquette et sa valeur étaient attendues
            [span] Un début, une fin et une étiquette étaient attendus
            [side] L’un de left, right ou tie était attendu
            [option] Des propositions de la tâche étaient attendues
           *[people] Autant de personnes que de réponses étaient attendues
        } à cet endroit.
    .todo = Exportez de nouveau le projet, ou corrigez cette ligne.
project-empty = L’export ne contient aucun enregistrement avec un texte.
    .expected = Des textes avec des annotations étaient attendus.
    .todo = Vérifiez que l’export est complet ; si les textes sont dans un fichier à part, nommez-le avec --texts.
    .page = Vérifiez que l’export est complet ; si les textes sont dans un fichier à part, donnez-le dans son propre champ.
project-id-has-two-texts = { $where } : l’identifiant { $id } désigne un autre texte qu’à { $first }.
    .expected = Un seul texte, avec les mêmes options, était attendu pour chaque identifiant.
    .todo = Importez les exports de projets différents séparément.
project-question-asks-two-things = Les réponses à { $name } sont des types { $asked } et { $other }.
    .expected = Des réponses d’un seul type étaient attendues pour chaque question.
    .todo = Importez les exports de projets différents séparément.
project-no-span-fits =
    { $spans ->
        [one] Le seul segment ne correspond pas à son texte
       *[other] Aucun des { $spans } segments ne correspond à son texte
    } (premier : { $where }).
    .expected = Des positions dans le texte étaient attendues{ $words ->
        [0] {""}
       *[other] , aux mots donnés
    }, en points de code, unités UTF-16, graphèmes ou octets.{ $crlf ->
        [0] {""}
        [one] {" "}{ $crlf } texte a des fins de ligne CR LF.
       *[other] {" "}{ $crlf } textes ont des fins de ligne CR LF.
    }{ $astral ->
        [0] {""}
        [one] {" "}{ $astral } texte a des caractères hors du plan de base.
       *[other] {" "}{ $astral } textes ont des caractères hors du plan de base.
    }
    .todo = Exportez de nouveau le projet, avec les textes qui ont été annotés.
project-nobody-named =
    { $several ->
        [one] { $several } texte a reçu plusieurs réponses, sans nom d’annotateur
       *[other] { $several } textes ont reçu plusieurs réponses, sans nom d’annotateur
    }.
    .expected = Soit un annotateur qui s’est corrigé, soit les noms de plusieurs étaient attendus.
    .todo = Si c’était une seule personne, nommez-la avec --annotator ; sinon, exportez avec les noms.
    .page = Si c’était une seule personne, nommez-la ; s’il y en avait plusieurs, exportez avec leurs noms.
project-sessions = Les réponses viennent de { $sessions } sessions sans nom.
    .expected = Des sessions nommées, ou une seule personne pour toutes, étaient attendues.
    .todo = Si c’était une seule personne, nommez-la avec --annotator ; sinon, exportez chacune à part.
    .page = Si c’était une seule personne, nommez-la ; s’il y en avait plusieurs, exportez chaque session à part.
project-several-texts = { $where } : { $path } a plusieurs textes : { $names }.
    .expected = Le texte que les annotateurs ont lu était attendu : l’un d’eux, ou deux lus ensemble.
    .todo = Nommez-le avec --text-field (deux fois pour deux textes).
    .page = Choisissez-le, ou les deux.
project-texts-apart =
    { $name } contient { $missing ->
        [one] une réponse dont le texte n’y est pas
       *[other] { $missing } réponses dont les textes n’y sont pas
    }.
    .expected = Le fichier de données du projet, avec l’identifiant et le texte de chaque instance, était attendu à côté.
    .todo = Nommez-le avec --texts.
    .page = Donnez-le dans le champ des textes à part.
project-labels-or-texts = { $labels } étiquettes sur { $given } diffèrent : ce peuvent être des textes libres.
    .expected = Des étiquettes d’une liste fixe, communes à plusieurs textes, étaient attendues.
    .todo = Si ce sont des étiquettes, écrivez --question { $name }. Les textes libres ne sont pas acceptés.
    .page = Si ce sont des étiquettes, écrivez { $name } dans le champ de la question. Les textes libres ne sont pas acceptés.
project-labels-or-rankings = Chacune des { $answers } réponses à { $name } contient les mêmes { $options } options dans le même ordre : des étiquettes, ou un classement.
    .expected = Des réponses qui diffèrent, ou les réglages du jeu de données (`settings.json`), étaient attendues.
    .todo = Si ce sont des étiquettes, écrivez --question { $name }. Les classements ne sont pas acceptés.
    .page = Si ce sont des étiquettes, écrivez { $name } dans le champ de la question. Les classements ne sont pas acceptés.
project-tsv-line = { $name }, ligne { $line } a { $cells } { $cells ->
        [one] cellule
       *[other] cellules
    }, ou des positions qu’aucun mot n’a.
    .expected = Un numéro de phrase et de mot, ses positions, son texte et ses colonnes étaient attendus.
    .todo = Exportez de nouveau le document en WebAnno TSV 3.
project-tsv-places = { $name } : les positions des mots ne correspondent pas aux phrases.
    .expected = Des positions comptées en UTF-16 ou en caractères étaient attendues.
    .todo = Exportez de nouveau le document ; un fichier modifié à la main peut avoir des positions fausses.
project-tsv-far = { $name }, ligne { $line } : une position bien au-delà du texte.
    .expected = Des positions jusqu’à { $length } étaient attendues dans un fichier de cette taille.
    .todo = Exportez de nouveau le document ; un fichier modifié à la main peut avoir des positions fausses.
project-nobody-annotated = { $path } contient { $files ->
        [one] { $files } document
       *[other] { $files } documents
    } d’avant l’annotation (INITIAL_CAS) ou d’après la curation, mais aucun d’un annotateur.
    .expected = Des documents avec des annotations d’annotateurs étaient attendus.
    .todo = Exportez le projet avec les annotations de ses annotateurs.
project-no-types = { $name } n’a pas de système de types.
    .expected = Le fichier `TypeSystem.xml` de l’export était attendu à côté.
    .todo = Donnez l’export complet, un .zip ou son dossier.
project-cas = { $name } ne peut pas être lu comme un CAS d’UIMA ({ $error }).
    .expected = Du XMI avec son système de types, ou du JSON d’un CAS, était attendu.
    .todo = Exportez de nouveau le document.
project-person-is-computed = { $where } : { $person } est le nom d’un calcul sur les autres ({ $kind }).
    .expected = Des réponses d’annotateurs étaient attendues, et non des valeurs calculées.
    .todo = Excluez ces lignes.
not-release-frozen = { $path } n’est pas la version figée. { $problem }
    .expected = Un manifeste dont les sommes de contrôle concordent était attendu.
    .todo = Exportez de nouveau la version, ou reprenez le fichier.
manifest-cannot-read = Impossible de lire le manifeste de { $path } : { $error }.
    .expected = Le fichier JSON qui accompagne une version publiée était attendu.
    .todo = Exportez de nouveau la version, ou reprenez le fichier.
