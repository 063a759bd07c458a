#!/usr/bin/env bash
# Installs the servers of the cloud tests into .peers/ (git-ignored): versitygw and moto for S3, ElasticMQ and moto for SQS,
# moto for Batch, schemathesis for the API. It uses only package registries and skips what is already installed.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .peers

VERSITYGW=v1.8.0 MOTO=5.2.5 ELASTICMQ=1.6.16 SCHEMATHESIS=4.32.5

s3() {
  [ -x .peers/versitygw ] || GOBIN="$PWD/.peers" go install "github.com/versity/versitygw/cmd/versitygw@$VERSITYGW"
}
python() {
  [ -x ".peers/python/bin/moto_server" ] && [ -x ".peers/python/bin/schemathesis" ] && return
  python3 -m venv .peers/python
  .peers/python/bin/pip install --quiet --disable-pip-version-check "moto[server,s3,sqs,batch]==$MOTO" "schemathesis==$SCHEMATHESIS"
}
sqs() {
  ls .peers/elasticmq/*.jar >/dev/null 2>&1 && return
  mkdir -p .peers/elasticmq.new
  cat >.peers/elasticmq.new/pom.xml <<POM
<project><modelVersion>4.0.0</modelVersion><groupId>peers</groupId><artifactId>peers</artifactId><version>1</version>
<dependencies><dependency><groupId>org.elasticmq</groupId><artifactId>elasticmq-server_2.13</artifactId>
<version>$ELASTICMQ</version></dependency></dependencies></project>
POM
  (cd .peers/elasticmq.new && mvn -q -B dependency:copy-dependencies -DoutputDirectory=.)
  mv .peers/elasticmq.new .peers/elasticmq
}

s3 & pids=$!
python & pids="$pids $!"
sqs & pids="$pids $!"
for pid in $pids; do wait "$pid"; done
