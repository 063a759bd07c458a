import { metricFor } from "@medhelm/benchmarks/registry";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { fixture, putRun, SCHEMA } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
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

test("an uploaded schema that has expired must be given", async () => {
  const { ports, schema } = await requestedRelease();
  await ports.objects.delete(keys.input("bob", sha256Hex(schema)));
  await expect(verifyRelease(ports, { of: OF, tablesOnly: true })).rejects.toThrow("give that file with --schema-path");
});
