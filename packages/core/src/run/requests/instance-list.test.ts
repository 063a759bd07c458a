import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spillFile } from "@medhelm/adapters/spill-file";
import { memoryInUse } from "@medhelm/testing/memory-in-use";
import { expect, test } from "vitest";
import type { Instance } from "../../helm/instance.ts";
import { packInstances } from "./instance-list.ts";
import { generation } from "../spec/prompt-specs.ts";
import { selectInstances } from "./sample.ts";

const instance = (id: number, split: string): Instance => ({
  input: { text: `Fieber ${id} \u{1f912} über 39° "heute"` },
  references: [{ output: { text: "ja" }, tags: ["correct"] }],
  split,
  id: `id${id}`,
  extra_data: { b: 1, a: [null] },
});
const thousand = Array.from({ length: 1000 }, (_, i) => instance(i, i % 2 === 0 ? "test" : "train"));

test("a packed list gives every instance back unchanged, in order and by its place", async () => {
  const packed = await packInstances(thousand);
  expect([...packed]).toEqual(thousand);
  expect([packed.length, packed.at(255), packed.at(256), packed.at(999)]).toEqual([
    1000,
    thousand[255],
    thousand[256],
    thousand[999],
  ]);
  expect([packed.at(1000), packed.at(-1), packed.splitAt(3), packed.splitAt(1000)]).toEqual([
    undefined,
    undefined,
    "train",
    undefined,
  ]);
  expect(Object.keys(packed.at(0) ?? {})).toEqual(["input", "references", "split", "id", "extra_data"]);
});

test("the instances of a packed list are drawn as those of an array", async () => {
  const { train, evaluation } = selectInstances(await packInstances(thousand), {
    ...generation(),
    max_eval_instances: 5,
  });
  expect([...evaluation].map(({ id }) => id)).toEqual(["id180", "id508", "id566", "id890", "id922"]);
  expect([train.length, train.at(0)?.id, train.at(499)?.id]).toEqual([500, "id1", "id999"]);
});

test("a packed list with one split has no split behind its end", async () => {
  const packed = await packInstances(thousand.filter(({ split }) => split === "test"));
  expect([packed.splitAt(0), packed.splitAt(499), packed.splitAt(500)]).toEqual(["test", "test", undefined]);
});

test("an empty list has no instance", async () => {
  const packed = await packInstances([]);
  expect([packed.length, packed.at(0), [...packed]]).toEqual([0, undefined, []]);
});

// 2,000 instances of 20,000 characters: 50 MB
const longInstance = (id: number): Instance => ({
  ...instance(id, "test"),
  input: { text: `${id} \u{1f912} ${"über ".repeat(4000)}` },
});
const manyLong = function* () {
  for (let id = 0; id < 2000; id++) yield longInstance(id);
};
const long = [...manyLong()];
const temporaryFile = () => spillFile(mkdtempSync(join(tmpdir(), "medhelm-spill-")));

test("a list of 50 MB gives every instance back unchanged", async () => {
  const packed = await packInstances(long, temporaryFile());
  expect([...packed]).toEqual(long);
  expect([packed.at(1999), packed.at(0)]).toEqual([long[1999], long[0]]);
});

test("a list of 50 MB with a spill takes less than 8 MiB of memory", async () => {
  const before = memoryInUse().arrayBuffers;
  const packed = await packInstances(manyLong(), temporaryFile());
  expect(memoryInUse().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
  expect(packed.length).toBe(2000);
});

test("two lists share one spill", async () => {
  const file = temporaryFile();
  const [first, second] = [await packInstances(long, file), await packInstances(long.toReversed(), file)];
  expect([first.at(1500), second.at(1500)]).toEqual([long[1500], long[499]]);
});

const refused = () => {
  throw new Error("a small list does not use the spill");
};

test("a small list writes no file", async () => {
  const packed = await packInstances(thousand, { append: refused, read: refused, close: refused });
  expect(packed.at(999)).toEqual(thousand[999]);
});
