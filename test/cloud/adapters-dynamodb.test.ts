import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { indexContract } from "@medhelm/testing/contract/index-contract";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { recordUsage } from "@medhelm/service/index/record-usage";
import { readStanding, recordRunState, shownCounts } from "@medhelm/service/index/run-states";
import { createSubmission } from "@medhelm/service/index/submission-record";
import { usageBySubmission } from "@medhelm/service/index/usage-sums";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { describe, expect, test } from "vitest";
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

  test("four creators of one table at the same time all find it", async () => {
    const { one, two } = clients();
    const table = `creators-${++tables}`;
    await Promise.all([one, two, one, two].map((client) => createIndexTable(client.dynamo(), table)));
    expect(await dynamoIndex({ client: two.dynamo, table }).get({ partition: "none", sort: "none" })).toBeUndefined();
  });

  test("20 workers that change states and record charges of 100 runs at the same time are counted and summed exactly", async () => {
    const { one } = clients();
    const table = `contention-${++tables}`;
    await createIndexTable(one.dynamo(), table);
    const index = dynamoIndex({ client: one.dynamo, table });
    const runs = Array.from({ length: 100 }, (_, i) => `run-${i}`);
    const submission = submissionOf(Object.fromEntries(runs.map((run) => [run, {}])));
    const [{ id, owner, request }, month] = [submission, submission.createdAt.slice(0, 7)];
    const line = { role: "candidate", deployment: "m", model: "m", requests: 1, unmetered: 0 } as const;
    const lines = [{ ...line, promptTokens: 1, completionTokens: 1, microUsd: 7 }];
    const entry = { formatVersion: 1, kind: "run", owner, month, submission: id, suite: request.suite, lines } as const;
    await createSubmission(index, submission, 0);
    await mapBounded(runs.entries(), 20, async ([ordinal, run]) => {
      await recordRunState(index, { id, ordinal }, { state: { state: "running", done: 0, total: 1 } }, 1);
      await recordUsage(index, submission, { ...entry, run });
      await recordRunState(index, { id, ordinal }, { state: { state: "failed", reason: "x" } }, 1);
    });
    const standing = await readStanding(index, id);
    expect(standing?.counts && shownCounts(standing.record, standing.counts)).toEqual({ failed: 100 });
    const spent: number[] = [];
    for await (const { parts } of usageBySubmission(index, owner, month, id))
      for (const { microUsd } of parts) spent.push(microUsd);
    expect(spent).toEqual([700]);
  });
});
