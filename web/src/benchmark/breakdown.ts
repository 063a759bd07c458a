import { dotInterval } from "../charts/dot-interval.ts";
import { stripRow } from "../charts/strip.ts";
import type { DiTable } from "../components/di-table.ts";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { formatCount, plural } from "../text/format.ts";
import { columnDecimals, fixed, median, percent, range } from "../text/numbers.ts";
import type { BenchmarkColumn } from "./column.ts";
import { scoreAxis } from "./score-pictures.ts";

interface ModelRun {
  readonly model: string;
  readonly run: LeaderboardRun;
}

const runsOf = (site: Site, { entries }: BenchmarkColumn): ModelRun[] =>
  entries.flatMap(({ row, cell }) =>
    cell.runs.flatMap((slug) => site.run(slug) ?? []).map((run) => ({ model: row.model, run })),
  );

/** The scores of all models by kind of question; undefined if no run has several kinds. */
export function subgroupsTable(site: Site, column: BenchmarkColumn): DiTable | undefined {
  const found = runsOf(site, column).flatMap(({ model, run }) =>
    (run.breakdown?.subgroups ?? []).map((subgroup) => ({ model, ...subgroup })),
  );
  const names = [...new Set(found.map(({ name }) => name))].toSorted();
  if (names.length === 0) return undefined;
  const axis = scoreAxis(column);
  const sign = column.lowerIsBetter ? 1 : -1;
  const digits = columnDecimals(found.map(({ interval }) => interval));
  return {
    caption: "Each dot is a model. Only kinds with at least 30 scored answers of a model are shown.",
    rowName: "Kind of question",
    plotName: "Scores of all models",
    axis,
    grid: "grid-subgroups",
    columns: ["Middle model", "Answers", "Best score", "of"],
    groups: [
      {
        rows: names.map((name) => {
          const members = found.filter((one) => one.name === name).toSorted((a, b) => sign * (a.value - b.value));
          const [best] = members;
          const equals = members.filter(({ value }) => value === best?.value);
          const values = members.map(({ value }) => value);
          return {
            name,
            plot: { svg: stripRow(values, { axis, grid: "grid-subgroups" }) },
            cells: [
              fixed(median(values) ?? 0, digits),
              formatCount(Math.max(...members.map(({ n }) => n))),
              best === undefined ? "" : fixed(best.value, digits),
              equals.length > 1 ? plural(equals.length, "model") : site.modelName(best?.model ?? ""),
            ],
          };
        }),
      },
    ],
  };
}

/** With more models the rows of one kind no longer fit on a screen. */
const MOST_MODELS = 10;

/** The best models of the benchmark by kind of question, each with its interval; undefined if no run has several kinds. */
export function subgroupIntervals(site: Site, column: BenchmarkColumn): DiTable | undefined {
  const found = runsOf(site, column).flatMap(({ model, run }) =>
    (run.breakdown?.subgroups ?? []).map((subgroup) => ({ model, ...subgroup })),
  );
  const names = [...new Set(found.map(({ name }) => name))].toSorted();
  const models = [...new Set(found.map(({ model }) => model))];
  const shown = models.slice(0, MOST_MODELS);
  if (names.length === 0) return undefined;
  const axis = scoreAxis(column);
  const grid = "grid-kinds";
  const digits = columnDecimals(found.map(({ interval }) => interval));
  return {
    caption: `${models.length > shown.length ? `The ${MOST_MODELS} best models of the benchmark. ` : ""}Line: the 95 % interval of new questions of the same kind.`,
    rowName: "Model",
    plotName: "Score and its interval",
    axis,
    grid,
    columns: ["Score", "95 % interval", "Answers"],
    groups: names.map((name) => ({
      name,
      rows: found
        .filter((one) => one.name === name && shown.includes(one.model))
        .map(({ model, value, n, interval }) => ({
          kind: "bl",
          name: site.modelName(model),
          href: site.link.model(model),
          plot: { svg: dotInterval({ value, inner: interval && [interval.low, interval.high] }, { axis, grid }) },
          cells: [fixed(value, digits), interval === undefined ? "unknown" : range(interval, digits), formatCount(n)],
        })),
    })),
  };
}

export interface Spreads {
  /** the limits of the five equal parts of the scale, e.g. "1 to 1.8" */
  readonly parts: readonly string[];
  /** the share of each model's answers in each part */
  readonly models: readonly {
    readonly name: string;
    readonly href: string | undefined;
    readonly shares: readonly string[];
  }[];
}

const PARTS = 5;

/** How the scores of single answers spread over the scale. Undefined if all are at its ends, as right and wrong are. */
export function spreads(site: Site, column: BenchmarkColumn): Spreads | undefined {
  const { bounds } = column;
  const known = runsOf(site, column).flatMap(({ model, run }) => {
    const counts = run.breakdown?.histogram ?? [];
    const all = counts.reduce((a, b) => a + b, 0);
    return all === 0 ? [] : [{ model, counts, all }];
  });
  const isAtEnds = known.every(({ counts, all }) => (counts[0] ?? 0) + (counts.at(-1) ?? 0) === all);
  if (bounds === undefined || isAtEnds) return undefined;
  const limit = (part: number) => String(Number((bounds.min + ((bounds.max - bounds.min) * part) / PARTS).toFixed(2)));
  const each = Array.from({ length: PARTS }, (_, part) => part);
  return {
    parts: each.map((part) => `${limit(part)} to ${limit(part + 1)}`),
    models: known.map(({ model, counts, all }) => ({
      name: site.modelName(model),
      href: site.link.model(model),
      shares: each.map((part) => percent(((counts[2 * part] ?? 0) + (counts[2 * part + 1] ?? 0)) / all)),
    })),
  };
}
