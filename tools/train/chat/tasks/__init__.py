"""What demo-lfm2 can do, one module a task. Each has sample(bank) -> messages of one or more turns."""
