"""BioC (Comeau et al. 2013), the exchange format of biomedical text mining, in XML and in JSON."""
