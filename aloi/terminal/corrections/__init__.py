"""Commands that put right what was set up: `aloi corrections` and those beside what they correct."""
