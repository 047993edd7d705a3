"""Messages and pairs of statements with labels: what the offline rules are measured on (README.md here)."""
