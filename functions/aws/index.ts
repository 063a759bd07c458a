import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DYNAMO_CLIENT, dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import type { Index } from "@medhelm/core/ports";

let client: DynamoDBClient | undefined;

/** The index in the table `table` (MEDHELM_INDEX_TABLE). The client is created at its first use. */
export const awsIndex = (table: string): Index =>
  dynamoIndex({ table, client: () => (client ??= new DynamoDBClient(DYNAMO_CLIENT)) });
