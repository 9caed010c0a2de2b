# syntax=docker/dockerfile:1
# The package as an image: `docker build -t dowser .`. docs/code.md says how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts && npm run build -- /package

FROM node:24-bookworm-slim
WORKDIR /opt/dowser
COPY --from=build /package .
# Plots and AWS are left out: neither is needed to crawl.
RUN npm install --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force \
  && ln -s /opt/dowser/lib/cli/dowser.js /usr/local/bin/dowser && chmod +x /opt/dowser/lib/cli/dowser.js
# The root file system may be read-only: projects and runs are in a volume, compiled modules are not kept.
ENV NODE_DISABLE_COMPILE_CACHE=1
# The user "node" of the image, by number: hosts that forbid root can check it.
USER 1000
WORKDIR /data
VOLUME /data
ENTRYPOINT ["dowser"]
CMD ["--help"]
