import { metricFor } from "@medhelm/benchmarks/registry";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { expect, test } from "vitest";
import { aggregateRun } from "./aggregate-run.ts";
import { DERIVED_RULES, kindOf } from "./derived-rules.ts";

const hashOf = (value: unknown): string => sha256Hex(canonicalJson(value)).slice(0, 16);

// If this fails because files are made in another way, raise the version of their kind, and write the new hash here.
test("equal inputs give the bytes that belong to the version of each kind's rules", async () => {
  const objects = memoryStore();
  const run = await putSyntheticRun(objects, "s", 20);
  const sealed = await aggregateRun({ objects, metrics: metricFor }, { suite: "s", run });
  if (sealed.kind !== "sealed") throw new Error(sealed.kind);
  const { files, derived: _derived, derivedRules, ...fields } = sealed.manifest;
  const hashes = Object.groupBy(Object.entries(files), ([file]) => kindOf(file));
  expect({
    rules: derivedRules,
    stats: hashOf(hashes.stats),
    scores: hashOf(hashes.scores),
    pages: hashOf(hashes.pages),
    manifest: hashOf({ ...fields, contentSha256: "", ownSha256: "" }),
  }).toEqual({
    rules: DERIVED_RULES,
    stats: "a2fcc206418a1e1f",
    scores: "1c664fb3c52cd48e",
    pages: "a39ff0ebaf9462a3",
    manifest: "4dff0eb47f8f1e6f",
  });
});
