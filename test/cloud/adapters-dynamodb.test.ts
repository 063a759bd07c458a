import { type AwsClients, awsClients } from "@medhelm/adapters/aws/aws-clients";
import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { indexContract } from "@medhelm/testing/contract/index-contract";
import { afterAll, beforeAll, describe } from "vitest";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import type { Peer } from "./peers/peer.ts";

const why = whyNoDynamoDb();

describe.skipIf(why !== undefined)(`DynamoDB Local${why === undefined ? "" : ` (${why})`}`, () => {
  let peer: Peer;
  let one: AwsClients;
  let two: AwsClients;
  let tables = 0;
  beforeAll(async () => {
    peer = await startDynamoDb();
    const clients = () => awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    [one, two] = [clients(), clients()];
  });
  afterAll(async () => {
    one.close();
    two.close();
    await peer.close();
  });

  indexContract("DynamoDB Local", async () => {
    const table = `contract-${++tables}`;
    await createIndexTable(one.dynamo(), table);
    return { index: dynamoIndex({ client: one.dynamo, table }), other: dynamoIndex({ client: two.dynamo, table }) };
  });
});
