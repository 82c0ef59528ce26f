"""Memory as a language, without a wire: what stands where, what refers to what, and which edits a change takes."""
