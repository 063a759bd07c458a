import type { MainRange } from "@medhelm/core/run/spec/main-range";
import type { ReleaseSchema, RunGroup, SchemaField } from "@medhelm/core/release/schema/release-schema";
import { nearNames } from "@medhelm/core/text/near-names";
import { eachOf, UserError } from "@medhelm/core/user-error";

/** The benchmark and metric that a column of a published table shows. */
export interface ScoreColumn {
  readonly column: string;
  readonly group: string;
  readonly metric: string;
  readonly split: string;
  readonly range: MainRange;
}

export interface TableColumns {
  readonly model: string;
  readonly scores: readonly ScoreColumn[];
  /** columns that follow from the scores, such as a mean win rate */
  readonly aggregates: readonly string[];
}

const AGGREGATE = /^(?:mean )?win[ -]?rate$|^win sd$|^(?:mean|average) score$|^macro[ -]?av(?:erage|g)$|^sd$|^rank$/i;
const SCALE_OF_JUDGES: MainRange = { min: 1, max: 5 };
const SHARE: MainRange = { min: 0, max: 1 };

const isSame = (a: string | undefined, b: string): boolean => a?.trim().toLowerCase() === b.trim().toLowerCase();
const namesOf = ({ name, display_name: display, short_display_name: short }: SchemaField): string[] =>
  [name, display, short].filter((text) => text !== undefined);

/**
 * Assigns the columns of a table to the benchmarks of a schema: by "NAME" or "NAME - METRIC", with the names of the schema. One column has the
 * models.
 * @param label names the file in messages
 * @throws UserErrors for a table without models, for columns that are no benchmark, and for two columns of one benchmark and metric
 */
export function tableColumns(label: string, columns: readonly string[], schema: ReleaseSchema): TableColumns {
  const where = `${label}, line 1`;
  const model = columns.find((column) => isSame(column, "model") || /^model \(.*\)$/i.test(column.trim()));
  if (model === undefined)
    throw new UserError(`${where}: no column is named "Model"; name the column of the models that way`);
  const others = columns.filter((column) => column !== model);
  const aggregates = others.filter((column) => AGGREGATE.test(column.trim()));
  const benchmarks = schema.run_groups.filter((group) => group.subgroups.length === 0);
  const scores = eachOf(
    others.filter((column) => !aggregates.includes(column)),
    (column) => scoreColumn(where, column, benchmarks, schema),
  );
  if (scores.length === 0)
    throw new UserError(`${where}: no column names a benchmark; the schema has ${names(benchmarks)}`);
  for (const [index, { column, group, metric }] of scores.entries()) {
    const earlier = scores.slice(0, index).find((other) => other.group === group && other.metric === metric);
    if (earlier !== undefined)
      throw new UserError(
        `${where}: the columns "${earlier.column}" and "${column}" are both ${metric} of ${group}; remove one of them`,
      );
  }
  return { model, scores, aggregates };
}

function scoreColumn(
  where: string,
  column: string,
  benchmarks: readonly RunGroup[],
  schema: ReleaseSchema,
): ScoreColumn {
  const dash = column.lastIndexOf(" - ");
  const parts = dash < 0 ? [] : [{ name: column.slice(0, dash), wanted: column.slice(dash + 3) }];
  for (const { name, wanted } of [{ name: column, wanted: undefined }, ...parts]) {
    const group = benchmarks.find((item) => namesOf(item).some((text) => isSame(text, name)));
    if (group !== undefined) return scoreOf(column, group, metricOf(where, column, group, schema, wanted));
  }
  const near = nearNames(
    parts[0]?.name ?? column,
    benchmarks.map((group) => group.display_name ?? group.name),
  );
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `the benchmarks are ${names(benchmarks)}`;
  throw new UserError(
    `${where}: the column "${column}" is no benchmark of the schema (${hint}); rename it, remove it, or give a schema with --schema-path`,
  );
}

function metricOf(
  where: string,
  column: string,
  { name: group, environment }: RunGroup,
  { metrics }: ReleaseSchema,
  wanted: string | undefined,
): SchemaField {
  const main = metrics.find(({ name }) => name === environment["main_name"]);
  const isWanted = (metric: SchemaField): boolean =>
    wanted === undefined || namesOf(metric).some((name) => isSame(name, wanted));
  if (main !== undefined && isWanted(main)) return main;
  const other = wanted === undefined ? undefined : metrics.find(isWanted);
  if (other !== undefined) return other;
  const written = main === undefined ? "" : `; write the main metric of ${group} as ${namesOf(main).at(-1) ?? ""}`;
  throw new UserError(
    `${where}: the column "${column}": the schema has no metric ${wanted ?? environment["main_name"] ?? ""}${written}`,
  );
}

function scoreOf(column: string, group: RunGroup, metric: SchemaField): ScoreColumn {
  const isJudged = /\bjury score$/i.test(metric.display_name ?? metric.name);
  return {
    column,
    group: group.name,
    metric: metric.name,
    split: group.environment["main_split"] ?? "test",
    range: isJudged ? SCALE_OF_JUDGES : SHARE,
  };
}

const names = (benchmarks: readonly RunGroup[]): string =>
  benchmarks.map((group) => group.display_name ?? group.name).join(", ");
