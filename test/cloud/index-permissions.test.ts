import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index, IndexKey, IndexWrite } from "@medhelm/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IndexGate, startIndexGate } from "./aws/index-permissions.ts";
import { roleVariable } from "./aws/s3-permissions.ts";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import type { Peer } from "./peers/peer.ts";

const why = whyNoDynamoDb();
const put = (key: IndexKey): IndexWrite => ({ ...key, kind: "put", value: 1 });

/** The pipeline's test relies on this gate: it expects no refused request. */
describe.skipIf(why !== undefined)(`DynamoDB with the roles of infra/${why === undefined ? "" : ` (${why})`}`, () => {
  let peer: Peer;
  let gate: IndexGate;
  const clients: DynamoDBClient[] = [];
  const clientOf = (endpoint: string, userAgentAppId: string): DynamoDBClient => {
    const { region, credentials } = peer;
    const made = new DynamoDBClient({ endpoint, region, credentials, userAgentAppId });
    clients.push(made);
    return made;
  };
  const as = (role: string): Index => {
    const client = clientOf(gate.url, roleVariable(role).AWS_SDK_UA_APP_ID);
    return dynamoIndex({ client: () => client, table: "index" });
  };
  beforeAll(async () => {
    peer = await startDynamoDb();
    await createIndexTable(clientOf(peer.url, "operator"), "index");
    gate = await startIndexGate(peer.url);
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await gate.close();
    await peer.close();
  });

  test("a role reads and writes its partitions", async () => {
    const worker = as("Worker");
    const [one, two] = [indexKeys.runState("1", 0), indexKeys.waitingSubmission("s", "r", "1", 0)];
    await worker.write([put(one)]);
    await worker.write([put(two), { ...one, kind: "check", condition: { ifRevision: "other" } }]);
    await worker.write([
      put(two),
      { ...indexKeys.runState("2", 0), kind: "delete" },
      { ...indexKeys.dollarTotal("ann", "2026-11"), kind: "add", amount: 1 },
    ]);
    expect(await worker.getAll([one, two])).toHaveLength(2);
    expect((await worker.query(indexKeys.submission("1"), { limit: 5 })).items).toHaveLength(1);
    expect((await worker.get(one))?.value).toBe(1);
    expect(gate.refused).toEqual([]);
  });

  test("every other request and every request without a role is refused", async () => {
    const denied = { name: "AccessDeniedException" };
    await expect(as("SiteJob").get(indexKeys.submissionMeta("1"))).rejects.toMatchObject(denied);
    await expect(as("SiteJob").query(indexKeys.openWork(), { limit: 1 })).rejects.toMatchObject(denied);
    await expect(as("Worker").write([put(indexKeys.allRelease("r1"))])).rejects.toMatchObject(denied);
    await expect(
      as("AggregateRole").write([put(indexKeys.runState("1", 0)), put(indexKeys.jobClaim("1", "judge", "a"))]),
    ).rejects.toMatchObject(denied);
    await expect(as("none").getAll([indexKeys.submissionMeta("1")])).rejects.toMatchObject(denied);
    expect(gate.refused).toEqual([
      "SiteJob dynamodb:GetItem submission/1",
      "SiteJob dynamodb:Query open",
      "Worker dynamodb:PutItem releases",
      "AggregateRole dynamodb:PutItem jobs/1",
      "none dynamodb:BatchGetItem submission/1",
    ]);
  });
});
