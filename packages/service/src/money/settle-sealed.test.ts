import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { putSubmission } from "@medhelm/testing/fixtures/money";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { submissionLedger } from "./submission-ledger.ts";

test("a run that was complete before pays for its canary request", async () => {
  const objects = memoryStore();
  const { id, owner, request } = await putSubmission(objects);
  const ports = { objects, index: sqliteIndex(":memory:"), clock: fakeClock() };
  const ledger = await submissionLedger({ ...ports, submission: id, holder: "test" }).of(request.suite, "r");
  ledger.charge({ role: "candidate", deployment: "d", model: "d" }, "0123456789abcdef", {
    formatVersion: 1,
    deployment: "d",
    result: { success: true, cached: false, completions: [], embedding: [] },
    usage: { promptTokens: 5, completionTokens: 1 },
    paidBy: { submission: id, suite: request.suite, run: "r" },
  });
  await ledger.settleSealed();
  expect(await readLedger(objects, owner, "2026-11")).toMatchObject([{ lines: [{ requests: 1, promptTokens: 5 }] }]);
});
