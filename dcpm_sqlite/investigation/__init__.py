"""The agentic read along relations: plan, seed, judge, expand, rank (REALM §3.3, C.1)."""
