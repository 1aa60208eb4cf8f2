# The server, or with another command the worker or a script; its settings come from the environment. See compose.yaml.
# Without DATABASE_URL the embedded database is in /data: one container for one volume, and two minutes and a half to stop.
FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The Node of this image runs it, not the one that comes with the packages.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY adapters adapters
COPY console console
COPY db db
COPY schema schema
COPY scripts scripts
COPY server server
RUN node scripts/build.ts

FROM node:24.21.0-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY adapters adapters
COPY --from=built /app/console/dist console/dist
COPY --from=built /app/dist dist
COPY db db
COPY schema schema
COPY scripts scripts
COPY server server
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "-r", "./scripts/node-version.cjs", "dist/main.js"]
