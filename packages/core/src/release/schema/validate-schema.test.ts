import { expect, test } from "vitest";
import { expandSubgroups, ReleaseSchema } from "./release-schema.ts";
import { validateSchema } from "./validate-schema.ts";

/** Groups of which each names the next one. */
const chain = (length: number, last: string): ReleaseSchema =>
  ReleaseSchema.parse({
    run_groups: Array.from({ length }, (_, i) => ({
      name: `group${i}`,
      subgroups: [i + 1 < length ? `group${i + 1}` : last],
    })),
  });

test("20,000 groups below each other are checked", () => {
  expect(validateSchema(chain(20_000, "none"), "x.yaml", "warn")).toEqual([
    "x.yaml: run group group19999 names the subgroup none, which is not in run_groups",
  ]);
});

test("a circle of 20,000 groups is refused", () => {
  expect(() => validateSchema(chain(20_000, "group0"), "x.yaml", "off")).toThrow(
    "run group group0 is its own subgroup",
  );
});

test("20,000 groups below each other are expanded", () => {
  const schema = chain(20_000, "none");
  const [first] = schema.run_groups;
  expect(first && expandSubgroups(schema, first).length).toBe(20_000);
});

test("each of 20,000 problems names its line", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `  - {name: a${i}, subgroups: [b${i}]}`);
  const text = `run_groups:\n${names.join("\n")}\n`;
  const schema = ReleaseSchema.parse({
    run_groups: names.map((_, i) => ({ name: `a${i}`, subgroups: [`b${i}`] })),
  });
  expect(validateSchema(schema, "x.yaml", "warn", text).at(-1)).toMatch("x.yaml, line 20001: run group a19999 names");
});
