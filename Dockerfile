FROM node:24.11.1-bookworm-slim
WORKDIR /opt/knowledge
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund \
  && mkdir -p node_modules/.cache dist .wrangler /data \
  && chown -R 1000:1000 node_modules/.cache dist .wrangler /data
USER 1000
VOLUME /data
EXPOSE 8787
# The first start of a container builds the Worker.
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--host", "0.0.0.0", "--persist-to", "/data/state"]
