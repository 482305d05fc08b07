"""From answers to accepted values: rules, adjudication, cleaning, models of annotators."""
