import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { ModelReply } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { type Counted, judgedBy, plan, runToSeal, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";

const judged = (notes: number) =>
  plan(notes, "demo_notes:model=baseline/lead-sentences").then((one) => judgedBy(one, "gpu/judge", "host/judge"));
const four = await judged(4);
const all = { maxFailures: { kind: "share", share: 1 } } as const;

/** These judges say "A" to the requests that `isUnreadable` names; the others judge. */
function saysA(judges: readonly string[], isUnreadable: (ask: number) => boolean = () => true): Counted {
  let asks = 0;
  return {
    answered: [],
    saysInstead: (deployment, _, reply) =>
      judges.includes(deployment) && isUnreadable(asks++) ? textReply("A", reply) : reply,
  };
}

const textReply = (text: string, reply: ModelReply): ModelReply =>
  reply.kind === "answer"
    ? { ...reply, result: { ...reply.result, completions: [{ text, logprob: 0, tokens: [] }] } }
    : reply;

const BOTH = ["gpu/judge", "host/judge"];
const END = "choose other judges with --judges NAMES, or ask again with --fresh; all answers of the candidate are kept";

test("a run without one readable verdict fails with the judges' reason, even if all failures are accepted", async () => {
  await expect(runToSeal(workerPorts(memoryStore(), saysA(BOTH)), workRequest(four, all))).rejects.toThrow(
    `the judges gave 0 of 8 verdicts: the reply is no JSON object (8 of gpu/judge and host/judge); ${END}`,
  );
});

test("the server, and not the user, is at fault if a run has no verdict", async () => {
  const failed = runToSeal(workerPorts(memoryStore(), saysA(BOTH)), workRequest(four));
  await expect(failed).rejects.toMatchObject({ reason: "too_many_failures", isServerFault: true });
});

test("a run in which one of two judges gives no verdict fails, and names that judge", async () => {
  await expect(runToSeal(workerPorts(memoryStore(), saysA(["gpu/judge"])), workRequest(four))).rejects.toThrow(
    `the judges gave 4 of 8 verdicts: the reply is no JSON object (4 of gpu/judge); ${END}; at most 5 % of the verdicts may be missing, and --max-failures 100% accepts all failures`,
  );
});

test("missing verdicts within the limit are counted, and the run is sealed", async () => {
  const manifest = await runToSeal(workerPorts(memoryStore(), saysA(["gpu/judge"])), workRequest(four, all));
  expect(manifest.coverage).toMatchObject({ verdictsAsked: 8, verdictsScored: 4 });
});

test("a jury is asked no more when its first ten verdicts are missing", async () => {
  const counted = saysA(BOTH);
  const twelve = await judged(12);
  await expect(runToSeal(workerPorts(memoryStore(), counted), workRequest(twelve, { concurrency: 1 }))).rejects.toThrow(
    "the judges gave 0 of 10 verdicts",
  );
  // five notes, and two requests to each judge for each of them
  expect(counted.answered).toHaveLength(25);
});

test("the same command with a readable jury asks only the judges", async () => {
  const objects = memoryStore();
  await expect(runToSeal(workerPorts(objects, saysA(BOTH)), workRequest(four))).rejects.toThrow("0 of 8 verdicts");
  const again: Counted = { answered: [] };
  const other = judgedBy(four, "other-host/judge");
  const manifest = await runToSeal(workerPorts(objects, again), workRequest(other));
  expect(manifest.coverage).toMatchObject({ verdictsAsked: 4, verdictsScored: 4 });
  expect(again.answered).toHaveLength(4);
});
