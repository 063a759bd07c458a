import { expect, test } from "vitest";
import { rowGroups } from "./row-groups.ts";

test("cluster and stratum come from a field of extra_data", () => {
  const groups = { cluster: { unit: "note", field: "note" }, stratum: { unit: "category", field: "category" } };
  const row = rowGroups({ id: "7", extra_data: { note: 12, category: "lab" } }, groups, {});
  expect(row).toEqual({ cluster: "12", stratum: "lab" });
});

test("two consecutive instances of one row share a cluster, by HELM's ids", () => {
  const cluster = { unit: "source row", consecutive: 2 };
  expect(["id0", "id1", "id2"].map((id) => rowGroups({ id }, { cluster }, {}).cluster)).toEqual(["0", "0", "1"]);
  expect(rowGroups({ id: "PMID2" }, { cluster }, {})).toEqual({});
});

test("an argument of the run entry is the stratum of the whole run", () => {
  const stratum = { unit: "condition", argument: "condition" };
  expect(rowGroups({ id: "id0" }, { stratum }, { condition: "homelessness" })).toEqual({ stratum: "homelessness" });
});

test("groups that the instances do not name are omitted", () => {
  expect(rowGroups({ id: "id0" }, { cluster: { unit: "patient" }, stratum: { unit: "task" } }, {})).toEqual({});
});

test("an id that only contains a number of HELM's form has no cluster", () => {
  const cluster = { unit: "source row", consecutive: 2 };
  const ids = ["xid3", "id3x", "id", "id12"];
  expect(ids.map((id) => rowGroups({ id }, { cluster }, {}).cluster)).toEqual([undefined, undefined, undefined, "6"]);
});

test("a field that an instance lacks gives no group, and an object is no name", () => {
  const groups = { cluster: { unit: "note", field: "note" }, stratum: { unit: "category", field: "category" } };
  expect(rowGroups({ id: "7", extra_data: { note: { a: 1 } } }, groups, {})).toEqual({});
  expect(rowGroups({ id: "7" }, groups, {})).toEqual({});
});
