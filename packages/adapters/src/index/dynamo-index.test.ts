import type { IndexWrite } from "@medhelm/core/ports";
import { json, serve } from "@medhelm/testing/fault-server";
import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { awsClients } from "../aws/aws-clients.ts";
import { dynamoIndex } from "./dynamo-index.ts";

// test/cloud/adapters-dynamodb.test.ts runs the contract on DynamoDB Local. These are the faults that it cannot produce.

const Request = z.looseObject({
  ClientRequestToken: z.string().optional(),
  ConsistentRead: z.boolean().optional(),
  Item: z.looseObject({ r: z.object({ S: z.string() }) }).optional(),
});
type Sent = z.infer<typeof Request> & { readonly operation: string };
/** "lost": the connection ends without a reply; "silent": it stays open. */
type Answer = "lost" | "silent" | { readonly status?: number; readonly body: unknown };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An index over a server that gives these answers in their order. */
async function indexOver(...answers: readonly ((request: Sent) => Answer)[]) {
  const sent: Sent[] = [];
  const server = await serve((request, body, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const one = { ...Request.parse(JSON.parse(body)), operation };
    sent.push(one);
    const answer = answers[sent.length - 1]?.(one) ?? error("UnexpectedRequest");
    if (answer === "lost") response.destroy();
    else if (answer !== "silent")
      json(response, answer.status ?? 200, answer.body, { "content-type": "application/x-amz-json-1.0" });
  });
  const clients = awsClients({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "a", secretAccessKey: "s" },
  });
  closing.push(async () => {
    clients.close();
    await server.close();
  });
  return { index: dynamoIndex({ client: clients.dynamo, table: "t", clock: instantClock() }), sent };
}

const lost = (): Answer => "lost";
const done = (): Answer => ({ body: {} });
const error = (name: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, Message: name, ...more },
});
const cancelled = (...codes: string[]) =>
  error("TransactionCanceledException", { CancellationReasons: codes.map((Code) => ({ Code })) });
const itemOf = (S: string) => ({ pk: { S: "p" }, sk: { S: "s" }, v: { S: "1" }, r: { S } });
const key = { partition: "p", sort: "s" };
const create: IndexWrite = { ...key, kind: "put", value: 1, condition: { ifAbsent: true } };
const add: IndexWrite = { ...key, kind: "add", amount: 1 };

describe("the operations", () => {
  test("a single put or delete is no transaction, which would cost twice as much; an addition is one", async () => {
    const { index, sent } = await indexOver(done, done, done, done);
    await index.write([create]);
    await index.write([{ ...key, kind: "delete" }]);
    await index.write([add]);
    await index.write([create, { ...add, sort: "n" }]);
    expect(sent.map(({ operation }) => operation)).toEqual([
      "PutItem",
      "DeleteItem",
      "TransactWriteItems",
      "TransactWriteItems",
    ]);
  });
  test("reads are strongly consistent", async () => {
    const { index, sent } = await indexOver(done, done, done);
    await index.get(key);
    await index.query("p", { limit: 1 });
    await index.getAll([key]);
    expect(sent.slice(0, 2).map(({ ConsistentRead }) => ConsistentRead)).toEqual([true, true]);
    expect(JSON.stringify(sent[2])).toContain('"ConsistentRead":true');
  });
});

describe("a lost reply", () => {
  test("of a put on a condition is repeated, and the own item counts as written", async () => {
    const { index, sent } = await indexOver(lost, (again) =>
      error("ConditionalCheckFailedException", { Item: itemOf(again.Item?.r.S ?? "") }),
    );
    expect(await index.write([create])).toEqual({ outcome: "written" });
    expect(sent[1]?.Item).toEqual(sent[0]?.Item);
  });
  test("of a put on a condition is an error if another write followed", async () => {
    const { index } = await indexOver(lost, () => error("ConditionalCheckFailedException", { Item: itemOf("other") }));
    await expect(index.write([create])).rejects.toThrow("It is unknown whether p, s was written");
  });
  test("of a delete on a condition is an error if the item is absent afterwards", async () => {
    const { index } = await indexOver(lost, () => error("ConditionalCheckFailedException"));
    await expect(index.write([{ ...key, kind: "delete", condition: { ifRevision: "r" } }])).rejects.toThrow("unknown");
  });
  test("of a transaction is repeated with the same token, so that it takes place once", async () => {
    const { index, sent } = await indexOver(lost, done);
    expect(await index.write([add])).toEqual({ outcome: "written" });
    expect(sent[0]?.ClientRequestToken).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).toEqual(sent[0]);
  });
});

test("a request without a reply is sent again", async () => {
  const { index, sent } = await indexOver(() => "silent", done);
  expect(await index.write([add])).toEqual({ outcome: "written" });
  expect(sent).toHaveLength(2);
});

describe("conflicts", () => {
  test("a failed condition of the first attempt is refused without another request", async () => {
    const { index, sent } = await indexOver(() => error("ConditionalCheckFailedException", { Item: itemOf("other") }));
    expect(await index.write([create])).toEqual({ outcome: "refused", failed: [0] });
    expect(sent).toHaveLength(1);
  });
  test("a put during a transaction of its item is sent again", async () => {
    const { index, sent } = await indexOver(() => error("TransactionConflictException"), done);
    expect(await index.write([create])).toEqual({ outcome: "written" });
    expect(sent).toHaveLength(2);
  });
  test("a transaction that another one or the load cancelled is sent again with its token", async () => {
    const { index, sent } = await indexOver(
      () => cancelled("None", "TransactionConflict"),
      () => cancelled("ThrottlingError", "None"),
      done,
    );
    expect(await index.write([create, { ...add, sort: "n" }])).toEqual({ outcome: "written" });
    expect(new Set(sent.map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(1);
  });
  test("a failed condition decides, also if another write had a conflict", async () => {
    const { index } = await indexOver(() => cancelled("TransactionConflict", "ConditionalCheckFailed"));
    expect(await index.write([create, { ...add, sort: "n" }])).toEqual({ outcome: "refused", failed: [1] });
  });
  test("another reason of a cancellation is an error", async () => {
    const { index, sent } = await indexOver(() => cancelled("ValidationError", "None"));
    await expect(index.write([create, { ...add, sort: "n" }])).rejects.toThrow("TransactionCanceledException");
    expect(sent).toHaveLength(1);
  });
});

describe("getAll", () => {
  test("keys that DynamoDB left out are read again", async () => {
    const other = { ...itemOf("r"), sk: { S: "other" } };
    const left = { t: { Keys: [{ pk: { S: "p" }, sk: { S: "s" } }], ConsistentRead: true } };
    const { index, sent } = await indexOver(
      () => ({ body: { Responses: { t: [other] }, UnprocessedKeys: left } }),
      () => ({ body: { Responses: { t: [] }, UnprocessedKeys: left } }),
      () => ({ body: { Responses: { t: [itemOf("r")] }, UnprocessedKeys: {} } }),
    );
    const items = await index.getAll([key, { partition: "p", sort: "other" }]);
    expect(items.map(({ sort }) => sort)).toEqual(["s", "other"]);
    expect(sent.slice(1).map(({ ["RequestItems"]: asked }) => asked)).toEqual([left, left]);
  });
});
