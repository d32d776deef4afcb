# warplaw without an installation: docker build -t warplaw . && docker run --rm warplaw explain SHFL.UP
# Files of yours: docker run --rm -v "$PWD:/work" warplaw check my.c
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates dpkg-dev file
COPY . /src
WORKDIR /src
RUN WARPLAW_BUILD=/build ./warplaw --version && cmake --build /build --target warplaw_manual \
    && cpack -G DEB --config /build/CPackConfig.cmake -B /packages

FROM debian:bookworm-slim
COPY --from=build /packages/*.deb /tmp/
RUN apt-get update && apt-get install -y /tmp/*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["warplaw"]
