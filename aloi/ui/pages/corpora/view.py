"""The stored corpora as a table: content, source, and restrictions on sharing."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.corpora.model import Corpus
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store


def corpus_table(store: Store, corpora: Sequence[Corpus]) -> None:
    """Draw the corpora with their counts."""
    rows = []
    for corpus in corpora:
        counts = store.texts.counts(corpus.id)
        rows.append(
            {
                t("app.name_label"): corpus.name,
                t("app.language"): corpus.language,
                t("corpora.licence"): t("corpora.restricted_licence", licence=corpus.licence)
                if corpus.restricted
                else corpus.licence,
                t("app.source"): corpus.source,
                t("corpora.documents"): counts.documents,
                t("corpora.sentences"): counts.sentences,
                t("app.items"): counts.items,
            }
        )
    text_table(rows)
