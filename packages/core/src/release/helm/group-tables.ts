import type { AdapterSpec } from "../../helm/run-spec.ts";
import { type AdapterRuns, type GroupedRuns, visibleRuns } from "./group-runs.ts";
import { groupTable, type MethodRuns, type TableContext } from "./group-table.ts";
import type { HelmTable } from "./helm-table.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import { argsText } from "./python-print.ts";
import { expandSubgroups, type MetricGroup, type RunGroup, shortName } from "../schema/release-schema.ts";

/** All tables of a group's page. Empty if no run belongs to the group. */
export function tablesOfGroup(context: TableContext, grouped: GroupedRuns, group: RunGroup): HelmTable[] {
  const isSingle = expandSubgroups(context.schema, group).length === 1;
  return group.subgroup_display_mode === "by_group" || isSingle
    ? tablesBySubgroup(context, grouped, group)
    : tablesByMetricGroup(context, grouped, group);
}

/** One table per metric group, with the subgroups as columns (summarize.py: create_group_tables_by_metric_group). */
function tablesByMetricGroup(context: TableContext, grouped: GroupedRuns, group: RunGroup): HelmTable[] {
  const subgroups = expandSubgroups(context.schema, group);
  const methods = methodsOf(
    context,
    subgroups.flatMap((subgroup) => grouped.adapters(subgroup.name)),
    group,
    (runs) => visibleRuns(context.schema, runs, group),
  ).filter((method) => method.runs.length > 0);
  if (methods.length === 0) return [];
  return metricGroupsOf(group, subgroups).flatMap((name) => {
    const metricGroup = context.schema.metric_groups.find((item) => item.name === name);
    if (metricGroup === undefined) return [];
    const table = groupTable(context, {
      name,
      title: shortName(metricGroup),
      methods,
      columns: subgroups.map((subgroup) => ({ group: subgroup, metricGroup: name })),
      isScenarioTable: false,
      aggregation: aggregationOf(metricGroup),
    });
    const hasColumns = table.header.some((header) => header.metadata["metric"] !== undefined);
    return hasColumns ? [table] : [];
  });
}

function metricGroupsOf(group: RunGroup, subgroups: readonly RunGroup[]): string[] {
  if (group.metric_groups.length > 0) return group.metric_groups;
  const all = new Set(subgroups.flatMap((subgroup) => subgroup.metric_groups));
  return [...all].filter((name) => !all.has(`${name}_detailed`) && !group.subgroup_metric_groups_hidden.includes(name));
}

function aggregationOf(group: MetricGroup): readonly ("win_rate" | "mean")[] {
  return group.aggregation_strategies ?? (group.hide_win_rates === true ? [] : ["win_rate"]);
}

/** One table per scenario, with the metrics as columns (summarize.py: create_group_tables_by_subgroup). */
function tablesBySubgroup(context: TableContext, grouped: GroupedRuns, group: RunGroup): HelmTable[] {
  return expandSubgroups(context.schema, group).flatMap((subgroup) => {
    const columns = subgroup.metric_groups.map((metricGroup) => ({ group: subgroup, metricGroup }));
    const visible = (runs: readonly LoadedRun[]): LoadedRun[] => visibleRuns(context.schema, runs, group);
    // HELM: takes the scenarios from the subgroup, but looks up their runs in the group itself.
    const own = new Map(
      grouped.scenarios(group.name).map((item) => [JSON.stringify(item.scenarioSpec), item.adapters]),
    );
    let scenariosShown = 0;
    const tables = grouped.scenarios(subgroup.name).flatMap(({ scenarioSpec }): HelmTable[] => {
      const methods = methodsOf(context, own.get(JSON.stringify(scenarioSpec)) ?? [], group, visible);
      if (methods.length === 0 || columns.length === 0) return [];
      scenariosShown += 1;
      const args = argsText(scenarioSpec.args);
      const name = `${subgroup.name}_${args.replaceAll(" ", "").replaceAll("/", "_")}`;
      const title = name.includes(group.name) ? args : `${subgroup.display_name ?? "None"} ${args}`;
      return [
        groupTable(context, { name, title, methods, columns, isScenarioTable: true }),
        ...(subgroup.sub_splits ?? []).map((subSplit) =>
          groupTable(context, {
            name: `${subgroup.name}:sub_split=${subSplit}`,
            title: `${subgroup.display_name ?? "None"} (sub-split: ${subSplit})`,
            methods,
            columns,
            isScenarioTable: false,
            subSplit,
          }),
        ),
      ];
    });
    const methods = scenariosShown > 1 ? methodsOf(context, grouped.adapters(subgroup.name), group, visible) : [];
    if (methods.length === 0 || columns.length === 0) return tables;
    const aggregate = groupTable(context, {
      name: subgroup.name,
      title: subgroup.display_name ?? "None",
      methods,
      columns,
      isScenarioTable: false,
    });
    return [aggregate, ...tables];
  });
}

/** Reduces adapters to the keys that the group shows, usually the model. Each distinct result is one row; so is each wording of it. */
function methodsOf(
  { wording }: TableContext,
  adapters: readonly AdapterRuns[],
  group: RunGroup,
  visible: (runs: readonly LoadedRun[]) => LoadedRun[],
): MethodRuns[] {
  const rows = new Map<string, MethodRow>();
  for (const { adapterSpec, runs } of adapters) {
    const all: Record<string, unknown> = { ...adapterSpec };
    const method = Object.fromEntries(
      Object.keys(all)
        .filter((key) => group.adapter_keys_shown.includes(key) && all[key] !== undefined)
        .map((key) => [key, all[key]]),
    );
    for (const [label, worded] of Map.groupBy(runs, (run) => wording?.get(run))) {
      const key = JSON.stringify([method, label]);
      const row = rows.get(key) ?? { method, label, spec: adapterSpec, runs: [] };
      rows.set(key, row);
      row.runs.push(...visible(worded));
    }
  }
  return [...rows.values()].map(({ method, label, spec, runs }) => ({
    method,
    model: group.adapter_keys_shown.includes("model") ? spec.model : "",
    modelDeployment: group.adapter_keys_shown.includes("model_deployment") ? spec.model_deployment : "",
    ...(label === undefined ? {} : { wording: label }),
    runs,
  }));
}

interface MethodRow {
  readonly method: Record<string, unknown>;
  readonly label: string | undefined;
  readonly spec: AdapterSpec;
  readonly runs: LoadedRun[];
}
