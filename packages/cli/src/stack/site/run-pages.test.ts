import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { getJson } from "@medhelm/core/store/objects";
import { PageIndex } from "@medhelm/core/release/pages/page";
import { expect, test } from "vitest";
import { runPages } from "./run-pages.ts";

const [small, large] = [await plan(1), await plan(2)];
const run = small.runSpec.name;

/** The number of instances on the pages of a run that was sealed with one instance and then with two. */
async function instancesOf(choose: (seals: { readonly first: string; readonly second: string }) => string) {
  const objects = memoryStore();
  const seal = async (what: typeof small) =>
    (await runToSeal(workerPorts(objects, { answered: [] }), workRequest(what))).contentSha256;
  const seals = { first: await seal(small), second: await seal(large) };
  const keyOf = await runPages(objects, { suite: SUITE, run, contentSha256: choose(seals) }, "helm");
  return keyOf && (await getJson(objects, keyOf("index.json"), PageIndex))?.instances;
}

test("the server shows the instances of the generation that was summarised, not those of a later seal", async () => {
  expect(await instancesOf(({ first }) => first)).toBe(1);
});

test("the server shows the instances of the last seal if it was summarised", async () => {
  expect(await instancesOf(({ second }) => second)).toBe(2);
});

test("the server shows no instances if the summarised results are gone", async () => {
  expect(await instancesOf(() => "f".repeat(64))).toBeUndefined();
});
