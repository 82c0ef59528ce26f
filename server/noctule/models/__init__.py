"""Chat models: one protocol, an adapter a wire format."""
