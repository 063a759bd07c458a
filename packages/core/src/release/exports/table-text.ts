import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { familyReasons, intervalOf, rankSetOf, reasonOf, rankText } from "./shown-statistics.ts";

type Row = Table["rows"][number];

/** Says for each cell how it looks in a markup language. */
interface Markup {
  readonly text: (text: string) => string;
  /** a value with its interval and its number of scores */
  readonly cell: (value: string, details: string) => string;
}

/** Writes a table as Markdown (GitHub's tables). A cell has the value, its 95 % interval and n, the number of values behind it. */
export function markdownTable(table: Table, leaderboard: Leaderboard): string {
  const markup: Markup = {
    text: (text) => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|"),
    cell: (value, details) => (details === "" ? value : `${value} ${details}`),
  };
  const [head = [], ...rows] = linesOf(table, leaderboard, markup);
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [
    `# ${markup.text(table.title)}`,
    "",
    markdownLine(head),
    markdownLine(rule),
    ...rows.map(markdownLine),
    "",
    legend(table),
    "",
  ].join("\n");
}

const markdownLine = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Writes a table as LaTeX for the package booktabs, with the same content as markdownTable. */
export function latexRanksTable(table: Table, leaderboard: Leaderboard): string {
  const markup: Markup = {
    text: latexText,
    cell: (value, details) => (details === "" ? value : `${value} {\\scriptsize ${latexText(details)}}`),
  };
  const [head = [], ...rows] = linesOf(table, leaderboard, markup);
  return [
    "\\begin{table*}[htp]",
    "\\resizebox{\\textwidth}{!}{",
    `\\begin{tabular}{l${"r".repeat(Math.max(head.length - 1, 0))}}`,
    "\\toprule",
    latexLine(head),
    "\\midrule",
    ...rows.map(latexLine),
    "\\bottomrule",
    "\\end{tabular}}",
    `\\caption{${latexText(`${table.title}. ${legend(table)}`)}}`,
    "\\end{table*}",
    "",
  ].join("\n");
}

const latexLine = (cells: readonly string[]): string => `${cells.join(" & ")} \\\\`;

const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

const latexText = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\~^]|[&%$#_{}]/g, (found) => LATEX[found] ?? `\\${found}`);

function legend(table: Table): string {
  const question = table.rows.map((row) => rankSetOf(table, row)).find((ranks) => ranks !== undefined)?.question;
  const cells = table.rows.flatMap((row) => row.cells);
  const reasons = [...new Set(cells.flatMap(({ interval }) => reasonOf(interval) ?? []))];
  const intervals = cells.some((cell) => intervalOf(cell) !== undefined);
  const whyNoRanks = question === undefined ? familyReasons(table) : [];
  return [
    ...(intervals ? ["In brackets: 95 % intervals."] : []),
    ...reasons.map(
      (reason) => `${intervals ? "A missing interval is" : "Intervals are"} undefined, because ${reason}.`,
    ),
    ...(intervals || reasons.length > 0 ? [] : ["Intervals are unknown."]),
    ...whyNoRanks.map((reason) => `Ranks are undefined, because ${reason}.`),
    "n: number of scores behind a value.",
    ...(question === undefined
      ? []
      : [
          question === "otherBenchmarks"
            ? "Ranks: those that remain possible with other benchmarks of the same kinds."
            : "Ranks: those that remain possible with new questions of the same benchmarks.",
        ]),
  ].join(" ");
}

function linesOf(table: Table, leaderboard: Leaderboard, { text, cell: cellText }: Markup): string[][] {
  const names = new Map(leaderboard.models.map(({ name, displayName }) => [name, displayName]));
  const isSplit = table.rows.some(({ wording }) => wording !== undefined);
  const hasSuites = table.rows.some(({ suites }) => suites !== undefined);
  const head = [
    "Model",
    ...(isSplit ? ["Prompts"] : []),
    ...(hasSuites ? ["Suites"] : []),
    "Ranks",
    "Mean win rate",
    ...table.columns.map(({ groupDisplayName, metricDisplayName }) =>
      text(groupDisplayName === table.title ? metricDisplayName : `${groupDisplayName} - ${metricDisplayName}`),
    ),
  ];
  const lineOf = (row: Row): string[] => {
    const ranks = rankSetOf(table, row);
    return [
      text(names.get(row.model) ?? row.model),
      ...(isSplit ? [text(row.wording ?? "")] : []),
      ...(hasSuites ? [text((row.suites ?? []).join(", "))] : []),
      ranks === undefined ? "" : rankText(ranks),
      row.meanWinRate === null ? "" : row.meanWinRate.toFixed(3),
      ...row.cells.map((cell) => {
        if (cell.value === null) return "";
        const interval = intervalOf(cell);
        const limits = interval === undefined ? [] : [`[${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`];
        const counts = cell.scored === undefined ? [] : [`n=${cell.scored}`];
        return cellText(cell.value.toFixed(3), [...limits, ...counts].join(" "));
      }),
    ];
  };
  return [head, ...table.rows.map(lineOf)];
}
