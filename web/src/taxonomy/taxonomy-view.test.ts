import { readFileSync } from "node:fs";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { expect, it } from "vitest";
import type { Group } from "../release/site.ts";
import { TAXONOMY } from "./taxonomy.ts";
import { taxonomyView } from "./taxonomy-view.ts";

const parts = TAXONOMY.flatMap(({ subcategories }) => subcategories);

it("the taxonomy has MedHELM's 5 categories, 22 subcategories and 37 benchmarks, and the schema has the same names", () => {
  const schema = parseSchema(
    readFileSync(new URL("../../../conf/schema_medhelm.yaml", import.meta.url), "utf8"),
    "schema_medhelm.yaml",
  );
  const groups = new Map(schema.run_groups.map((group) => [group.display_name, group]));
  expect([TAXONOMY.length, parts.length, parts.flatMap(({ benchmarks }) => benchmarks).length]).toEqual([5, 22, 37]);
  for (const part of parts) expect(groups.get(part.name)?.subgroups).toEqual(part.benchmarks.map(({ name }) => name));
});

it("the categories and subcategories have the order of the guide", () => {
  expect(TAXONOMY.map(({ name }) => name)).toEqual([
    "Clinical Decision Support",
    "Clinical Note Generation",
    "Patient Communication and Education",
    "Medical Research Assistance",
    "Administration and Workflow",
  ]);
  expect(TAXONOMY[4]?.subcategories.map(({ name }) => name)).toEqual([
    "Scheduling Resources and Staff",
    "Overseeing Financial Activities",
    "Organizing Workflow Processes",
    "Care Coordination and Planning",
  ]);
});

const group = (name: string, subcategory: string): Group => ({
  name,
  displayName: `The ${name}`,
  description: "What it asks.",
  subgroups: [],
  category: "",
  benchmark: { access: "public", subcategory, mainMetric: "m" },
});

it("a benchmark of the release has a link, and one that it lacks says that it was not run", () => {
  const mine = [
    group("medec", "Planning Treatments"),
    group("new_plan", "Planning Treatments"),
    group("ward", "Of our own"),
  ];
  const groups = new Map(mine.map((one) => [one.name, one]));
  const view = taxonomyView({
    benchmarks: mine,
    categories: [],
    subcategories: [],
    group: (name) => groups.get(name),
    table: (name) =>
      groups.has(name)
        ? {
            group: name,
            title: "",
            description: "",
            columns: [],
            rows: [{ model: "a", modelDeployment: "a", meanWinRate: null, winRateColumns: 0, cells: [] }],
          }
        : undefined,
    link: { group: (name) => (groups.has(name) ? `/benchmarks/${name}/` : undefined) },
  });
  expect(view.categories[0]?.parts[1]?.benchmarks).toEqual([
    { name: "MTSamples", run: "not run", isAdded: false },
    { name: "The medec", href: "/benchmarks/medec/", what: "What it asks.", run: "1 model", isAdded: false },
    { name: "The new_plan", href: "/benchmarks/new_plan/", what: "What it asks.", run: "1 model", isAdded: true },
  ]);
  expect(view.others.map(({ name }) => name)).toEqual(["The ward"]);
  expect(view.covered).toEqual({ benchmarks: 1, of: 37, subcategories: 1, ofSubcategories: 22 });
});
