import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { IndexCondition, IndexWrite } from "@medhelm/core/ports";
import { type Attributes, keyOf } from "./item.ts";

type Of<Kind extends IndexWrite["kind"]> = Extract<IndexWrite, { readonly kind: Kind }>;
export type PutWrite = Of<"put">;
export type DeleteWrite = Of<"delete">;

/** A condition in DynamoDB's language. */
interface Expression {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues?: Attributes;
}

const conditionOf = (condition: IndexCondition): Expression =>
  "ifAbsent" in condition
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : { ConditionExpression: "r = :revision", ExpressionAttributeValues: { ":revision": { S: condition.ifRevision } } };

export const putInput = (TableName: string, write: PutWrite, revision: string) => ({
  TableName,
  Item: {
    ...keyOf(write),
    v: { S: JSON.stringify(write.value) },
    r: { S: revision },
    ...(write.expiresAtS !== undefined && { ttl: { N: String(write.expiresAtS) } }),
  },
  ...(write.condition !== undefined && conditionOf(write.condition)),
});

export const deleteInput = (TableName: string, write: DeleteWrite) => ({
  TableName,
  Key: keyOf(write),
  ...(write.condition !== undefined && conditionOf(write.condition)),
});

/** The write as a part of a transaction. */
export function transactInput(TableName: string, write: IndexWrite, revision: string): TransactWriteItem {
  if (write.kind === "put") return { Put: putInput(TableName, write, revision) };
  if (write.kind === "delete") return { Delete: deleteInput(TableName, write) };
  if (write.kind === "add") return { Update: addInput(TableName, write, revision) };
  return { ConditionCheck: { TableName, Key: keyOf(write), ...conditionOf(write.condition) } };
}

function addInput(TableName: string, write: Of<"add">, revision: string) {
  const { amount, atMost } = write;
  const update = { TableName, Key: keyOf(write), UpdateExpression: "SET r = :r ADD n :amount" };
  const values: Attributes = { ":r": { S: revision }, ":amount": { N: String(amount) } };
  if (atMost === undefined) return { ...update, ExpressionAttributeValues: values };
  return {
    ...update,
    // An absent counter is 0.
    ConditionExpression: amount <= atMost ? "attribute_not_exists(n) OR n <= :room" : "n <= :room",
    ExpressionAttributeValues: { ...values, ":room": { N: String(atMost - amount) } },
  };
}
