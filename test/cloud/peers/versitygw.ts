import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Peer, peersDir, startPeer, whyAbsent } from "./peer.ts";

export const whyNoVersitygw = (): string | undefined => whyAbsent("versitygw");

const credentials = { accessKeyId: "peer", secretAccessKey: "peer-secret" };
const region = "us-east-1";

/** Starts S3 over a temporary folder, with real signatures. A test makes its buckets with CreateBucket. `webhook` receives each put. */
export async function startVersitygw({ webhook }: { readonly webhook?: string } = {}): Promise<Peer> {
  const peer = await startPeer({
    name: "versitygw",
    command: join(peersDir, "versitygw"),
    args(port, dir) {
      const [data, versions] = [join(dir, "data"), join(dir, "versions")];
      for (const folder of [data, versions]) mkdirSync(folder);
      const { accessKeyId, secretAccessKey } = credentials;
      const server = ["--port", `127.0.0.1:${port}`, "--access", accessKeyId, "--secret", secretAccessKey];
      const options = ["--region", region, "--health", "/health", "--quiet", "--keep-alive"];
      if (webhook !== undefined) options.push("--event-webhook-url", webhook);
      return [...server, ...options, "posix", "--versioning-dir", versions, data];
    },
    isReady: async (url) => (await fetch(`${url}/health`)).ok,
  });
  return { ...peer, credentials, region };
}
