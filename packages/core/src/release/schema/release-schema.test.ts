import { expect, test } from "vitest";
import { expandSubgroups, fillMatcher, parseSchema, type ReleaseSchema } from "./release-schema.ts";
import { validateSchema } from "./validate-schema.ts";

const schema = (text: string): ReleaseSchema => parseSchema(text, "s.yaml");

test("a YAML null is an absent field, and unknown keys are ignored", () => {
  expect(schema("metrics: [{ name: a, lower_is_better: null, colour: red }]\nrun_groups: null").metrics).toEqual([
    { name: "a" },
  ]);
});

test("the message about a malformed schema names the line or the key", () => {
  expect(() => schema("metrics:\n  - name: a\n - b")).toThrow("s.yaml, line 3");
  expect(() => schema("metric_groups: [{ name: a, metrics: [{ name: b }] }]")).toThrow(
    "s.yaml: metric_groups[0].metrics[0].split:",
  );
});

test("a matcher gets its values from the group's environment, and an unknown variable stays", () => {
  const matcher = { name: "${main_name}", split: "${ main_split }", sub_split: "x" };
  expect(fillMatcher(matcher, { main_name: "exact_match" })).toEqual({ name: "exact_match", split: "${ main_split }" });
});

test("subgroups are expanded depth first, without duplicates", () => {
  const tree = schema(`run_groups:
  - { name: root, subgroups: [a, b] }
  - { name: a, subgroups: [c] }
  - { name: b, subgroups: [c, absent] }
  - { name: c }`);
  const [root] = tree.run_groups;
  expect(root && expandSubgroups(tree, root).map(({ name }) => name)).toEqual(["root", "a", "c", "b"]);
});

test("the validation level decides between warnings, an error and nothing", () => {
  const faulty = schema(`metrics: [{ name: a }, { name: a }]
metric_groups: [{ name: g, metrics: [{ name: b, split: train, perturbation_name: typos }] }]
run_groups: [{ name: r, subgroups: [x], metric_groups: [y], subgroup_metric_groups_hidden: [z] }]`);
  expect(validateSchema(faulty, "s", "warn")).toEqual([
    "s: metrics has a more than once",
    "s: metric group g names the metric b, which is not in metrics",
    "s: metric group g has the split train, which is not test, valid or __all__",
    "s: metric group g names the perturbation typos, which is not in perturbations",
    "s: run group r names the subgroup x, which is not in run_groups",
    "s: run group r names the metric group y, which is not in metric_groups",
    "s: run group r names the hidden metric group z, which is not in metric_groups",
  ]);
  expect(validateSchema(faulty, "s", "off")).toEqual([]);
  expect(() => validateSchema(faulty, "s", "error")).toThrow(
    "s: metrics has a more than once (and 6 more); correct it",
  );
});

test("with the text of the schema, each problem names its line", () => {
  const text = `metrics:
  - name: a
  - name: a
metric_groups:
  - name: g
    metrics:
      - { name: a, split: test }
      - { name: b, split: test }
run_groups:
  - name: r
    subgroups:
      - r2
      - x
  - name: r2
`;
  expect(validateSchema(schema(text), "s", "warn", text)).toEqual([
    "s, line 3: metrics has a more than once",
    "s, line 8: metric group g names the metric b, which is not in metrics",
    "s, line 13: run group r names the subgroup x, which is not in run_groups",
  ]);
});

test("a group that contains itself is refused at every level", () => {
  const cycle = schema("run_groups: [{ name: a, subgroups: [b] }, { name: b, subgroups: [a] }]");
  expect(() => validateSchema(cycle, "s", "off")).toThrow("s: run group a is its own subgroup");
});

const named = (name: string): ReleaseSchema => schema(`run_groups: [{ name: ${JSON.stringify(name)} }]`);

test("a run group whose name gives no file is refused at every level", () => {
  expect(() => validateSchema(named("a\tb"), "s", "off")).toThrow(
    's: the run group "a\\tb" contains the control character U+0009; remove it',
  );
  expect(() => validateSchema(named("a/../b"), "s", "off")).toThrow(
    's: the run group "a/../b" is "..", which is no file name',
  );
  expect(validateSchema(named("a/b"), "s", "warn")).toEqual([]);
});
