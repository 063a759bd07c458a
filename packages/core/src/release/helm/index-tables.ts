import { bareString } from "../../helm/stat.ts";
import type { Stat } from "../../helm/stats.ts";
import { type GroupedRuns, visibleRuns } from "./group-runs.ts";
import { type HelmCell, type HelmTable, helmCell, helmHeader } from "./helm-table.ts";
import { type LoadedRun, mergeAll } from "../runs/loaded-run.ts";
import { queryText } from "./python-print.ts";
import { expandSubgroups, type ReleaseSchema, type RunGroup } from "../schema/release-schema.ts";

/** Makes the tables of groups.json: one per category of groups (summarize.py: create_index_tables). */
export function indexTables(schema: ReleaseSchema, grouped: GroupedRuns): HelmTable[] {
  const categories = new Map<string, RunGroup[]>();
  for (const group of schema.run_groups) {
    categories.set(group.category, [...(categories.get(group.category) ?? []), group]);
  }
  return [...categories].map(([title, groups]) => ({
    title,
    header: HEADER,
    rows: groups.map((group) => indexRow(schema, grouped, group)),
    links: [],
  }));
}

const HEADER = [
  helmHeader("Group"),
  helmHeader("Description"),
  helmHeader("Adaptation method", { description: "Adaptation strategy (e.g., generation)" }),
  helmHeader("# instances", { description: "Number of instances evaluated on" }),
  helmHeader("# references", { description: "Number of references provided per instance" }),
  helmHeader("# prompt tokens", { description: "Total number of prompt tokens" }),
  helmHeader("# completion tokens", { description: "Total number of completion tokens" }),
  helmHeader("# models", { description: "Number of models we're evaluating" }),
];

function indexRow(schema: ReleaseSchema, grouped: GroupedRuns, group: RunGroup): HelmCell[] {
  const deployments = new Set<string>();
  const methods = new Set<string>();
  const runs: LoadedRun[] = [];
  for (const subgroup of expandSubgroups(schema, group)) {
    for (const { adapterSpec, runs: ofAdapter } of grouped.adapters(subgroup.name)) {
      deployments.add(adapterSpec.model_deployment);
      methods.add(adapterSpec.method);
      runs.push(...visibleRuns(schema, ofAdapter, subgroup));
    }
  }
  return [
    helmCell(group.display_name ?? null, { href: queryText({ group: group.name }) }),
    helmCell(group.description ?? null, { markdown: true }),
    helmCell([...methods].join(", ")),
    statCell(runs, "num_instances", "mean"),
    statCell(runs, "num_references", "mean"),
    // HELM: each stat's sum is a mean over instances, and the stats of robustness and fairness are added to it.
    statCell(runs, "num_prompt_tokens", "sum"),
    statCell(runs, "num_completion_tokens", "sum"),
    helmCell(deployments.size),
  ];
}

function statCell(runs: readonly LoadedRun[], name: string, show: "mean" | "sum"): HelmCell {
  const named = (stat: Stat): boolean => stat.name.name === name;
  const merged = mergeAll(runs.flatMap((run) => run.stats.filter(named)));
  if (merged === undefined) return helmCell(null);
  return helmCell(merged[show] ?? null, { description: bareString(merged) });
}
