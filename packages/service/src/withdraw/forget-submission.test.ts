import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { SUBMISSION } from "@medhelm/testing/fixtures/dispatch";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { recordRunState } from "../index/run-states.ts";
import { createSubmission } from "../index/submission-record.ts";
import { markFailed } from "../submissions/submission-run-state.ts";
import { forgetSubmission } from "./forget-submission.ts";

const SECRET = "Ms Zyxwv is the patient.";
const { id, request } = SUBMISSION;

async function world() {
  const ports = { objects: memoryStore(), index: sqliteIndex(":memory:"), clock: fakeClock() };
  const stored = { ...SUBMISSION, request: { ...request, systemMessage: SECRET }, later: "field" };
  await putJson(ports.objects, keys.submission(id), stored);
  await createSubmission(ports.index, SUBMISSION, 10);
  return ports;
}
const textOf = async ({ objects }: Pick<Awaited<ReturnType<typeof world>>, "objects">): Promise<string> =>
  new TextDecoder().decode((await objects.get(keys.submission(id)))?.body);

test("a submission loses its system message and keeps all else", async () => {
  const ports = await world();
  await forgetSubmission(ports, SUBMISSION, true);
  expect(await getJson(ports.objects, keys.submission(id), z.unknown())).toEqual({
    ...SUBMISSION,
    request,
    later: "field",
  });
});

test("an open submission is cancelled, in the objects and in the index", async () => {
  const ports = await world();
  expect(await forgetSubmission(ports, SUBMISSION, true)).toBe(true);
  expect(await ports.objects.head(keys.submissionCancel(id))).toBeDefined();
  expect((await ports.index.get(indexKeys.submissionMeta(id)))?.value).toMatchObject({
    cancelledAt: expect.anything(),
  });
});

test("no record keeps the reason of a failed run, which may quote a row or a prompt", async () => {
  const ports = await world();
  const [first] = SUBMISSION.runs;
  const failed = { state: "failed", reason: SECRET, code: "input" } as const;
  await markFailed(ports.objects, id, first?.run ?? "", failed, 1);
  await putJson(ports.objects, keys.submissionSettled(id), { formatVersion: 1, ended: { [first?.run ?? ""]: failed } });
  const job = { formatVersion: 1, submission: id, deployment: "m/one", role: "candidate", attempt: 4, faults: 3 };
  await putJson(ports.objects, keys.job(id, "m/one", "candidate"), { ...job, givenUp: SECRET });
  await recordRunState(ports.index, { id, ordinal: 0 }, { state: failed, isHandled: true }, 1);
  await forgetSubmission(ports, SUBMISSION, true);
  const texts = await textsBelow(ports.objects, "");
  expect([...texts].filter(([, text]) => text.includes("Zyxwv"))).toEqual([]);
  expect((await ports.index.get(indexKeys.runState(id, 0)))?.value).toEqual({
    term: 1,
    state: { state: "failed", code: "input", reason: expect.stringMatching(/^the reason was deleted/) },
    isHandled: true,
  });
});

test("an ended submission is not cancelled", async () => {
  const ports = await world();
  await putJson(ports.objects, keys.submissionDone(id), {});
  expect(await forgetSubmission(ports, SUBMISSION, true)).toBe(false);
  expect(await ports.objects.head(keys.submissionCancel(id))).toBeUndefined();
});

test("without confirmation nothing changes", async () => {
  const ports = await world();
  expect(await forgetSubmission(ports, SUBMISSION, false)).toBe(true);
  expect(await textOf(ports)).toContain(SECRET);
  expect(await ports.objects.head(keys.submissionCancel(id))).toBeUndefined();
});
