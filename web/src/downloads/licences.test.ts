import { expect, it } from "vitest";
import type { Group } from "../release/site.ts";
import { licencesOf } from "./licences.ts";

const benchmark = (displayName: string, licence?: string): Group => ({
  name: displayName,
  displayName,
  description: "",
  subgroups: [],
  category: "",
  benchmark: { access: "public", subcategory: "", mainMetric: "m", ...(licence === undefined ? {} : { licence }) },
});

it("benchmarks with one licence are one entry, and an unknown licence is last", () => {
  expect(
    licencesOf([
      benchmark("A"),
      benchmark("B", "MIT"),
      benchmark("C", "CC BY 4.0"),
      benchmark("D", "MIT"),
      benchmark("E"),
    ]),
  ).toEqual([
    { licence: "MIT", benchmarks: ["B", "D"] },
    { licence: "CC BY 4.0", benchmarks: ["C"] },
    { licence: "not recorded", benchmarks: ["A", "E"] },
  ]);
});
