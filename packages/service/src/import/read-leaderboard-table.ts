import { readTable, type Row } from "@medhelm/benchmarks/files/read-table";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import type { ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { type TableRun, tableRun } from "@medhelm/core/release/runs/table-run";
import { foldedName, runNameProblem } from "@medhelm/core/run/spec/run-name";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { throwProblems } from "@medhelm/core/user-error";
import { type ScoreColumn, tableColumns } from "./table-columns.ts";

export interface LeaderboardTable {
  /** the cells that have a value, in the order of the rows */
  readonly runs: readonly TableRun[];
  readonly models: number;
  readonly benchmarks: number;
  readonly emptyCells: number;
  /** columns that were not read, because they follow from the scores */
  readonly aggregates: readonly string[];
}

export interface TableOptions {
  readonly schema: ReleaseSchema;
  /** known models: a row with a model's display name counts for that model */
  readonly models: readonly ModelInfo[];
  /** whose wording the prompts had; absent if nobody knows */
  readonly prompts?: "helm";
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * Reads a published leaderboard: a CSV with a column of models and a column for each benchmark. An empty cell is a gap.
 * @throws UserErrors with file and line for unknown columns, a model in two rows, and values that are no numbers or off their scale
 */
export function readLeaderboardTable(file: SourceFile, { schema, models, prompts }: TableOptions): LeaderboardTable {
  const table = readTable(file);
  const { model: modelColumn, scores, aggregates } = tableColumns(file.label, table.columns, schema);
  const problems: string[] = [];
  const lines = new Map<string, number>();
  const folders = new Map<string, string>();
  const runs: TableRun[] = [];
  let emptyCells = 0;
  for (const row of table.rows) {
    const where = `${file.label}, line ${row.line}`;
    const shown = (row.cells[modelColumn] ?? "").trim();
    const model = models.find(({ name, displayName }) => name === shown || displayName === shown)?.name ?? shown;
    const earlier = lines.get(model);
    if (shown === "") problems.push(`${where}: the model has no name; write it, or remove the row`);
    else if (earlier !== undefined)
      problems.push(`${where}: the model "${shown}" is in line ${earlier}, too; remove one of the rows`);
    const folder = foldedName(model.replaceAll("/", "_"));
    const other = folders.get(folder);
    if (other !== undefined && earlier === undefined)
      problems.push(
        `${where}: the models "${shown}" and "${other}" (line ${lines.get(other)}) would be one folder; rename one of them`,
      );
    folders.set(folder, other ?? model);
    lines.set(model, earlier ?? row.line);
    for (const score of scores) {
      const value = valueOf(where, row, score);
      if (typeof value === "string") problems.push(value);
      else if (value === undefined) emptyCells += 1;
      else {
        const run = tableRun({ ...score, model, value, source: sourceOf(row, score) });
        const problem = runNameProblem(run.runSpec.name);
        if (problem === undefined) runs.push(run);
        else problems.push(`${where}: ${problem}`);
      }
    }
  }
  throwProblems(problems);
  return {
    runs,
    models: lines.size,
    benchmarks: new Set(scores.map(({ group }) => group)).size,
    emptyCells,
    aggregates,
  };

  function sourceOf({ line }: Row, { column, range }: ScoreColumn) {
    const name = file.label.split(/[/\\]/).at(-1) ?? file.label;
    return { file: name, sha256: file.sha256, line, column, range, ...(prompts === undefined ? {} : { prompts }) };
  }
}

/** The value of a cell, a sentence about a wrong one, or undefined for an empty one. */
function valueOf(where: string, { cells }: Row, { column, range }: ScoreColumn): number | string | undefined {
  const text = (cells[column] ?? "").trim();
  if (text === "") return undefined;
  const at = `${where}, column "${column}"`;
  if (!NUMBER.test(text)) return `${at}: "${text}" is not a number; write a number, or leave the cell empty`;
  const value = Number(text);
  if (value < range.min || value > range.max)
    return `${at}: ${text} is not between ${range.min} and ${range.max}; write the score on that scale`;
  return value;
}
