import { zstdCompressSync } from "node:zlib";
import { plainBytes } from "@medhelm/adapters/objects/compressed-file";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { readElements } from "@medhelm/core/helm/read-elements";
import { UserError } from "@medhelm/core/user-error";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { benchmarkSamples } from "@medhelm/testing/fixtures/benchmarks/samples";
import { expect, test } from "vitest";
import { fuzz, fuzzAsync } from "./fuzz.ts";
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
  const fault = await fuzzAsync(mutatedBytes(...of.map(({ bytes }) => bytes)), 3 * of.length, async ({ at, value }) => {
    const { benchmark, args, all, name } = of[at] ?? never();
    const run = await (await findBenchmark(benchmark)).settle(args, noUserFiles);
    await run.load(dataOf({ ...all, [name]: value }));
  });
  expect(fault).toBeUndefined();
});

const STATES = JSON.stringify([{ a: 1, b: ["x", null] }, { a: '"\\' }], undefined, 2);
const packed = bytesOf(zstdCompressSync(STATES));

test("a compressed file of a run with other bytes is read whole, or refused in a sentence", () => {
  const fault = fuzz(mutatedBytes(packed), 100, ({ value }) => {
    const plain = plainBytes("runs/s/r/stats.json", value);
    if (Buffer.from(plain).toString() !== STATES) throw new UserError("other bytes, which the manifest's hash shows");
  });
  expect(fault).toBeUndefined();
});

test("a list of states with other bytes is read, or refused in a sentence", async () => {
  const fault = await fuzzAsync(mutatedBytes(bytesOf(STATES)), 100, async ({ value: bytes }) => {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    };
    for await (const element of readElements(chunks())) RequestState.safeParse(element);
  });
  expect(fault).toBeUndefined();
});

function never(): never {
  throw new Error("no sample");
}
