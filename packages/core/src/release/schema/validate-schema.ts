import { nameProblem, shown } from "../../run/spec/run-name.ts";
import { lineFinder } from "../../text/line-finder.ts";
import { shortFileName } from "../../text/short-file-name.ts";
import { UserError } from "../../user-error.ts";
import type { ReleaseSchema } from "./release-schema.ts";

/** error: the first problem is thrown; warn: problems are returned; off: only a cycle of subgroups is an error. */
export type SchemaValidation = "error" | "warn" | "off";

/**
 * Checks a schema as helm-summarize --schema-validation does (helm/benchmark/presentation/schema_validation.py).
 * Returns one sentence per warning.
 * @param text the text of the schema, so that the sentences name the lines
 * @throws UserError for a cycle of subgroups and for a name of a run group that no file can have, at any level; for the first problem at level
 * "error"
 */
export function validateSchema(schema: ReleaseSchema, label: string, level: SchemaValidation, text?: string): string[] {
  const cycle = subgroupCycle(schema);
  if (cycle !== undefined) {
    throw new UserError(
      `${label}: run group ${cycle} is its own subgroup; remove it from the subgroups of the groups below it`,
    );
  }
  for (const { name } of schema.run_groups) {
    const problem = fileProblem(name);
    if (problem !== undefined) throw new UserError(`${label}: the run group ${shown(name)} ${problem}`);
  }
  if (level === "off") return [];
  const found = [...nameProblems(schema), ...matcherProblems(schema), ...groupProblems(schema)];
  const lineOf = text === undefined || found.length === 0 ? undefined : lineFinder(text);
  const problems = found.map(({ path, problem }) =>
    lineOf === undefined ? `${label}: ${problem}` : `${label}, line ${lineOf(path)}: ${problem}`,
  );
  const [first] = problems;
  if (level === "error" && first !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    throw new UserError(`${first}${more}; correct it, or use --schema-validation warn`);
  }
  return problems;
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly problem: string;
}

/** Why the name of a run group gives no path of a file. A name that is too long is shortened. */
const fileProblem = (name: string): string | undefined =>
  shortFileName(name, ".json")
    .split("/")
    .map(nameProblem)
    .find((problem) => problem !== undefined);

function nameProblems(schema: ReleaseSchema): Problem[] {
  return ["metrics", "perturbations", "metric_groups", "run_groups"].flatMap((list) => {
    const names = namesOf(schema, list);
    const empty = names.indexOf("");
    const places = new Map(names.map((name, index) => [name, index]));
    const firsts = new Map(names.toReversed().map((name, index) => [name, names.length - 1 - index]));
    const duplicates = [...places].filter(([name, last]) => firsts.get(name) !== last);
    return [
      ...(empty < 0 ? [] : [{ path: [list, empty], problem: `${list} has an entry with an empty name` }]),
      ...duplicates.map(([name, last]) => ({
        path: [list, last],
        problem: `${list} has ${name} more than once`,
      })),
    ];
  });
}

function namesOf(schema: ReleaseSchema, list: string): string[] {
  if (list === "metrics") return schema.metrics.map((item) => item.name);
  if (list === "perturbations") return schema.perturbations.map((item) => item.name);
  if (list === "metric_groups") return schema.metric_groups.map((item) => item.name);
  return schema.run_groups.map((item) => item.name);
}

const isTemplate = (text: string): boolean => text.includes("${");
const SPLITS = new Set(["test", "valid", "__all__"]);

function matcherProblems(schema: ReleaseSchema): Problem[] {
  const metrics = new Set(schema.metrics.map((metric) => metric.name));
  const perturbations = new Set(schema.perturbations.map((perturbation) => perturbation.name));
  return schema.metric_groups.flatMap((group, groupIndex) =>
    group.metrics.flatMap(({ name, split, perturbation_name: perturbation }, index) => {
      const where = `metric group ${group.name}`;
      const path = ["metric_groups", groupIndex, "metrics", index];
      return [
        ...(metrics.has(name) || isTemplate(name)
          ? []
          : [`${where} names the metric ${name}, which is not in metrics`]),
        ...(SPLITS.has(split) || isTemplate(split)
          ? []
          : [`${where} has the split ${split}, which is not test, valid or __all__`]),
        ...(perturbation === undefined || perturbation.startsWith("__") || perturbations.has(perturbation)
          ? []
          : [`${where} names the perturbation ${perturbation}, which is not in perturbations`]),
      ].map((problem) => ({ path, problem }));
    }),
  );
}

function groupProblems(schema: ReleaseSchema): Problem[] {
  const groups = new Set(schema.run_groups.map((group) => group.name));
  const metricGroups = new Set(schema.metric_groups.map((group) => group.name));
  return schema.run_groups.flatMap((group, index) => {
    const where = `run group ${group.name} names the`;
    const unknown = (
      list: string,
      names: readonly string[],
      known: ReadonlySet<string>,
      what: (name: string) => string,
    ): Problem[] =>
      names.flatMap((name, place) =>
        known.has(name) ? [] : [{ path: ["run_groups", index, list, place], problem: `${where} ${what(name)}` }],
      );
    return [
      ...unknown("subgroups", group.subgroups, groups, (name) => `subgroup ${name}, which is not in run_groups`),
      ...unknown(
        "metric_groups",
        group.metric_groups,
        metricGroups,
        (name) => `metric group ${name}, which is not in metric_groups`,
      ),
      ...unknown(
        "subgroup_metric_groups_hidden",
        group.subgroup_metric_groups_hidden,
        metricGroups,
        (name) => `hidden metric group ${name}, which is not in metric_groups`,
      ),
    ];
  });
}

/** Finds the name of a group that contains itself at any depth. A chain of thousands of groups would fill the stack of a function that calls itself. */
function subgroupCycle(schema: ReleaseSchema): string | undefined {
  const byName = new Map(schema.run_groups.map((group) => [group.name, group]));
  const checked = new Set<string>();
  const above = new Set<string>();
  const open: { readonly name: string; readonly subgroups: Iterator<string> }[] = [];
  const enter = (name: string): void => {
    above.add(name);
    open.push({ name, subgroups: (byName.get(name)?.subgroups ?? []).values() });
  };
  for (const { name: root } of schema.run_groups) {
    if (!checked.has(root)) enter(root);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { value: sub, done } = last.subgroups.next();
      if (done === true) {
        above.delete(last.name);
        checked.add(last.name);
        open.pop();
      } else if (above.has(sub)) return sub;
      else if (!checked.has(sub)) enter(sub);
    }
  }
  return undefined;
}
