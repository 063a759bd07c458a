import { join } from "node:path";
import { BUCKET_PREFIXES } from "@medhelm/adapters/objects/s3-tree";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { build, type Plugin } from "esbuild";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Grant, roleGrants } from "./policies.ts";
import { root, stages } from "./program.ts";

/** An entry point, and its role in infra/. */
const PROGRAMS = [
  ["api/entry.ts", "ApiRole"],
  ["dispatch/entry.ts", "DispatchRole"],
  ["aggregate/entry.ts", "AggregateRole"],
  ["aggregate-job/entry.ts", "AggregateJob"],
  ["release/entry.ts", "ReleaseRole"],
  ["release-job/entry.ts", "ReleaseJob"],
  ["sweep/entry.ts", "SweepRole"],
  ["failure/entry.ts", "FailureRole"],
  ["worker/entry.ts", "Worker_st-mary"],
  ["copy-weights/entry.ts", "Worker"],
  ["site/entry.ts", "SiteJob"],
  ["pull-weights/entry.ts", "PullWeights"],
] as const;

const ofOthers: Plugin = {
  name: "packages of others",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@medhelm/") ? undefined : { path, external: true },
    );
  },
};

const bundleOf = (entry: string) =>
  build({
    entryPoints: [join(root, "functions", entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    outfile: "program.mjs",
    logLevel: "silent",
    plugins: [ofOthers],
  });

/**
 * Matches of `use` in the functions that the program's bundle contains, each with the file of its function. The bundle contains no
 * function that the program does not call.
 */
async function usesOf(entry: string, use: RegExp): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { text } of (await bundleOf(entry)).outputFiles) {
    // esbuild writes the path of each file above its code
    const [, ...parts] = text.split(/^\/\/ ((?:packages|functions)\/\S+)$/m);
    for (const [i, code = ""] of parts.entries()) {
      const file = parts[i - 1] ?? "";
      // it builds some keys from others
      if (i % 2 === 0 || file.endsWith("/store/object-keys.ts")) continue;
      for (const [, name = ""] of code.matchAll(use)) found.set(name, file);
    }
  }
  return found;
}

const makers = new Map(Object.entries(keys));
/** A key that the function of this name makes; undefined if the function does not exist. */
function exampleOf(name: string): string | undefined {
  const make = makers.get(name);
  return make && z.string().parse(Reflect.apply(make, undefined, ["st-mary", "st-mary", "st-mary", "st-mary"]));
}

/** The keys in the program's code, each with the file that contains it. */
async function keysOf(entry: string): Promise<Map<string, string>> {
  const uses = await usesOf(entry, /\b(?:keys|objectKeys)\d*\.(\w+)\(/g);
  return new Map([...uses].flatMap(([name, file]) => named(exampleOf(name), file)));
}

const named = (key: string | undefined, file: string): [string, string][] => (key === undefined ? [] : [[key, file]]);

const Key = z.object({ partition: z.string() }).transform(({ partition }) => partition);
const Made = z.union([z.string(), Key, z.tuple([Key], Key).transform(([first]) => first)]); // the keys of a list are in one partition
const indexMakers = new Map(Object.entries(indexKeys));
/** A partition that the function of this name makes; undefined if the function makes none. */
function partitionOf(name: string): string | undefined {
  const make = indexMakers.get(name);
  const made = make && Reflect.apply(make, undefined, ["st-mary", "st-mary", "st-mary", "st-mary"]);
  return name === "dueBefore" || made === undefined ? undefined : Made.parse(made);
}

/** The partitions of the index in the program's code, each with the file that contains it. */
async function partitionsOf(entry: string): Promise<Map<string, string>> {
  const uses = await usesOf(entry, /\bindexKeys\d*\.(\w+)\(/g);
  return new Map([...uses].flatMap(([name, file]) => named(partitionOf(name), file)));
}

/** "submissions/x/request.json" -> "arn:aws:s3:::ResultsBucket/submissions/x/request.json" */
function objectArn(key: string): string {
  for (const [bucket, prefixes] of Object.entries(BUCKET_PREFIXES))
    if (prefixes.some((prefix) => key.startsWith(prefix))) {
      const name = `${bucket[0]?.toUpperCase()}${bucket.slice(1)}Bucket`;
      return `arn:aws:s3:::${name}/${bucket === "site" ? key.slice("site/".length) : key}`;
    }
  throw new Error(`no bucket is for ${key}`);
}

const covers = ({ resource }: Grant, arn: string): boolean =>
  resource.endsWith("*") ? arn.startsWith(resource.slice(0, -1)) : arn === resource;

/** The keys that the program uses and its role does not permit. */
async function refused(entry: string, role: string): Promise<[key: string, file: string][]> {
  const grants = (roleGrants(stages.dev).get(role) ?? []).filter(({ action }) => action.startsWith("s3:"));
  const used = await keysOf(entry);
  return [...used].filter(([key]) => !grants.some((grant) => covers(grant, objectArn(key))));
}

/** The partitions that the program uses and its role does not permit. */
async function refusedPartitions(entry: string, role: string): Promise<[partition: string, file: string][]> {
  const grants = (roleGrants(stages.dev).get(role) ?? []).filter(({ action }) => action === "dynamodb:PutItem");
  const allowed = grants.flatMap(({ conditions }) =>
    conditions.flatMap((condition) =>
      condition.replace("ForAllValues:StringLike dynamodb:LeadingKeys ", "").split(", "),
    ),
  );
  const isAllowed = (partition: string) =>
    allowed.some((one) => (one.endsWith("*") ? partition.startsWith(one.slice(0, -1)) : partition === one));
  return [...(await partitionsOf(entry))].filter(([partition]) => !isAllowed(partition));
}

export function keyCases(): void {
  describe("keys", () => {
    test.each(PROGRAMS)("functions/%s uses only keys that its role %s permits", async (entry, role) => {
      expect((await keysOf(entry)).size).toBeGreaterThan(0);
      expect(await refused(entry, role)).toEqual([]);
    });

    test.each(PROGRAMS)(
      "functions/%s uses only partitions of the index that its role %s permits",
      async (entry, role) => {
        expect(await refusedPartitions(entry, role)).toEqual([]);
      },
    );

    test("the check finds the partitions that the role of another program does not permit", async () => {
      const missing = await refusedPartitions("../packages/service/src/index/open-work.ts", "SiteJob");
      expect(missing.map(([partition]) => partition)).toContain("open");
    });

    test("the check finds the keys that the role of another program does not permit", async () => {
      const missing = (await refused("dispatch/entry.ts", "ReleaseJob")).map(([key]) => key.split("/")[0]);
      expect(new Set(missing)).toEqual(new Set(["submissions", "jobs"]));
    });
  });
}
