"""Machine annotators: prompts, the forms of answers, and a client of OpenAI-compatible servers (ADR 25)."""
