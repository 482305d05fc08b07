"""Requests: the options of each use case, declared once as the fields of a frozen dataclass (ADR 19).

Made from them: command options, job arguments, request files, forms of pages, JSON schemas, the reference.
"""

from aloi.base.requests.declare import RequestError, request
from aloi.base.requests.fields import (
    ENTRY_POINTS,
    FILE,
    JOB,
    PAGE,
    TERMINAL,
    Option,
    RequestField,
    fields_of,
    info_of,
    is_request,
)
from aloi.base.requests.reading import (
    build,
    from_data,
    read_file,
    read_text,
    schema,
    to_data,
    values_of,
    written,
)

__all__ = [
    "ENTRY_POINTS",
    "FILE",
    "JOB",
    "PAGE",
    "TERMINAL",
    "Option",
    "RequestError",
    "RequestField",
    "build",
    "fields_of",
    "from_data",
    "info_of",
    "is_request",
    "read_file",
    "read_text",
    "request",
    "schema",
    "to_data",
    "values_of",
    "written",
]
