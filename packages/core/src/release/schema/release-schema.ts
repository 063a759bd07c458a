import { z } from "zod";
import { issueText } from "../../text/issue-text.ts";
import { parseYaml } from "../../text/parse-yaml.ts";
import { yamlValue } from "../../text/yaml-value.ts";
import { throwProblems, UserError } from "../../user-error.ts";

/**
 * The fields of HELM's schema YAML (helm/benchmark/presentation/schema.py), which defines the tables of a release. They have
 * the order in which HELM writes them to schema.json. Unknown keys are ignored, as in HELM.
 */
const field = {
  name: z.string(),
  display_name: z.string().optional(),
  short_display_name: z.string().optional(),
  description: z.string().optional(),
  /** absent if the metric does not rank models */
  lower_is_better: z.boolean().optional(),
};
export const SchemaField = z.object(field);
export type SchemaField = z.infer<typeof SchemaField>;

const Matcher = z.object({
  name: z.string(),
  split: z.string(),
  sub_split: z.string().optional(),
  perturbation_name: z.string().optional(),
});
export type MetricMatcher = z.infer<typeof Matcher>;

export const MetricGroup = z.object({
  ...field,
  metrics: z.array(Matcher).default([]),
  hide_win_rates: z.boolean().optional(),
  aggregation_strategies: z.array(z.enum(["win_rate", "mean"])).optional(),
});
export type MetricGroup = z.infer<typeof MetricGroup>;

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const RunGroup = z.object({
  ...field,
  metric_groups: z.array(z.string()).default([]),
  subgroups: z.array(z.string()).default([]),
  sub_splits: z.array(z.string()).optional(),
  subgroup_display_mode: z.enum(["by_metric", "by_group"]).default("by_metric"),
  subgroup_metric_groups_hidden: z.array(z.string()).default([]),
  environment: z.record(z.string(), text).default({}),
  category: z.string().default("Scenarios"),
  visibility: z.enum(["all_groups", "this_group_only", "no_groups"]).default("all_groups"),
  taxonomy: z
    .object({
      task: text.optional(),
      what: text.optional(),
      when: text.optional(),
      who: text.optional(),
      language: text.optional(),
    })
    .optional(),
  todo: z.boolean().default(false),
  adapter_keys_shown: z.array(z.string()).default(["model_deployment", "model"]),
  short_description: z.string().optional(),
});
export type RunGroup = z.infer<typeof RunGroup>;

/** A whole schema file. */
export const ReleaseSchema = z.object({
  metrics: z.array(SchemaField).default([]),
  perturbations: z.array(SchemaField).default([]),
  metric_groups: z.array(MetricGroup).default([]),
  run_groups: z.array(RunGroup).default([]),
});
export type ReleaseSchema = z.infer<typeof ReleaseSchema>;

/**
 * Parses a schema file in YAML or JSON. `label` names the file in messages.
 * @throws UserErrors with the line or the key of each error
 */
export function parseSchema(source: string, label: string): ReleaseSchema {
  const parsed = ReleaseSchema.safeParse(withoutNulls(readYaml(source, label)) ?? {});
  if (parsed.success) return parsed.data;
  throwProblems(
    parsed.error.issues.map(
      (issue) =>
        `${label}: ${issue.path.length === 0 ? "the top level" : keyText(issue.path)}: ${issueText(issue)}; correct that entry`,
    ),
  );
  throw parsed.error;
}

function readYaml(source: string, label: string): unknown {
  const { document, fault } = parseYaml(source);
  if (fault === undefined) return yamlValue(document, label);
  throw new UserError(`${label}, line ${fault.line}: ${fault.what}; correct the YAML`);
}

/** ["run_groups", 3, "name"] -> "run_groups[3].name" */
const keyText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");

/** HELM reads a YAML null as an absent field. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value ?? {})
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

/** The name of a field in the header of a table. */
export const shortName = (of: SchemaField): string => of.short_display_name || of.display_name || of.name;

/** Replaces variables such as `${main_name}` by their values in a group's environment. HELM: the sub-split is dropped. */
export function fillMatcher(matcher: MetricMatcher, environment: Readonly<Record<string, string>>): MetricMatcher {
  const fill = (template: string): string =>
    template.replaceAll(/\$\{\s*(\w+)\s*\}/g, (whole, name: string) => environment[name] ?? whole);
  return {
    name: fill(matcher.name),
    split: fill(matcher.split),
    ...(matcher.perturbation_name === undefined ? {} : { perturbation_name: fill(matcher.perturbation_name) }),
  };
}

/** The group and all groups below it, depth first, without duplicates. Skips unknown names, which validateSchema reports. */
export function expandSubgroups(schema: ReleaseSchema, group: RunGroup): RunGroup[] {
  const byName = new Map(schema.run_groups.map((item) => [item.name, item]));
  const found = new Map<string, RunGroup>();
  const open = [group];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (found.has(item.name)) continue;
    found.set(item.name, item);
    open.push(...item.subgroups.toReversed().flatMap((name) => byName.get(name) ?? []));
  }
  return [...found.values()];
}
