import { expect, test } from "vitest";
import { measurementTable } from "./measurement-table.ts";
import { numberColumn } from "./number-column.ts";

test("a column keeps every number exactly, independent of later numbers", () => {
  const numbers = [0, 1, 127, -128, 128, -129, 32_767, -32_768, 32_768, 2_147_483_647, 2_147_483_648, 0.1, -0, 1e300];
  for (const order of [numbers, numbers.toReversed()]) {
    const column = numberColumn();
    for (const [i, number] of order.entries()) column.set(i * 3, number);
    expect(order.map((_, i) => column.at(i * 3))).toEqual(order);
    expect([column.at(1), column.at(1000)]).toEqual([0, 0]);
  }
});

test("numbers of several blocks are kept, each block in the type that it needs", () => {
  const column = numberColumn();
  const numbers = new Map([
    [0, 1],
    [16_383, 2],
    [16_384, 0.5],
    [16_385, -3],
    [70_000, 300],
    [5, 40_000],
  ]);
  for (const [index, number] of numbers) column.set(index, number);
  expect([...numbers.keys()].map(column.at)).toEqual([...numbers.values()]);
  expect([4, 16_382, 16_386, 40_000, 200_000].map(column.at)).toEqual([0, 0, 0, 0, 0]);
});

test("NaN and infinity are kept; their stats are omitted later", () => {
  const column = numberColumn();
  for (const [i, number] of [1, Number.NaN, Number.NEGATIVE_INFINITY].entries()) column.set(i, number);
  expect([0, 1, 2].map((i) => column.at(i))).toEqual([1, Number.NaN, Number.NEGATIVE_INFINITY]);
});

test("an instance keeps its own names in order, unmeasured ones and repeated ones included", () => {
  const values = measurementTable();
  const instances = [
    [
      { name: "a", value: 1 },
      { name: "b", value: undefined },
      { name: "a", value: 0.5 },
    ],
    [],
    [
      { name: "b", value: true },
      { name: "a", value: 7 },
    ],
  ];
  for (const [i, measurements] of instances.entries()) values.set(i, measurements);
  const read = [0, 1, 2].map((i) => values.shapeOf(i).map(({ name, column }) => [name, column?.at(i)]));
  expect(read).toEqual([
    [
      ["a", 1],
      ["b", undefined],
      ["a", 0.5],
    ],
    [],
    [
      ["b", 1],
      ["a", 7],
    ],
  ]);
});
