import { expect, test } from "vitest";
import type { Instance } from "../helm/instance.ts";
import { packInstances } from "./instance-list.ts";
import { generation } from "./prompt-specs.ts";
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

test("an empty list has no instance", async () => {
  const packed = await packInstances([]);
  expect([packed.length, packed.at(0), [...packed]]).toEqual([0, undefined, []]);
});
