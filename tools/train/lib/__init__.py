"""What the demo models share: the LFM2 trunk, the byte-level vocabulary, the training loop and the GGUF writer."""
