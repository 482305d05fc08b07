"""The file that lists the made-up task is for servers: collecting it would list the task for all tests."""

collect_ignore = ["small_task/registered.py"]
