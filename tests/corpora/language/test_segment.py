"""Sentence boundaries: French clinical text, other languages, offsets that give back the text."""

from __future__ import annotations

import pytest

from corpora.language.segment import segment
from corpora.model import Document


def split(text: str, language: str = "fr") -> list[str]:
    return [sentence.text for sentence in segment(Document("d", "c", "d", text), language)]


# Each text is its sentences put together; `|` stands where one ends and is not part of the text.
FRENCH = [
    "M. Durand est vu par le Dr. Petit.| Il va bien.",
    "Mme R. est adressée en O.R.L. pour une toux.| L'examen est normal.",
    "Adressé en consultation d'O.R.L.| Le bilan est normal.",
    "Hb 10.5 g/dl, CRP 37,5 mg/l (cf. fig. 1).| Le traitement est repris.",
    "Amoxicilline 3 g/j.| Traitement arrêté à J7.| 6 mois après, tout va bien.",
    "Les diagnostics sont : 1) une pneumopathie ; 2) une embolie.| Aucun n'est retenu.",
    "1. Foie normal.\n|2. Rate augmentée de taille.\n|3. Reins sans anomalie.",
    "EXAMEN CLINIQUE\n|Abdomen souple.|\n\nBilan biologique\n|Anémie à 8,2 g/dl.",
    "Le patient est opéré\nsous anesthésie générale.| Les suites\nsont simples.",
    "Traitement :\n|- aspirine 100 mg\n|- furosémide 40 mg\n|Sortie à domicile.",
    "Il dort mal (surtout le matin. Très tôt).| Il a froid.",
    "Staphylococcus sp. est isolé, n° 12 du registre, p. ex. le 3.| Une IgM.| Le titre est bas.",
    "Scanner normal.|L'évolution est bonne.",
    "A-t-il de la fièvre ?| Oui !| Il a « mal partout. Très mal », dit-il.",
    "Douleurs, fièvre, etc.| Le patient est hospitalisé par le Pr Blanc à 8 h.| On l'opère.",
    "Il reçoit 2 cp. matin et soir.| Voir www.exemple.fr et écrire à a.b@exemple.fr.| Fin.",
]


@pytest.mark.parametrize("marked", FRENCH)
def test_french_clinical_boundaries(marked: str) -> None:
    assert split(marked.replace("|", "")) == [part.strip() for part in marked.split("|")]
