import { bareString } from "../../helm/stat.ts";
import { type HelmCell, type HelmHeaderCell, type HelmTable, helmCell, helmHeader } from "./helm-table.ts";
import { type LoadedRun, findStat, mergeAll, type ModelInfo } from "../runs/loaded-run.ts";
import { meanScores, type ScoreColumn, winRates } from "../leaderboard/mean-win-rate.ts";
import { argsText, pythonJsonList, queryText } from "./python-print.ts";
import {
  fillMatcher,
  type MetricMatcher,
  type ReleaseSchema,
  type RunGroup,
  shortName,
} from "../schema/release-schema.ts";
import { byWording } from "../runs/run-wording.ts";
import { uniqueSimplification } from "./unique-simplification.ts";

export interface TableContext {
  readonly schema: ReleaseSchema;
  /** in registry order */
  readonly models: readonly ModelInfo[];
  /** whether the cells' descriptions contain the run names (helm-summarize --debug) */
  readonly debug: boolean;
  /** The wording of each run (run-wording.ts). Absent: each benchmark has only one, as in HELM's releases. */
  readonly wording?: ReadonlyMap<LoadedRun, string>;
}

/** One row: a method and its runs. A method is the part of the adapter that the table shows. */
export interface MethodRuns {
  readonly method: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly modelDeployment: string;
  /** present if the release has several wordings of one benchmark */
  readonly wording?: string;
  readonly runs: readonly LoadedRun[];
}

export interface TableRequest {
  readonly name: string;
  readonly title: string;
  readonly methods: readonly MethodRuns[];
  readonly columns: readonly { readonly group: RunGroup; readonly metricGroup: string }[];
  /** In the table of a scenario the model cell links to the runs; in other tables each value does. */
  readonly isScenarioTable: boolean;
  readonly subSplit?: string;
  readonly aggregation?: readonly ("win_rate" | "mean")[];
}

interface ColumnPlan {
  readonly group: RunGroup;
  readonly matcher: MetricMatcher;
  readonly header: HelmHeaderCell;
}

/** Makes a table of methods x (group, metric), as create_group_table in summarize.py does. */
export function groupTable(context: TableContext, request: TableRequest): HelmTable {
  const [firstColumn] = request.columns;
  // HELM: without rows or columns the table has this title and no name.
  if (firstColumn === undefined || request.methods.length === 0)
    return { title: "empty", header: [], rows: [], links: [] };
  const plans = columnPlans(context.schema, request);
  const methods = sortMethods(request.methods, context.models);
  const labels = methodLabels(methods, context.models);
  const linkTo = (runs: readonly string[]): string =>
    queryText({ group: firstColumn.group.name, subgroup: request.title, runSpecs: pythonJsonList(runs) });

  const rows = methods.map((method, index): HelmCell[] => {
    const names = request.isScenarioTable ? method.runs.map((run) => run.runSpec.name) : undefined;
    return [
      helmCell(labels[index] ?? "", {
        description: "",
        href: names === undefined ? undefined : linkTo(names),
        runSpecNames: names,
      }),
      ...plans.map((plan) => valueCell(context, request, plan, method)),
    ];
  });
  const allNames = request.methods.flatMap((method) => method.runs.map((run) => run.runSpec.name));
  const isComparable = request.isScenarioTable && allNames.length >= 2 && allNames.length <= 5;
  const table: HelmTable = {
    title: request.title,
    header: [helmHeader("Model"), ...plans.map((plan) => plan.header)],
    rows,
    links: isComparable ? [{ text: "compare all", href: linkTo(allNames) }] : [],
    name: request.name,
  };
  const kinds = methods.map(({ wording }) => wording ?? "");
  return withBold(withAggregates(table, request.aggregation ?? [], kinds), kinds);
}

function columnPlans(schema: ReleaseSchema, request: TableRequest): ColumnPlan[] {
  const metrics = new Map(schema.metrics.map((metric) => [metric.name, metric]));
  const isNamed = new Set(request.columns.map((column) => column.group.name)).size > 1;
  return request.columns.flatMap(({ group, metricGroup }) => {
    if (!group.metric_groups.includes(metricGroup.replaceAll("_detailed", ""))) return [];
    const matchers = schema.metric_groups.find((item) => item.name === metricGroup)?.metrics ?? [];
    return matchers.flatMap((template): ColumnPlan[] => {
      const matcher = {
        ...fillMatcher(template, group.environment),
        ...(request.subSplit === undefined ? {} : { sub_split: request.subSplit }),
      };
      const metric = metrics.get(matcher.name);
      if (metric === undefined) return [];
      return [{ group, matcher, header: columnHeader(schema, group, metric, matcher, isNamed) }];
    });
  });
}

function columnHeader(
  schema: ReleaseSchema,
  group: RunGroup,
  metric: ReleaseSchema["metrics"][number],
  matcher: MetricMatcher,
  isNamed: boolean,
): HelmHeaderCell {
  const groupText = group.short_description || group.description || "";
  let name = shortName(metric);
  let description = `${groupText && `${groupText}\n\n`}${metric.display_name || metric.name}: ${metric.description ?? ""}`;
  const metadata: Record<string, string> = { metric: shortName(metric), run_group: shortName(group) };
  if (matcher.perturbation_name !== undefined) {
    const perturbation = schema.perturbations.find((item) => item.name === matcher.perturbation_name) ?? {
      name: matcher.perturbation_name,
    };
    name += ` (${shortName(perturbation)})`;
    description += `\n- Perturbation ${perturbation.display_name || perturbation.name}: ${perturbation.description || "???"}`;
    metadata["perturbation"] = shortName(perturbation);
  }
  if (isNamed) name = `${shortName(group)} - ${name}`;
  return helmHeader(name, { description, lowerIsBetter: metric.lower_is_better, metadata });
}

