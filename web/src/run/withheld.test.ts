import { expect, it } from "vitest";
import { hasText, whyWithheld } from "./withheld.ts";

const run = { access: "gated", origin: "medhelm", instances: 10 } as const;
const table = { file: "scores.csv", sha256: "0".repeat(64), line: 2, column: "ACI-Bench - Jury Score" };

it("the run folder of an imported table, and of means without instances, has no text", () => {
  const runs = [run, { ...run, origin: "table", table } as const, { ...run, origin: "helm", instances: 0 } as const];
  expect(runs.map(hasText)).toEqual([true, false, false]);
});

it("a page says why it shows no text, and does not announce text that does not exist", () => {
  expect(whyWithheld({ ...run, origin: "table", table })).toBe(
    "The score comes from a table, scores.csv. The table has no prompts and answers, so nobody can read them here.",
  );
  expect(whyWithheld({ ...run, origin: "helm", instances: 0 })).toBe(
    "The run was imported without its prompts and answers, so nobody can read them here.",
  );
  expect(whyWithheld(run)).toBe(
    "This benchmark is gated. Its data require an agreement with the data owner, so prompts and answers are never published.",
  );
});
