import { join } from "node:path";
import { type Peer, peersDir, startPeer, whyAbsent } from "./peer.ts";

export const whyNoMoto = (): string | undefined => whyAbsent("python/bin/moto_server");

/** Starts S3, SQS, Batch, EC2, IAM and ECS in memory. It checks no signature, and jobs of Batch succeed at once. */
export async function startMoto(): Promise<Peer> {
  const peer = await startPeer({
    name: "moto",
    command: join(peersDir, "python/bin/moto_server"),
    args: (port) => ["-H", "127.0.0.1", "-p", String(port)],
    async isReady(url) {
      const body = JSON.stringify({ batch: { use_docker: false } });
      return (await fetch(`${url}/moto-api/config`, { method: "POST", body })).ok;
    },
  });
  return { ...peer, credentials: { accessKeyId: "peer", secretAccessKey: "peer-secret" }, region: "us-east-1" };
}
