"""The dream's shell that is no shell: its grammar, its table of commands, and the commands themselves."""
