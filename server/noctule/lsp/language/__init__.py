"""The language features of LSP, one file a feature: each converts, asks the service, and converts back."""
