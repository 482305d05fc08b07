## terms: words that messages insert; `expected` frames what was expected

expected = Attendu : { $term }.

## agreement

one-of = l’un de ceux-ci : { $choices }
at-least = { $least } ou plus
number-from = un nombre de { $low } à { $high }
number-between = un nombre supérieur à { $low } et inférieur à { $high }
number-above = un nombre supérieur à { $low }
finite-number = un nombre fini
numbers = des nombres
choice-weights = le nom des poids
choice-weights_by = la méthode de pondération
choice-interval = l’intervalle
lowest-value = la plus petite valeur
no-ratio = Utilisez le niveau d’intervalle pour les échelles qui vont sous 0, ou des poids fondés sur les rangs.
threshold = le seuil
the-unit = l’unité
the-annotator = l’annotateur
the-category = la catégorie
unit-named = l’unité { $unit }
a-document = un document : la grappe à laquelle elle appartient
give-every-document = Donnez le document de chaque unité, ou omettez les documents.
rating-by = l’annotation par { $annotator } de l’unité
rating-by-of = l’annotation par { $annotator } de l’unité { $unit }
own-id-of-unit = Gardez-en une, ou donnez à chaque unité répétée son propre identifiant.
declare-category = Corrigez l’annotation, ou ajoutez la valeur aux catégories déclarées.
rating-of = une annotation de l’unité { $unit }
empty-if-missing = Laissez la cellule vide si l’annotation manque.
cells-of = le nombre de cellules de l’unité { $unit }
keep-column = Laissez vide une annotation manquante, mais gardez sa colonne.
the-rating = l’annotation
number-at-level = un nombre, au niveau { $level }
level-for-labels = Utilisez le niveau nominal ou ordinal pour des étiquettes, ou corrigez la valeur (avec un point décimal).
list-of-categories = la liste des catégories
measure-for-labels = Choisissez une mesure ou méthode pour étiquettes, ou donnez des nombres.
planned-items = le nombre d’items
planned-most_items = le plus grand nombre d’items
planned-draws = le nombre de tirages
planned-annotators = le nombre d’annotateurs
annotators-units-alpha = le nombre d’annotateurs, d’unités et alpha
least-annotators-units-alpha = au moins 2 annotateurs, 1 unité et un alpha de 0 à 1
prevalence = la prévalence
shares-of-categories = deux parts ou plus au-dessus de 0, de somme 1, une par catégorie
interval-width = la largeur de l’intervalle
difference = la plus petite différence qui compte
interim-step = le nombre d’items entre deux analyses intermédiaires
item-of-order = l’item de l’ordre
items-of-ratings = des items des annotations
occasion-of = l’occasion de { $annotator } pour l’unité { $unit }
occasions = 1 et 2, chacune une fois au plus
offsets = la liste des positions
offsets-ascending = des positions à partir de 0, en ordre croissant, la fin après le dernier caractère
the-document = le document

## evaluation

annotator-answer = une réponse d’annotateur
prediction-of = une prédiction de { $name }
value-to-score = une valeur à évaluer
rows-and-replicates = le nombre de lignes en plus et de réplications
least-rows-replicates = au moins 1 ligne et 100 réplications
replicates = le nombre de réplications
id-of = l’identifiant dans { $label }
kinds-of = le type des lignes de { $label }
rows-of-one-kind = des lignes d’un seul type
simplifications = simplifications de chaque source
rows-to-compare = { $name } à comparer
the-data = les données
references = références
sentences = phrases
sentence-counts = le nombre de sources, de sorties et de phrases de référence
equal-counts = le même nombre de phrases alignées dans chacun
the-gold = la référence
no-rows = aucune ligne
no-items = aucun item
no-token = aucun token
no-substitutes-for = aucun item avec les substituts dont { $scorer } a besoin
scale = l’échelle
scale-ends = une borne basse, puis une plus haute, par exemple 0,5
score-gold = le score de référence de { $item }
score-predicted = le score prédit de { $item }
no-entry-if-missing = Corrigez-le, ou retirez la ligne si la réponse manque.
gold-score-outside = le score de référence de { $item }, l’un des { $count } hors de l’échelle,
right-scale = Donnez la bonne échelle, ou corrigez le score.
tokens-of-sentence = tokens de la phrase { $number }
