import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { SUBMISSION } from "@medhelm/testing/fixtures/dispatch";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { createSubmission } from "../index/submission-record.ts";
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
