# syntax=docker/dockerfile:1
# The package as an image: `docker build -t dowser .`. docs/code.md says how to run it.
# All is JavaScript: it is made once, on the machine that builds, for every architecture.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts && npm run build -- /package
WORKDIR /package
# What only some commands need is left out; docs/code.md says how to add it.
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund \
  && cp /source/docker/health.mjs . && chmod +x lib/cli/dowser.js

FROM node:24-bookworm-slim
COPY --from=build /package /opt/dowser
# The root file system may be read-only: projects and runs are in a volume, compiled modules are not kept.
ENV NODE_DISABLE_COMPILE_CACHE=1
# The user "node" of the image, by number: hosts that forbid root can check it.
USER 1000
WORKDIR /data
VOLUME /data
# A crawl ends with its container; of a server it is asked whether it answers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "/opt/dowser/health.mjs"]
ENTRYPOINT ["node", "/opt/dowser/lib/cli/dowser.js"]
CMD ["--help"]
