import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Creates a table with the keys of infra/index-table.ts, or accepts the one that is there. The client repeats a call whose reply is late, and the
 * repetition or another creator then finds a table. DynamoDB Local reports that under several names, so this function looks for the table itself.
 */
export async function createIndexTable(client: DynamoDBClient, TableName: string): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [
          { AttributeName: "pk", AttributeType: "S" },
          { AttributeName: "sk", AttributeType: "S" },
        ],
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
      }),
    );
  } catch (error) {
    const found = await client.send(new DescribeTableCommand({ TableName })).catch(() => undefined);
    if (found === undefined) throw error;
  }
}