/** HELM: looks up the deployment's name in the order of models, so deployments with a name of their own come first. */
function sortMethods(methods: readonly MethodRuns[], models: readonly ModelInfo[]): MethodRuns[] {
  const order = new Map(models.map((model, index) => [model.name, index]));
  return methods.toSorted(
    (a, b) =>
      (order.get(a.modelDeployment) ?? -1) - (order.get(b.modelDeployment) ?? -1) ||
      (a.modelDeployment < b.modelDeployment ? -1 : a.modelDeployment > b.modelDeployment ? 1 : 0) ||
      byWording(a.wording ?? "", b.wording ?? ""),
  );
}

function methodLabels(methods: readonly MethodRuns[], models: readonly ModelInfo[]): string[] {
  const display = new Map(models.map((model) => [model.name, model.displayName]));
  const distinct = uniqueSimplification(
    methods.map((method) => method.method),
    ["model_deployment", "model"],
  );
  return methods.map(({ model, wording }, index) => {
    const { model: _model, model_deployment: _deployment, ...simplified } = distinct[index] ?? {};
    const others = { ...simplified, ...(wording === undefined ? {} : { prompts: wording }) };
    const more = Object.keys(others).length > 0 ? ` [${argsText(others)}]` : "";
    return (display.get(model) ?? model) + more;
  });
}

function valueCell(context: TableContext, request: TableRequest, plan: ColumnPlan, method: MethodRuns): HelmCell {
  let runs = method.runs.filter((run) => run.runSpec.groups.includes(plan.group.name));
  // HELM: in aggregates of bAbI only the run over all tasks counts.
  if (plan.group.name.includes("babi") && !request.name.includes("task:")) {
    runs = runs.filter((run) => run.runSpec.name.includes("task=all"));
  }
  if (runs.length === 0) return helmCell(null, { description: "No matching runs" });
  const found = runs.flatMap((run) => {
    const stat = findStat(run.stats, plan.matcher);
    return stat === undefined ? [] : [{ stat, name: run.runSpec.name }];
  });
  const merged = mergeAll(found.map(({ stat }) => stat));
  if (merged === undefined) {
    return helmCell(null, { description: `${runs.length} matching runs, but no matching metrics` });
  }
  const names = found.map(({ name }) => name);
  const debug = context.debug ? ["\nRun specs:", ...names].join("\n-- ") : "";
  return helmCell(merged.mean ?? null, {
    description: bareString(merged) + debug,
    style: {},
    runSpecNames: request.isScenarioTable ? undefined : [...new Set(names)],
  });
}

function withAggregates(
  table: HelmTable,
  strategies: readonly ("win_rate" | "mean")[],
  kinds: readonly string[],
): HelmTable {
  const columns = table.header.slice(1).map(
    (header, index): ScoreColumn => ({
      lowerIsBetter: header.lower_is_better ?? null,
      values: table.rows.map((row) => {
        const value = row[index + 1]?.value;
        return typeof value === "number" ? value : null;
      }),
    }),
  );
  const inserted = strategies.map((strategy) =>
    strategy === "win_rate"
      ? {
          header: helmHeader("Mean win rate", {
            description: "How many models this model outperforms on average (over columns).",
            lowerIsBetter: false,
          }),
          values: winRates(columns, table.rows.length, kinds).map(({ rate }) => rate),
        }
      : {
          header: helmHeader("Mean score", { description: "The mean of the scores from all columns." }),
          values: meanScores(columns, table.rows.length),
        },
  );
  return {
    ...table,
    header: [...table.header.slice(0, 1), ...inserted.map(({ header }) => header), ...table.header.slice(1)],
    rows: table.rows.map((row, index) => [
      ...row.slice(0, 1),
      ...inserted.map(({ values }) => helmCell(values[index] ?? null)),
      ...row.slice(1),
    ]),
  };
}

/** Adds a bold style. The mean win rate has no style before, so the fields are put into HELM's order again. */
const bold = ({ style, markdown, run_spec_names: names, ...before }: HelmCell): HelmCell => ({
  ...before,
  style: { ...style, "font-weight": "bold" },
  markdown,
  ...(names === undefined ? {} : { run_spec_names: names }),
});

/**
 * Makes every cell bold that equals the best value of its column among the rows of its kind. A column without a direction has no best
 * value.
 */
function withBold(table: HelmTable, kinds: readonly string[]): HelmTable {
  const bestOf = (kind: string) =>
    table.header.map((header, index) => {
      if (header.lower_is_better === undefined) return undefined;
      const rows = table.rows.filter((_, row) => kinds[row] === kind);
      const values = rows.map((row) => row[index]?.value).filter((value) => typeof value === "number");
      if (values.length === 0) return undefined;
      return header.lower_is_better ? Math.min(...values) : Math.max(...values);
    });
  const best = new Map([...new Set(kinds)].map((kind) => [kind, bestOf(kind)]));
  return {
    ...table,
    rows: table.rows.map((row, i) =>
      row.map((cell, index) =>
        cell.value !== undefined && cell.value === best.get(kinds[i] ?? "")?.[index] ? bold(cell) : cell,
      ),
    ),
  };
}
