import { expect, test } from "vitest";
import { columnItems, type ItemScore } from "./column-items.ts";

const answers = (items: readonly ItemScore[]) => [{ part: "", items }];
const item = (id: string, value: number | null, inputSha256?: string): ItemScore => ({ id, value, inputSha256 });

test("models are paired by item in any order of their files", () => {
  const found = columnItems([
    answers([item("id0", 1), item("id1", 0)]),
    answers([item("id1", 0.5), item("id0", 0.25)]),
  ]);
  expect(found?.runs.map(({ sums }) => [...sums])).toEqual([[1, 0.25, 0, 0.5]]);
});

test("an item without a score counts for no mean, and is no common item", () => {
  const found = columnItems([answers([item("id0", 1), item("id1", null)]), answers([item("id0", 1), item("id1", 1)])]);
  expect(found).toMatchObject({ models: [0, 1], items: 2, commonItems: 1 });
  expect(found?.runs.map(({ counts }) => [...counts])).toEqual([[1, 1, 0, 1]]);
});

test("a model that answered other ids is left out, and most models decide which items count", () => {
  const found = columnItems([answers([item("id7", 1)]), answers([item("id0", 1)]), answers([item("id0", 0)])]);
  expect(found).toMatchObject({ models: [1, 2], otherItems: [0] });
});

test("an equal id with another input is another item", () => {
  const found = columnItems([
    answers([item("id0", 1, "aa"), item("id1", 1, "bb")]),
    answers([item("id0", 1, "aa"), item("id1", 1, "bb")]),
    answers([item("id0", 1, "cc"), item("id1", 1, "dd")]),
  ]);
  expect(found).toMatchObject({ models: [0, 1], otherItems: [2] });
});

test("without a hash the id alone identifies the item", () => {
  const found = columnItems([answers([item("id0", 1, "aa")]), answers([item("id0", 0)])]);
  expect(found).toMatchObject({ models: [0, 1], otherItems: [], items: 1 });
});

test("a cluster's items are summed, and trials of one item are one cluster", () => {
  const found = columnItems([
    answers([
      { id: "id0", cluster: "a", value: 1 },
      { id: "id1", cluster: "a", value: 0 },
      { id: "id2", value: 1 },
      { id: "id2", value: 1 },
    ]),
  ]);
  expect(found).toMatchObject({ items: 3, clusters: 2 });
  expect(found?.runs.map(({ sums, counts }) => [[...sums], [...counts]])).toEqual([
    [
      [1, 2],
      [2, 2],
    ],
  ]);
});

test("models without known items are in neither list", () => {
  expect(columnItems([undefined, answers([item("id0", 1)])])).toMatchObject({ models: [1], otherItems: [] });
  expect(columnItems([undefined])).toBeUndefined();
});
