## terms: words that messages insert; `expected` frames what was expected

expected = Expected: { $term }.

## agreement

one-of = one of { $choices }
at-least = { $least } or more
number-from = a number from { $low } to { $high }
number-between = a number above { $low } and below { $high }
number-above = a number above { $low }
finite-number = a finite number
numbers = numbers
choice-weights = the name of the weights
choice-weights_by = the weighting method
choice-interval = the interval
lowest-value = the lowest value
no-ratio = Use the interval level for scales that go below 0, or rank-based weights.
threshold = the threshold
the-unit = the unit
the-annotator = the annotator
the-category = the category
unit-named = the unit { $unit }
a-document = a document: the cluster that it belongs to
give-every-document = Give the document of every unit, or omit the documents.
rating-by = the rating by { $annotator } of the unit
rating-by-of = the rating by { $annotator } of the unit { $unit }
own-id-of-unit = Keep one of them, or give each repeated unit its own id.
declare-category = Correct the rating, or add the value to the declared categories.
rating-of = a rating of the unit { $unit }
empty-if-missing = Leave the cell empty if the rating is missing.
cells-of = the number of cells of the unit { $unit }
keep-column = Leave a missing rating empty, but keep its column.
the-rating = the rating
number-at-level = a number, at the { $level } level
level-for-labels = Use the nominal or ordinal level for labels, or correct the value (with a decimal point).
list-of-categories = the list of categories
measure-for-labels = Choose a measure or method for labels, or give numbers.
planned-items = the number of items
planned-most_items = the largest number of items
planned-draws = the number of draws
planned-annotators = the number of annotators
annotators-units-alpha = the number of annotators, of units and alpha
least-annotators-units-alpha = at least 2 annotators, 1 unit and an alpha from 0 to 1
prevalence = the prevalence
shares-of-categories = two or more shares above 0 that sum to 1, one for each category
interval-width = the width of the interval
difference = the smallest difference that matters
interim-step = the number of items between interim analyses
item-of-order = the item of the order
items-of-ratings = items of the ratings
occasion-of = the occasion of { $annotator } for the unit { $unit }
occasions = 1 and 2, each at most once
offsets = the list of offsets
offsets-ascending = offsets from 0 in ascending order, the end after the last character
the-document = the document

## evaluation

annotator-answer = an answer of an annotator
prediction-of = a prediction of { $name }
value-to-score = a value to score
rows-and-replicates = the number of further rows and of replicates
least-rows-replicates = at least 1 row and 100 replicates
replicates = the number of replicates
id-of = the id in { $label }
kinds-of = the kind of the rows of { $label }
rows-of-one-kind = rows of one kind
simplifications = simplifications of each source
rows-to-compare = { $name } to compare on
the-data = the data
references = references
sentences = sentences
sentence-counts = the number of sources, outputs and reference sentences
equal-counts = the same number of aligned sentences in each
the-gold = the gold
no-rows = no rows
no-items = no items
no-token = no token
no-substitutes-for = no item with the substitutes that { $scorer } needs
scale = the scale
scale-ends = a lower end, then a higher one, such as 0,5
score-gold = the gold score of { $item }
score-predicted = the predicted score of { $item }
no-entry-if-missing = Correct it, or remove the line if the answer is missing.
gold-score-outside = the gold score of { $item }, one of { $count } outside the scale,
right-scale = Give the right scale, or correct the score.
tokens-of-sentence = tokens of sentence { $number }
