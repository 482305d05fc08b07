"""The one home of state: tables, migrations, and one transaction a use case."""
