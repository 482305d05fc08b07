"""A tiny untrained BERT built in code, which replaces an encoder in a dry run. No download."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aloi.modeling.encoders.devices import quiet

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_POSITIONS = 128


def tiny_model(
    folder: Path, texts: Sequence[str], *, layers: int = 1, width: int = 32, seed: int = 0
) -> Path:
    """Return the folder of an untrained BERT with a vocabulary trained on texts; created if missing.

    Parameters
    ----------
    texts : sequence of str
        Their words are the vocabulary.
    layers, width : int
        Of the model; two heads, 128 positions.
    seed : int
        Of its weights.
    """
    if (folder / "config.json").is_file():
        return folder
    import torch
    from transformers import BertConfig, BertModel

    tokenizer = _tokenizer(texts)
    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=2 * width,
        max_position_embeddings=_POSITIONS,
    )
    model = BertModel(config)
    torch.random.set_rng_state(state)
    with quiet():
        tokenizer.save_pretrained(folder)
        model.save_pretrained(folder)
    return folder


def _tokenizer(texts: Sequence[str]) -> Any:
    """Return a WordPiece tokenizer trained on texts."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    words.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=400, special_tokens=[*_SPECIAL], show_progress=False)
    words.train_from_iterator(texts, trainer)
    words.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    make: Any = PreTrainedTokenizerFast  # untyped
    return make(
        tokenizer_object=words,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=_POSITIONS,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )
