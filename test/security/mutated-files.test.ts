import { zstdCompressSync } from "node:zlib";
import { plainBytes } from "@medhelm/adapters/objects/compressed-file";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { readElements } from "@medhelm/core/helm/read-elements";
import { UserError } from "@medhelm/core/user-error";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { benchmarkSamples } from "@medhelm/testing/fixtures/benchmarks/samples";
import { expect, test } from "vitest";
import { faults } from "./faults.ts";
import { mutatedBytes } from "./mutated.ts";

const samples = await benchmarkSamples();
const bytesOf = (file: Uint8Array | string): Uint8Array => Buffer.from(file);

/** Each file of each benchmark that reads files. */
const files = [...samples].flatMap(([benchmark, { files: all, args }]) =>
  Object.entries(all).map(([name, file]) => ({ benchmark, args, all, name, bytes: bytesOf(file) })),
);
const PACKED = /\.(?:parquet|feather|xlsx|docx|zip|gz)$/;

test.each([
  ["an archive or a packed table", files.filter(({ name }) => PACKED.test(name))],
  ["a text", files.filter(({ name }) => !PACKED.test(name))],
])("%s of a benchmark with other bytes is read, or refused in a sentence", async (_what, of) => {
  const found = await faults(3 * of.length, async (random, seed) => {
    const { benchmark, args, all, name, bytes } = of[seed % of.length] ?? never();
    const run = await (await findBenchmark(benchmark)).settle(args, noUserFiles);
    await run.load(dataOf({ ...all, [name]: mutatedBytes(bytes, random) }));
  });
  expect(found).toEqual([]);
});

const STATES = JSON.stringify([{ a: 1, b: ["x", null] }, { a: '"\\' }], undefined, 2);
const packed = bytesOf(zstdCompressSync(STATES));

test("a compressed file of a run with other bytes is read whole, or refused in a sentence", async () => {
  const found = await faults(100, (random) => {
    const plain = plainBytes("runs/s/r/stats.json", mutatedBytes(mutatedBytes(packed, random), random));
    if (Buffer.from(plain).toString() !== STATES) throw new UserError("other bytes, which the manifest's hash shows");
  });
  expect(found).toEqual([]);
});

test("a list of states with other bytes is read, or refused in a sentence", async () => {
  const found = await faults(100, async (random) => {
    const bytes = mutatedBytes(bytesOf(STATES), random);
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    };
    for await (const element of readElements(chunks())) RequestState.safeParse(element);
  });
  expect(found).toEqual([]);
});

function never(): never {
  throw new Error("no sample");
}
