import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { indexContract } from "@medhelm/testing/contract/index-contract";
import { describe } from "vitest";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import { usePeer } from "./peers/peer-clients.ts";

const why = whyNoDynamoDb();

describe.skipIf(why !== undefined)(`DynamoDB Local${why === undefined ? "" : ` (${why})`}`, () => {
  const clients = usePeer(startDynamoDb);
  let tables = 0;

  indexContract("DynamoDB Local", async () => {
    const { one, two } = clients();
    const table = `contract-${++tables}`;
    await createIndexTable(one.dynamo(), table);
    return { index: dynamoIndex({ client: one.dynamo, table }), other: dynamoIndex({ client: two.dynamo, table }) };
  });
});
