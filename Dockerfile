# Compiles with every package there is; nothing of this stage but `dist` and the packages at run time goes on.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY .ci/prepare.mjs .ci/bundle.mjs .ci/warm-up.mjs .ci/
RUN node .ci/prepare.mjs --install
COPY tsconfig.json .tsconfig.build.json ./
COPY src src
COPY fixtures fixtures
RUN node .ci/prepare.mjs --build && npm prune --omit=dev --no-save --no-audit --no-fund --loglevel=error

FROM node:24-bookworm-slim
ENV NODE_ENV=production PRETICK_HOST=0.0.0.0
WORKDIR /pretick
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json ./
COPY fixtures fixtures
COPY docker/health-check.mjs docker/
USER node
EXPOSE 8545
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --start-interval=200ms --retries=3 CMD ["node", "docker/health-check.mjs"]
ENTRYPOINT ["node", "dist/cli.cjs"]
