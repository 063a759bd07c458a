#!/usr/bin/env bash
# Installs the servers of the cloud tests and of test/e2e/real-server.test.ts into .peers/ (git-ignored): versitygw and moto for S3, ElasticMQ and moto for SQS,
# DynamoDB Local for DynamoDB, moto for Batch, schemathesis for the API, xllamacpp for the server of llama.cpp. It uses only package registries and skips what is already installed.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .peers

VERSITYGW=v1.8.0 MOTO=5.2.5 ELASTICMQ=1.6.16 DYNAMODB=2.6.1 SCHEMATHESIS=4.32.5 LLAMA_CPP=2026.10.11549

s3() {
  [ -x .peers/versitygw ] || GOBIN="$PWD/.peers" go install "github.com/versity/versitygw/cmd/versitygw@$VERSITYGW"
}
python() {
  [ -x ".peers/python/bin/moto_server" ] && [ -x ".peers/python/bin/schemathesis" ] && return
  python3 -m venv .peers/python
  .peers/python/bin/pip install --quiet --disable-pip-version-check "moto[server,s3,sqs,batch]==$MOTO" "schemathesis==$SCHEMATHESIS"
}
llama() {
  [ -x ".peers/llama/bin/python" ] && return
  python3 -m venv .peers/llama.new
  .peers/llama.new/bin/pip install --quiet --disable-pip-version-check "xllamacpp==$LLAMA_CPP"
  mv .peers/llama.new .peers/llama
}
# maven FOLDER GROUP ARTIFACT VERSION: copies the artifact with its dependencies to .peers/FOLDER
maven() {
  ls ".peers/$1"/*.jar >/dev/null 2>&1 && return
  mkdir -p ".peers/$1.new"
  cat >".peers/$1.new/pom.xml" <<POM
<project><modelVersion>4.0.0</modelVersion><groupId>peers</groupId><artifactId>peers</artifactId><version>1</version>
<dependencies><dependency><groupId>$2</groupId><artifactId>$3</artifactId><version>$4</version></dependency></dependencies></project>
POM
  (cd ".peers/$1.new" && mvn -q -B dependency:copy-dependencies -DoutputDirectory=.)
  mv ".peers/$1.new" ".peers/$1"
}
sqs() { maven elasticmq org.elasticmq elasticmq-server_2.13 "$ELASTICMQ"; }
dynamodb() { maven dynamodb com.amazonaws DynamoDBLocal "$DYNAMODB"; }

s3 & pids=$!
python & pids="$pids $!"
llama & pids="$pids $!"
sqs & pids="$pids $!"
dynamodb & pids="$pids $!"
for pid in $pids; do wait "$pid"; done
