# The image of the model server of a GPU job whose deployment names a GGUF file: llama.cpp, with serve.sh, as in Dockerfile. Build it
# from a digest of the image "server-cuda" that the project llama.cpp publishes for each of its builds, push it to ECR, and use its digest:
#   docker build --build-arg LLAMA_CPP=<image>@sha256:... -f infra/server-image/llama.cpp.Dockerfile -t <repository> infra/server-image
ARG LLAMA_CPP
FROM ${LLAMA_CPP}
COPY --chmod=755 serve.sh /usr/local/bin/serve.sh
ENTRYPOINT ["/usr/local/bin/serve.sh", "/app/llama-server"]
