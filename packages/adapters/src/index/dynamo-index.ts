import { randomUUID } from "node:crypto";
import { BatchGetItemCommand, type DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import type { Clock, Index, IndexItem } from "@medhelm/core/ports";
import { retryConflicts, ConflictError } from "../objects/conflict-retry.ts";
import { systemClock } from "../system-clock.ts";
import { checkIndexKeys, checkIndexWrites, idOf } from "./check-index.ts";
import { type Attributes, itemOf, keyOf } from "./dynamo/item.ts";
import { transact } from "./dynamo/transact.ts";
import { writeOne } from "./dynamo/write-one.ts";
import { type SortRange, sortRange } from "./sort-range.ts";

/** Settings of a DynamoDB client. A request takes milliseconds, so one without a reply is soon sent again. */
export const DYNAMO_CLIENT = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
} as const;

export interface DynamoIndexOptions {
  /** Called at the first use of the index. */
  readonly client: () => DynamoDBClient;
  readonly table: string;
  readonly clock?: Pick<Clock, "sleep" | "random">;
}

/**
 * An index in a table of DynamoDB (infra/index-table.ts) with the keys pk and sk. Reads are strongly consistent. DynamoDB deletes an
 * expired item within days.
 */
export function dynamoIndex({ client, table, clock = systemClock }: DynamoIndexOptions): Index {
  const retry = <T>(work: () => Promise<T>) => retryConflicts(clock, work);

  return {
    async get(key) {
      checkIndexKeys([key]);
      const { Item } = await client().send(
        new GetItemCommand({ TableName: table, Key: keyOf(key), ConsistentRead: true }),
      );
      return Item && itemOf(Item);
    },
    async getAll(keys) {
      checkIndexKeys(keys);
      const found = new Map<string, IndexItem>();
      let missing = [...new Map(keys.map((key) => [idOf(key), keyOf(key)])).values()];
      // DynamoDB leaves keys out of a reply of 16 MB, and under load.
      while (missing.length > 0) {
        missing = await retry(async () => {
          const { items, rest } = await readSome(client(), table, missing);
          if (items.length === 0 && rest.length === missing.length) throw new ConflictError("DynamoDB read no key.");
          for (const item of items) found.set(idOf(item), item);
          return rest;
        });
      }
      return keys.flatMap((key) => found.get(idOf(key)) ?? []);
    },
    async query(partition, query) {
      const range = sortRange(query);
      if (range === undefined) return { items: [] };
      const { Items = [], LastEvaluatedKey } = await client().send(
        new QueryCommand({
          TableName: table,
          ...keyCondition(partition, range),
          ConsistentRead: true,
          ScanIndexForward: query.isDescending !== true,
          // One item more shows whether another page follows. A second one may be the end of the range, which is not in the page.
          Limit: query.limit + 2,
        }),
      );
      const inRange = Items.map(itemOf).filter(({ sort }) => sort !== range.to);
      const items = inRange.slice(0, query.limit);
      const last = items.at(-1);
      const hasMore = inRange.length > items.length || LastEvaluatedKey !== undefined;
      return hasMore && last !== undefined ? { items, next: last.sort } : { items };
    },
    async write(writes) {
      checkIndexWrites(writes);
      const [first, ...others] = writes;
      const revision = randomUUID();
      // A repeated addition would count twice. Only the token of a transaction prevents that.
      if (others.length === 0 && (first.kind === "put" || first.kind === "delete"))
        return retry(() => writeOne(client(), table, first, revision));
      const token = randomUUID();
      return retry(() => transact(client(), table, writes, { token, revision }));
    },
  };
}

async function readSome(client: DynamoDBClient, table: string, keys: Attributes[]) {
  const { Responses, UnprocessedKeys } = await client.send(
    new BatchGetItemCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
  );
  return { items: (Responses?.[table] ?? []).map(itemOf), rest: UnprocessedKeys?.[table]?.Keys ?? [] };
}

/** DynamoDB has no range without its end, so BETWEEN may return the item at `to`, too. */
function keyCondition(partition: string, { from, to }: SortRange) {
  const bounds =
    from === ""
      ? to === undefined
        ? ""
        : " AND sk < :to"
      : to === undefined
        ? " AND sk >= :from"
        : " AND sk BETWEEN :from AND :to";
  return {
    KeyConditionExpression: `pk = :partition${bounds}`,
    ExpressionAttributeValues: {
      ":partition": { S: partition },
      ...(from === "" ? {} : { ":from": { S: from } }),
      ...(to === undefined ? {} : { ":to": { S: to } }),
    },
  };
}
