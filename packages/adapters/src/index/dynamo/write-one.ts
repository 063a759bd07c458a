import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import type { IndexResult } from "@medhelm/core/ports";
import { ConflictError } from "../../objects/conflict-retry.ts";
import { deleteInput, type DeleteWrite, putInput, type PutWrite } from "./inputs.ts";

/**
 * One put or delete, at half the price of a transaction. The SDK sends it again after a lost reply, so a condition may fail because of the first
 * attempt. The revision then shows that the item is this write's own.
 * @throws ConflictError during a transaction of the item; Error if a lost reply leaves the outcome unknown
 */
export async function writeOne(
  client: DynamoDBClient,
  table: string,
  write: PutWrite | DeleteWrite,
  revision: string,
): Promise<IndexResult> {
  const onFailure = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
  try {
    if (write.kind === "put")
      await client.send(new PutItemCommand({ ...putInput(table, write, revision), ...onFailure }));
    else await client.send(new DeleteItemCommand({ ...deleteInput(table, write), ...onFailure }));
    return { outcome: "written" };
  } catch (error) {
    if (error instanceof TransactionConflictException) throw new ConflictError(error.message, { cause: error });
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (write.kind === "put" && error.Item?.["r"]?.S === revision) return { outcome: "written" };
    if ((error.$metadata.attempts ?? 1) === 1) return { outcome: "refused", failed: [0] };
    throw new Error(`It is unknown whether ${write.partition}, ${write.sort} was written: a reply was lost.`, {
      cause: error,
    });
  }
}
