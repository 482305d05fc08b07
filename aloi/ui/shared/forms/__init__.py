"""Widgets of forms, made from declarations: the fields of a request, the settings of a recipe."""
