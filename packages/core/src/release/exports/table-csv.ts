import type { Table } from "../leaderboard/leaderboard.ts";
import { intervalOf, rankSetOf, rankText, reasonOf } from "./shown-statistics.ts";

/** A field of RFC 4180, quoted if necessary. An apostrophe precedes text that a spreadsheet would run as a formula. */
function field(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Writes a table as CSV with LF line ends. Each column becomes its value in full precision and its five counts; n is the number of values behind the mean.
 * If intervals are known, each column has the limits of its 95 % interval, and each row its ranks, such as 1-5. Then comes the wording of the
 * prompts. If a model judged its own answers, the columns in which it did follow. In a release of several suites, the suites of the row follow. The
 * last column has the reasons of intervals that are undefined, if there are any. A missing value and an unknown count are empty fields.
 */
export function tableCsv(table: Table, profile: string): string {
  const hasRanks = table.rows.some((row) => rankSetOf(table, row) !== undefined);
  const hasIntervals = table.rows.some(({ cells }) => cells.some((cell) => intervalOf(cell) !== undefined));
  const hasSuites = table.rows.some(({ suites }) => suites !== undefined);
  const head = ["model", "deployment", "profile", "mean_win_rate", "win_rate_columns"];
  if (hasRanks) head.push("ranks");
  for (const { group, metric } of table.columns) {
    const name = `${group}:${metric}`;
    head.push(
      name,
      ...(hasIntervals ? [`${name}:low`, `${name}:high`] : []),
      `${name}:instances`,
      `${name}:n`,
      `${name}:failed`,
      `${name}:verdicts_scored`,
      `${name}:verdicts_asked`,
    );
  }
  head.push("prompts");
  const isMarked = table.rows.some(({ cells }) => cells.some(({ judgedItself }) => judgedItself === true));
  if (isMarked) head.push("judged_itself");
  if (hasSuites) head.push("suites");
  const reasons = table.rows.map((row) => reasonsOf(table, row));
  const hasReasons = reasons.some((reason) => reason !== "");
  if (hasReasons) head.push("interval_undefined_because");
  const rows = table.rows.map((row, i) => [
    row.model,
    row.modelDeployment,
    profile,
    row.meanWinRate,
    row.winRateColumns,
    ...(hasRanks ? [ranksOf(table, row)] : []),
    ...row.cells.flatMap((cell) => [
      cell.value,
      ...(hasIntervals ? [intervalOf(cell)?.low, intervalOf(cell)?.high] : []),
      cell.instances,
      cell.scored,
      cell.failed,
      cell.verdictsScored,
      cell.verdictsAsked,
    ]),
    row.wording ?? (table.wordings ?? ["unknown"]).join(" "),
    ...(isMarked ? [judgedItself(table, row)] : []),
    ...(hasSuites ? [(row.suites ?? []).join(" ")] : []),
    ...(hasReasons ? [reasons[i]] : []),
  ]);
  return [head, ...rows].map((row) => `${row.map(field).join(",")}\n`).join("");
}

function ranksOf(table: Table, row: Table["rows"][number]): string {
  const ranks = rankSetOf(table, row);
  return ranks === undefined ? "" : rankText(ranks);
}

/** The columns in which the row's model judged its own answers. */
const judgedItself = ({ columns }: Table, { cells }: Table["rows"][number]): string =>
  columns.flatMap(({ group, metric }, i) => (cells[i]?.judgedItself === true ? [`${group}:${metric}`] : [])).join(" ");

/** E.g. "pubmed_qa:exact_match: there is one score". */
const reasonsOf = ({ columns }: Table, { cells }: Table["rows"][number]): string =>
  columns
    .flatMap(({ group, metric }, i) => {
      const reason = reasonOf(cells[i]?.interval);
      return reason === undefined || cells[i]?.value === null ? [] : [`${group}:${metric}: ${reason}`];
    })
    .join("; ");
