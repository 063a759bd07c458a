import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Peer, peersDir, startPeer, whyAbsent } from "./peer.ts";

export const whyNoElasticMq = (): string | undefined => whyAbsent("elasticmq");

/** Starts SQS in memory, without a check of signatures. A test makes its queues with CreateQueue. */
export async function startElasticMq(): Promise<Peer> {
  const peer = await startPeer({
    name: "elasticmq",
    command: "java",
    args(port, dir) {
      const file = join(dir, "elasticmq.conf");
      writeFileSync(file, conf(port));
      const jvm = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", `-Dconfig.file=${file}`];
      return [...jvm, "-cp", join(peersDir, "elasticmq", "*"), "org.elasticmq.server.Main"];
    },
    isReady: async (url) => (await fetch(`${url}/health`)).ok,
  });
  return { ...peer, credentials: { accessKeyId: "peer", secretAccessKey: "peer-secret" }, region: "elasticmq" };
}

const conf = (port: number) => `
include classpath("application.conf")
generate-node-address = false
node-address { protocol = http, host = "127.0.0.1", port = ${port}, context-path = "" }
rest-sqs { enabled = true, bind-hostname = "127.0.0.1", bind-port = ${port}, sqs-limits = strict }
rest-stats { enabled = false }
queues {}
`;
