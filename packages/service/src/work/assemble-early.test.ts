import { judgedBy, oneFailureAllowed, plan, runToSeal, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { expect, test } from "vitest";

async function contentOf(assemblesEarly: boolean): Promise<string | undefined> {
  const ports = { ...workerPorts(memoryStore(), { answered: [] }), assemblesEarly };
  const sealed = await runToSeal(ports, workRequest(judgedBy(await plan(8), "gpu/judge")));
  return sealed.contentSha256;
}

test("files that are written while requests are asked equal those that are written afterwards", async () => {
  const early = await contentOf(true);
  expect(early).toMatch(/^[0-9a-f]{64}$/);
  expect(early).toBe(await contentOf(false));
});

test("requests that are scored while they are asked give the manifest of those that are read and scored afterwards", async () => {
  const early = await manifestOf(true);
  expect(early?.coverage.scored).toEqual({ helm: 8, corrected: 8 });
  expect(early).toEqual(await manifestOf(false));
});

test("the aggregation does not read the requests if they were scored before, and else twice", async () => {
  expect([await readsOf(true), await readsOf(false)]).toEqual([0, 2]);
});

async function manifestOf(assemblesEarly: boolean): Promise<Manifest | undefined> {
  const ports = { ...workerPorts(memoryStore(), { answered: [] }), assemblesEarly };
  const sealed = await runToSeal(ports, workRequest(await plan(8)));
  return sealed && { ...sealed, folder: "", files: {}, ownSha256: "" };
}

async function readsOf(assemblesEarly: boolean): Promise<number> {
  const objects = memoryStore();
  let reads = 0;
  const counted: ObjectStore = {
    ...objects,
    stream(key, range) {
      reads += Number(key.endsWith("scenario_state.json"));
      return objects.stream(key, range);
    },
  };
  await runToSeal({ ...workerPorts(counted, { answered: [] }), assemblesEarly }, workRequest(await plan(8)));
  return reads;
}

const NO_MODEL = { reason: "bad_request", message: "no such model", isRetriable: false } as const;

test("a run that fails while its files are written leaves no scenario_state.json", async () => {
  const objects = memoryStore();
  const ports = { ...workerPorts(objects, { answered: [], failAt: () => NO_MODEL }), assemblesEarly: true };
  await expect(runToSeal(ports, workRequest(await plan(8), oneFailureAllowed))).rejects.toThrow("no such model");
  const written = await collect(objects.list("runs/"));
  expect(written.filter(({ key }) => key.endsWith("scenario_state.json"))).toEqual([]);
});
