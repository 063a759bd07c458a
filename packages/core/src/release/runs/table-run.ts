import { z } from "zod";
import { RunSpec } from "../../helm/run-spec.ts";
import { stat } from "../../helm/stat.ts";
import type { Stat } from "../../helm/stats.ts";
import { MainRange } from "../../run/spec/main-range.ts";

/** The scenario class of a run that is one cell of a published table. No instances belong to it. */
const TABLE_CLASS = "medhelm.imported.LeaderboardTable";

/** Where the score of an imported table comes from. */
export const TableSource = z.object({
  /** the name of the table's file */
  file: z.string(),
  /** hash of the file's bytes */
  sha256: z.string(),
  line: z.int(),
  column: z.string(),
  /** whose wording the prompts had; absent if nobody knows */
  prompts: z.literal("helm").exactOptional(),
  /** the possible values of the metric */
  range: MainRange,
});
export type TableSource = z.infer<typeof TableSource>;

export interface TableCell {
  readonly group: string;
  readonly metric: string;
  readonly split: string;
  readonly model: string;
  readonly value: number;
  readonly source: TableSource;
}

export interface TableRun {
  readonly runSpec: RunSpec;
  readonly stats: readonly Stat[];
}

/** Makes a run of HELM's layout of one cell of a published table, so that releases read it as any other run. */
export function tableRun({ group, metric, split, model, value, source }: TableCell): TableRun {
  const runSpec = RunSpec.parse({
    name: `${group}:model=${model.replaceAll(/[\\/]/g, "_")}`,
    scenario_spec: { class_name: TABLE_CLASS, args: source },
    adapter_spec: { model, model_deployment: model },
    metric_specs: [],
    groups: [group],
  });
  return { runSpec, stats: [stat({ name: metric, split }, value)] };
}

/** Returns where the score of a run comes from, if it is one of an imported table. */
export function tableSource({ scenario_spec: scenario }: Pick<RunSpec, "scenario_spec">): TableSource | undefined {
  return scenario.class_name === TABLE_CLASS ? TableSource.safeParse(scenario.args).data : undefined;
}
