import { metricFor } from "@medhelm/benchmarks/registry";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { fixture, putRun, SCHEMA } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { z } from "zod";
import { buildRelease, summarizeSuite } from "../release/build-release.ts";
import { buildRequestedRelease } from "../release/build-requested-release.ts";
import { verifyRelease } from "./verify-release.ts";

/** A release that bob requested over the API, with a schema of his own and the public runs of ann's suite. */
async function requestedRelease() {
  const ports = fixture();
  const { objects } = ports;
  await putRun(objects, { suite: "anns", model: "m/open", score: 1, access: "public" });
  await putRun(objects, { suite: "anns", model: "m/gated", score: 1, access: "gated" });
  const schema = SCHEMA.replace("Quiz", "Bob's quiz");
  await objects.put(keys.input("bob", sha256Hex(schema)), schema);
  const stored: StoredRelease = {
    formatVersion: 1,
    owner: "bob",
    publicOnly: ["anns"],
    createdAt: "2026-01-01T00:00:00.000Z",
    request: {
      name: "r1",
      suites: ["anns"],
      profile: "helm",
      publish: true,
      schema: `input:${sha256Hex(schema)}`,
    },
  };
  await putJson(objects, keys.releaseRequest("r1"), stored);
  expect(await buildRequestedRelease(ports, "r1")).toBe("built");
  return { ports: { ...ports, metrics: metricFor }, schema };
}

const OF = { kind: "release", name: "r1" } as const;

test("the tables of a release that was requested over the API are computed with its own schema and suites", async () => {
  const { ports } = await requestedRelease();
  const { difference, checked } = await verifyRelease(ports, { of: OF, tablesOnly: true });
  expect(difference).toBeUndefined();
  expect(checked).toBeGreaterThan(5);
});

test("a leaderboard with a date that is none is named", async () => {
  const { ports } = await requestedRelease();
  const { keyOf } = await openRelease(ports.objects, "r1");
  const key = keyOf("leaderboard.json");
  const text = JSON.stringify(await getJson(ports.objects, key, z.unknown()));
  await ports.objects.put(key, text.replace(/"date":"[^"]+"/, '"date":"2026-1x-01"'));
  const { difference } = await verifyRelease(ports, { of: OF, tablesOnly: true });
  expect(difference?.because).toContain("date: must be a date or a time");
});

test.each([
  ["another date", { createdAt: "2027-02-03T00:00:00.000Z" }],
  ["another name", { release: "r2" }],
  ["no suites", { suites: [] }],
  ["another state", { published: true }],
])("the record of a release of the command line with %s is named", async (_, changed) => {
  const ports = { ...fixture(), metrics: metricFor };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await buildRelease(ports, { kind: "release", release: "r1", suites: ["s"], profile: "helm" });
  const { keyOf } = await openRelease(ports.objects, "r1");
  const key = keyOf("release.json");
  const stored = await ports.objects.get(key);
  const text = new TextDecoder().decode(stored?.body);
  const [fields = "", hash = ""] = text.split(/(?=,\n)/);
  await ports.objects.put(key, JSON.stringify({ ...JSON.parse(`${fields}}`), ...changed }).slice(0, -1) + hash);
  const { difference } = await verifyRelease(ports, { of: OF, tablesOnly: true });
  expect(difference).toMatchObject({ file: key, because: expect.stringContaining("differs from its own hash") });
});

test("the record of another release is named, also if an earlier version wrote it without a hash", async () => {
  const ports = { ...fixture(), metrics: metricFor };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await buildRelease(ports, { kind: "release", release: "r1", suites: ["s"], profile: "helm" });
  const { keyOf, record } = await openRelease(ports.objects, "r1");
  await ports.objects.put(keyOf("release.json"), JSON.stringify({ ...record, release: "r2" }));
  const { difference } = await verifyRelease(ports, { of: OF, tablesOnly: true });
  expect(difference).toMatchObject({ file: keyOf("release.json"), key: "release", stored: "r2", recomputed: "r1" });
});

test("an uploaded schema that has expired must be given", async () => {
  const { ports, schema } = await requestedRelease();
  await ports.objects.delete(keys.input("bob", sha256Hex(schema)));
  await expect(verifyRelease(ports, { of: OF, tablesOnly: true })).rejects.toThrow("give that file with --schema-path");
});

test("what an earlier call remembered of HELM's runs is not taken as a result", async () => {
  const ports = { ...fixture(), metrics: metricFor };
  const run = await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" });
  const key = keys.rememberedScores("s", run);
  const text = JSON.stringify(await getJson(ports.objects, key, z.unknown()));
  await ports.objects.put(key, text.replace('"values":[0.5]', '"values":[1]'));
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" });
  const { difference } = await verifyRelease(ports, { of: { kind: "suite", name: "s" } });
  expect(difference).toMatchObject({ file: "runs/s/leaderboard.json", recomputed: "there is one score" });
});

test("several threads name the first difference in the order of the runs, not in the order in which they end", async () => {
  const ports = { ...fixture(), metrics: metricFor };
  for (const model of ["m/a", "m/b", "m/c"])
    await putRun(ports.objects, { suite: "s", model, score: 0.5, access: "public" });
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" });
  const last = Promise.withResolvers<void>();
  const asked: string[] = [];
  const verify = async (_: string, run: string) => {
    asked.push(run);
    await (run.endsWith("m_c") ? last.resolve() : last.promise);
    return { checked: 1, notChecked: [], difference: { file: run, key: "", stored: 1, recomputed: 2 } };
  };
  const found = await verifyRelease(
    { ...ports, verifiers: { concurrency: 3, verify } },
    { of: { kind: "suite", name: "s" } },
  );
  expect(found.difference?.file).toBe("quiz:model=m_b");
  expect(asked).toEqual(["quiz:model=m_b", "quiz:model=m_c"]); // this thread verifies the first run
});
