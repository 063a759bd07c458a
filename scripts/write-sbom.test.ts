import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const Bill = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  metadata: z.object({ component: z.object({ name: z.literal("medhelm"), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith("pkg:npm/"),
      licenses: z.array(z.unknown()).optional(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
    }),
  ),
});
const OWN = ["adapters", "benchmarks", "cli", "core", "encoders", "functions", "service", "testing", "web"];

test("the bill of materials of a release names each package that users install, with version, licence and hash", () => {
  const file = join(mkdtempSync(join(tmpdir(), "medhelm-bill-")), "medhelm.cdx.json");
  execFileSync(process.execPath, [fileURLToPath(new URL("write-sbom.ts", import.meta.url)), file]);
  const { components } = Bill.parse(JSON.parse(readFileSync(file, "utf8")));
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["hono", "zod", "undici", "jose"]));
  expect(names).not.toContain("vitest");
  const bare = components.filter(({ licenses, hashes }) => licenses === undefined || hashes === undefined);
  expect(bare.map(({ name }) => name).toSorted()).toEqual(OWN);
});
