import { nameProblem, shown } from "../run/run-name.ts";
import { shortFileName } from "../text/short-file-name.ts";
import { UserError } from "../user-error.ts";
import type { ReleaseSchema } from "./release-schema.ts";

/** error: the first problem is thrown; warn: problems are returned; off: only a cycle of subgroups is an error. */
export type SchemaValidation = "error" | "warn" | "off";

/**
 * Checks a schema as helm-summarize --schema-validation does (helm/benchmark/presentation/schema_validation.py).
 * Returns one sentence per warning.
 * @throws UserError for a cycle of subgroups and for the name of a run group that no file can have at any level, and for the first problem
 *   at level "error"
 */
export function validateSchema(schema: ReleaseSchema, label: string, level: SchemaValidation): string[] {
  const cycle = subgroupCycle(schema);
  if (cycle !== undefined) {
    throw new UserError(
      `${label}: run group ${cycle} is its own subgroup; remove it from the subgroups of the groups below it.`,
    );
  }
  for (const { name } of schema.run_groups) {
    const problem = fileProblem(name);
    if (problem !== undefined) throw new UserError(`${label}: the run group ${shown(name)} ${problem}.`);
  }
  if (level === "off") return [];
  const problems = [...nameProblems(schema), ...matcherProblems(schema), ...groupProblems(schema)];
  const [first] = problems;
  if (level === "error" && first !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    throw new UserError(`${label}: ${first}${more}; correct it, or use --schema-validation warn.`);
  }
  return problems.map((problem) => `${label}: ${problem}`);
}

/** Why the name of a run group gives no path of a file. A name that is too long is shortened. */
const fileProblem = (name: string): string | undefined =>
  shortFileName(name, ".json")
    .split("/")
    .map(nameProblem)
    .find((problem) => problem !== undefined);

function nameProblems(schema: ReleaseSchema): string[] {
  const lists = { metrics: 0, perturbations: 0, metric_groups: 0, run_groups: 0 };
  const problems: string[] = [];
  for (const list of Object.keys(lists)) {
    const names = namesOf(schema, list);
    if (names.includes("")) problems.push(`${list} has an entry with an empty name`);
    const duplicates = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    for (const name of duplicates) problems.push(`${list} has ${name} more than once`);
  }
  return problems;
}

function namesOf(schema: ReleaseSchema, list: string): string[] {
  if (list === "metrics") return schema.metrics.map((item) => item.name);
  if (list === "perturbations") return schema.perturbations.map((item) => item.name);
  if (list === "metric_groups") return schema.metric_groups.map((item) => item.name);
  return schema.run_groups.map((item) => item.name);
}

const isTemplate = (text: string): boolean => text.includes("${");
const SPLITS = new Set(["test", "valid", "__all__"]);

function matcherProblems(schema: ReleaseSchema): string[] {
  const metrics = new Set(schema.metrics.map((metric) => metric.name));
  const perturbations = new Set(schema.perturbations.map((perturbation) => perturbation.name));
  return schema.metric_groups.flatMap((group) =>
    group.metrics.flatMap(({ name, split, perturbation_name: perturbation }) => {
      const where = `metric group ${group.name}`;
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
      ];
    }),
  );
}

const unknown = (names: readonly string[], known: ReadonlySet<string>) => names.filter((name) => !known.has(name));

function groupProblems(schema: ReleaseSchema): string[] {
  const groups = new Set(schema.run_groups.map((group) => group.name));
  const metricGroups = new Set(schema.metric_groups.map((group) => group.name));
  return schema.run_groups.flatMap((group) => {
    const where = `run group ${group.name} names the`;
    return [
      ...unknown(group.subgroups, groups).map((name) => `${where} subgroup ${name}, which is not in run_groups`),
      ...unknown(group.metric_groups, metricGroups).map(
        (name) => `${where} metric group ${name}, which is not in metric_groups`,
      ),
      ...unknown(group.subgroup_metric_groups_hidden, metricGroups).map(
        (name) => `${where} hidden metric group ${name}, which is not in metric_groups`,
      ),
    ];
  });
}

/** Finds the name of a group that contains itself at any depth. */
function subgroupCycle(schema: ReleaseSchema): string | undefined {
  const byName = new Map(schema.run_groups.map((group) => [group.name, group]));
  const checked = new Set<string>();
  const visit = (name: string, above: readonly string[]): string | undefined => {
    if (above.includes(name)) return name;
    if (checked.has(name)) return undefined;
    for (const sub of byName.get(name)?.subgroups ?? []) {
      const found = visit(sub, [...above, name]);
      if (found !== undefined) return found;
    }
    checked.add(name);
    return undefined;
  };
  for (const group of schema.run_groups) {
    const found = visit(group.name, []);
    if (found !== undefined) return found;
  }
  return undefined;
}
