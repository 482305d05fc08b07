# Aloi: server and workers in one image, run as an account of their own. `compose.yaml` has it beside a database and
# a proxy; alone: docker run -p 127.0.0.1:8501:8501 -v aloi:/var/lib/aloi aloi
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/aloi/venv
# torch for processors alone: without it PyPI's comes with some gigabytes of libraries for graphics cards.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
ARG UV=0.13.9
WORKDIR /build
COPY pyproject.toml uv.lock ./
# All other packages are those of the lock file, with their hashes: not the extra `check`, which is under the GPL.
RUN python3 -m venv /opt/uv \
    && /opt/uv/bin/pip install --no-cache-dir uv==${UV} \
    && /opt/uv/bin/uv export --quiet --frozen --no-dev --no-emit-project --no-header --prune torch \
        --extra app --extra models --extra postgresql --output-file locked.txt \
    && /opt/aloi/venv/bin/pip install --no-cache-dir --extra-index-url ${TORCH_INDEX} \
        "$(grep -o 'torch==[0-9.]*' pyproject.toml)" \
    && /opt/aloi/venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r locked.txt
COPY . .
RUN /opt/aloi/venv/bin/pip install --no-cache-dir --no-deps . \
    && /opt/aloi/venv/bin/python -m compileall -q /opt/aloi/venv/lib || true

FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --home-dir /var/lib/aloi --no-create-home aloi \
    && install --directory --owner aloi --group aloi --mode 0700 /var/lib/aloi /var/lib/aloi-backups
COPY --from=build /opt/aloi/venv /opt/aloi/venv
COPY --chmod=0755 deploy/compose/with-secrets /opt/aloi/with-secrets
ENV PATH=/opt/aloi/venv/bin:${PATH} \
    PYTHONUNBUFFERED=1 \
    ALOI_DATA=/var/lib/aloi \
    ALOI_HOST=0.0.0.0
USER aloi
WORKDIR /var/lib/aloi
VOLUME /var/lib/aloi
EXPOSE 8501
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/healthz', timeout=4)"]
ENTRYPOINT ["/opt/aloi/with-secrets"]
CMD ["aloi", "serve"]
