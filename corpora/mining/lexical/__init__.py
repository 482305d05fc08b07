"""The CLISTER rule over all pairs: preparation, two kernels with the same results, and their interface."""
