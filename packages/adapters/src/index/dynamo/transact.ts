import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionInProgressException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import type { IndexResult, IndexWrite } from "@medhelm/core/ports";
import { ConflictError } from "../../objects/conflict-retry.ts";
import { transactInput } from "./inputs.ts";

/** The reasons of a cancellation after which the same transaction may succeed. */
const PASSING = new Set(["None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

/**
 * One transaction. DynamoDB applies two requests with the same token once, within ten minutes, so the SDK and the caller may repeat it
 * after a lost reply.
 * @throws ConflictError if another transaction or the load of the table is the reason, and the caller should try again
 */
export async function transact(
  client: DynamoDBClient,
  table: string,
  writes: readonly IndexWrite[],
  { token, revision }: { readonly token: string; readonly revision: string },
): Promise<IndexResult> {
  try {
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: writes.map((write) => transactInput(table, write, revision)),
        ClientRequestToken: token,
      }),
    );
    return { outcome: "written" };
  } catch (error) {
    if (error instanceof TransactionInProgressException) throw new ConflictError(error.message, { cause: error });
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None");
    const failed = codes.flatMap((code, position) => (code === "ConditionalCheckFailed" ? [position] : []));
    if (failed.length > 0) return { outcome: "refused", failed };
    if (codes.every((code) => PASSING.has(code))) throw new ConflictError(error.message, { cause: error });
    throw error;
  }
}
