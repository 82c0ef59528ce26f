"""The protocol face: JSON-RPC and LSP in, plain values to the service, and back."""
