import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { rolePolicies } from "../../infra/expected-policies.ts";
import { roleOf } from "./s3-permissions.ts";
import { listen } from "./listen.ts";

export interface IndexGate {
  readonly url: string;
  /** refused requests, e.g. "SiteJob dynamodb:GetItem submission/1" */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/**
 * Enforces the roles of infra/ in front of DynamoDB, by action and partition. It refuses a request that
 * test/infra/expected-policies.ts does not grant, as DynamoDB does.
 */
export async function startIndexGate(target: string): Promise<IndexGate> {
  const refused: string[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const role = roleOf(incoming);
    const body = await text(incoming);
    const needs = needsOf(String(incoming.headers["x-amz-target"]).split(".")[1] ?? "", JSON.parse(body));
    const missing = needs.find((need) => !may(role, need));
    if (missing !== undefined) {
      refused.push(`${role} dynamodb:${missing.action} ${missing.partition}`);
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ __type: "com.amazon.coral.service#AccessDeniedException", message: "no" }));
      return;
    }
    const onward = ask(target, { method: "POST", headers: incoming.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  return { ...(await listen(server)), refused };
}

interface Need {
  readonly action: string;
  readonly partition: string;
}

const Key = z.object({ pk: z.object({ S: z.string() }) }).transform(({ pk }) => pk.S);
const OfKey = z.object({ Key }).transform((one) => one.Key);
const OfItem = z.object({ Item: Key }).transform((one) => one.Item);
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Key) })) });
const Query = z.object({ ExpressionAttributeValues: z.object({ ":partition": z.object({ S: z.string() }) }) });
const Transaction = z.object({
  TransactItems: z.array(
    z.union([
      z.object({ Put: OfItem }).transform(({ Put }) => ({ action: "PutItem", partition: Put })),
      z.object({ Update: OfKey }).transform(({ Update }) => ({ action: "UpdateItem", partition: Update })),
      z.object({ Delete: OfKey }).transform(({ Delete }) => ({ action: "DeleteItem", partition: Delete })),
      z.object({ ConditionCheck: OfKey }).transform((one) => ({
        action: "ConditionCheckItem",
        partition: one.ConditionCheck,
      })),
    ]),
  ),
});

/** A transaction needs the permissions of its parts. */
function needsOf(operation: string, body: unknown): Need[] {
  if (operation === "TransactWriteItems") return Transaction.parse(body).TransactItems;
  if (operation === "BatchGetItem")
    return Object.values(Batch.parse(body).RequestItems).flatMap(({ Keys }) =>
      Keys.map((partition) => ({ action: operation, partition })),
    );
  if (operation === "Query")
    return [{ action: operation, partition: Query.parse(body).ExpressionAttributeValues[":partition"].S }];
  return [{ action: operation, partition: operation === "PutItem" ? OfItem.parse(body) : OfKey.parse(body) }];
}

const GRANT = /^dynamodb:(\w+) IndexTable if ForAllValues:StringLike dynamodb:LeadingKeys (.*)$/;

const may = (role: string, { action, partition }: Need): boolean =>
  (rolePolicies[role] ?? []).some((line) => {
    const [, granted, partitions = ""] = GRANT.exec(line) ?? [];
    return granted === action && partitions.split(", ").some((pattern) => covers(pattern, partition));
  });

const covers = (pattern: string, partition: string): boolean =>
  pattern.endsWith("*") ? partition.startsWith(pattern.slice(0, -1)) : pattern === partition;
