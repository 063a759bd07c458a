import { localDataSource } from "@medhelm/adapters/data/data-source";
import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import { Deployment } from "@medhelm/core/models/deployment";
import { createBudget } from "@medhelm/core/money/budget";
import type { ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import type { Access } from "@medhelm/core/run/profile";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { requestTo } from "@medhelm/testing/fixtures/request";
import { expect, test } from "vitest";
import { workerPorts } from "./worker-ports.ts";

const MODEL = "baseline/lead-sentences";
const REQUEST = requestTo(MODEL, "The same question.", 10);

const resolve = async (name: string, modelName: string): Promise<Deployment> =>
  Deployment.parse({ name, modelName, client: { kind: "builtin", baseline: name }, trust: "local" });

/** Asks one question in a run of an owner. */
async function ask(objects: ObjectStore, owner: string, access: Access, asked: string[]): Promise<void> {
  const { client } = builtinModel(MODEL);
  const ports = workerPorts({
    owner,
    outputPath: "unused",
    objects,
    models: {
      resolve,
      connect: async () => ({
        ...client,
        ask: (request, options) => {
          asked.push(owner);
          return client.ask(request, options);
        },
      }),
    },
    data: localDataSource({ cacheDir: "unused", fetch, beforeDownload: async () => undefined, offline: true }),
    encoder: undefined,
    budget: createBudget(),
    concurrency: 1,
    offline: true,
    allowedHosts: [],
    allowHosted: false,
    shareAnswers: true,
    env: {},
    report: () => undefined,
  });
  const use = { role: "candidate", benchmark: "b", access, run: "r", suite: owner } as const;
  const model = await (await ports.open(MODEL, MODEL, use)).identify();
  await model.ask(REQUEST, { trial: 0, signal: new AbortController().signal });
}

const scopesOf = async (objects: ObjectStore): Promise<string[]> =>
  (await collect(objects.list("cache/"))).map(({ key }) => key.split("/")[1] ?? "");

test.each(["private", "gated", "local"] as const)(
  "an answer to a %s prompt is kept for its owner alone",
  async (access) => {
    const objects = memoryStore();
    const asked: string[] = [];
    for (const owner of ["ann", "bob", "ann"]) await ask(objects, owner, access, asked);
    expect(asked).toEqual(["ann", "bob"]);
    expect(await scopesOf(objects)).toEqual(["ann", "bob"]);
  },
);

test("an answer to a public prompt is kept once for all owners", async () => {
  const objects = memoryStore();
  const asked: string[] = [];
  for (const owner of ["ann", "bob"]) await ask(objects, owner, "public", asked);
  expect(asked).toEqual(["ann"]);
  expect(await scopesOf(objects)).toEqual(["public"]);
});
