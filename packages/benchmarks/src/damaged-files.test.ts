import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { UserError } from "@medhelm/core/user-error";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { z } from "zod";
import { benchmarkNames, findBenchmark } from "./registry.ts";

/**
 * The exports of a folder's sample.cases.ts: a small invented set of the benchmark's files, and the arguments that they need.
 */
const SampleFiles = z.object({
  /** The files by their path in the mirror. */
  files: z.record(z.string(), z.union([z.string(), z.instanceof(Uint8Array)])),
  args: z.record(z.string(), z.string()).default({}),
});
interface SampleFiles {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly args: Readonly<Record<string, string>>;
}
const Named = z.object({ default: z.object({ card: z.object({ name: z.string() }) }) });

const source = fileURLToPath(new URL(".", import.meta.url));
const folders = readdirSync(source).filter((folder) => existsSync(`${source}${folder}/sample.cases.ts`));
const samples = new Map<string, SampleFiles>();
for (const folder of folders) {
  const { default: made } = Named.parse(await import(`${source}${folder}/index.ts`));
  samples.set(made.card.name, SampleFiles.parse(await import(`${source}${folder}/sample.cases.ts`)));
}

/** File formats in which any damage shows. The others are text, and a part of a text may be complete. */
const PACKED = /\.(?:parquet|feather|xlsx|docx|zip|gz)$/;

async function load(name: string, { files, args }: SampleFiles) {
  const run = await (await findBenchmark(name)).settle(args, noUserFiles);
  return run.load(dataOf(files));
}

/** Ways to damage a file. A text that ends between two records looks like a shorter text. */
const damages: readonly (readonly [string, (whole: Uint8Array) => Uint8Array | string])[] = [
  ["nothing", () => ""],
  ["a third", (whole) => whole.slice(0, Math.floor(whole.length / 3))],
  ["two thirds", (whole) => whole.slice(0, Math.floor((whole.length * 2) / 3))],
  ["all but its end", (whole) => whole.slice(0, -3)],
  ["Latin-1", (whole) => new Uint8Array([...whole.slice(0, 40), 0xe9, 0x20, ...whole.slice(40)])],
  ["UTF-16", (whole) => Buffer.from(Buffer.from(whole).toString("latin1"), "utf16le")],
  ["zeros", (whole) => new Uint8Array(whole.length)],
  ["every fifth byte another", (whole) => whole.map((byte, at) => (at % 5 === 4 ? byte ^ 0x55 : byte))],
  [
    "one byte in the middle another",
    (whole) => whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 0xff : byte)),
  ],
  ["null", () => "null"],
  ["[null]", () => "[null]"],
  ["{}", () => "{}"],
  ["[[]]", () => "[[]]"],
  ["a web page", () => "<!DOCTYPE html>\n<html><body>404: <b>Not Found</b></body></html>\n"],
  ["a ZIP of nothing", () => zipSync({})],
  ["a gzip", (whole) => gzipSync(whole)],
];

test("every benchmark that reads files has sample files", () => {
  const own = ["demo_notes", "demo_questions", "medhelm_configurable_benchmark"];
  expect([...samples.keys()].toSorted()).toEqual(benchmarkNames.filter((name) => !own.includes(name)).toSorted());
});

test.for([...samples])(
  "%s: a damaged file is refused in one sentence, or is a shorter complete one",
  async ([name, sample]) => {
    expect((await load(name, sample)).instances.length).toBeGreaterThan(0);
    const problems: string[] = [];
    for (const [path, content] of Object.entries(sample.files))
      for (const [damage, harm] of damages) {
        const whole = typeof content === "string" ? strToU8(content) : new Uint8Array(content);
        const outcome = await load(name, { ...sample, files: { ...sample.files, [path]: harm(whole) } }).then(
          ({ instances }) => instances.length > 0 && !PACKED.test(path),
          (error: unknown) => error instanceof UserError && /^[^\n]{20,600}$/.test(error.message),
        );
        if (!outcome) problems.push(`${path} with ${damage}`);
      }
    expect(problems).toEqual([]);
  },
);
