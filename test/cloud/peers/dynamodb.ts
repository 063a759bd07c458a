import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { type Peer, peersDir, startPeer, whyAbsent } from "./peer.ts";

export const whyNoDynamoDb = (): string | undefined => whyAbsent("dynamodb");

const credentials = { accessKeyId: "peer", secretAccessKey: "peersecret" };
const region = "eu-central-1";

/** Starts Amazon's DynamoDB Local in memory. It checks no signature and deletes no expired items. */
export async function startDynamoDb(): Promise<Peer> {
  const folder = join(peersDir, "dynamodb");
  const peer = await startPeer({
    name: "dynamodb",
    command: "java",
    args(port) {
      const jvm = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", `-Djava.library.path=${folder}`];
      const main = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";
      const options = ["-inMemory", "-sharedDb", "-disableTelemetry", "-port", String(port)];
      return [...jvm, "-cp", join(folder, "*"), main, ...options];
    },
    async isReady(endpoint) {
      const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });
      await client.send(new ListTablesCommand({})).finally(() => client.destroy());
      return true;
    },
  });
  return { ...peer, credentials, region };
}
