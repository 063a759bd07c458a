import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { stripVolatile } from "@medhelm/core/helm/volatile";
import { expect, test } from "vitest";
import { runTexts } from "@medhelm/testing/fixtures/work";
import { aggregateRun } from "./aggregate-run.ts";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";

const INSTANCES = 300; // more than one page

async function sealed(instances: number) {
  const objects = memoryStore();
  const run = await putSyntheticRun(objects, "s", instances);
  const result = await aggregateRun({ objects, metrics: metricFor }, { suite: "s", run });
  if (result.kind !== "sealed") throw new Error(result.kind);
  const texts = await runTexts(objects, run);
  texts.delete("manifest.json");
  return { manifest: result.manifest, texts };
}

test("hashes of streamed files equal the hashes of the whole files", async () => {
  const { manifest, texts } = await sealed(INSTANCES);
  const files = [...texts.keys()].toSorted();
  expect(files).toContain("pages/2.json");
  const hashes = (of: (file: string, text: string) => string) =>
    Object.fromEntries(files.map((file) => [file, of(file, texts.get(file) ?? "")]));
  expect(manifest.files).toEqual(hashes((_file, text) => sha256Hex(text)));
  const content = hashes((file, text) => sha256Hex(canonicalJson(stripVolatile(file, JSON.parse(text)))));
  expect(manifest.contentSha256).toBe(sha256Hex(canonicalJson(content)));
});

test("the contentSha256 of a run changes only with a field of its files", async () => {
  // The last change added worst.json, the excerpts of a run's instances.
  const { manifest } = await sealed(30);
  expect(manifest.contentSha256).toBe("7dc6866b70f51fbb8177a54cd50f111f60e6dc86f466e1bf08d41f3a6feef196");
});
