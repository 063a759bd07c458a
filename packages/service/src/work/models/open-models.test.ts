import { judgedBy, plan, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { openModels } from "./open-models.ts";

const NAMES = ["baseline/lead-sentences", "judge/lexical", "judge/word-pairs"];
const NEW = { known: {}, isDone: false, canPool: false, instances: 1 };

/** Opens a candidate and two judges, each of which waits until all are requested. */
async function opened(open: (name: string) => Promise<never>) {
  const judged = judgedBy(await plan(1), "judge/lexical", "judge/word-pairs");
  return openModels({ ...workerPorts(memoryStore(), { answered: [] }), open }, workRequest(judged), NEW);
}

test("the candidate and the judges are connected at once, because a server that is silent takes seconds", async () => {
  const all = Promise.withResolvers<void>();
  const asked: string[] = [];
  const opening = opened(async (name) => {
    if (asked.push(name) === NAMES.length) all.resolve();
    await all.promise;
    throw new UserError(`${name} is not served`);
  });
  await expect(opening).rejects.toThrow("baseline/lead-sentences is not served");
  expect(asked).toEqual(NAMES);
});

test.each([
  ["a run that is to be asked reports its number of instances when its models are identified", false, [7]],
  ["a complete run does not", true, []],
] as const)("%s", async (_, isDone, reported) => {
  const counts: number[] = [];
  const onFirstWait = (instances: number): void => void counts.push(instances);
  const ports = { ...workerPorts(memoryStore(), { answered: [] }), onFirstWait };
  await openModels(ports, workRequest(await plan(1)), { known: {}, isDone, canPool: false, instances: 7 });
  expect(counts).toEqual(reported);
});
