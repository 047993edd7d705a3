"""What a use of the memory changes in its relations (REALM §3.4)."""
