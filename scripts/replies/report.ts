import type { Count, Difference, GroupScore, ProfileScore } from "./score-replies.ts";

const share = (counted: Count): string => `${counted.count}/${counted.of}`;

const COLUMNS = [
  { head: "plain", cellOf: ({ plain }: ProfileScore): string => share(plain), least: 9 },
  { head: "clear", cellOf: ({ clear }: ProfileScore): string => share(clear), least: 9 },
  { head: "false", cellOf: ({ falseCredit }: ProfileScore): string => share(falseCredit), least: 11 },
];

/** The columns' widths: the widest cell with two spaces behind it. */
const widthsOf = (scores: readonly GroupScore[]): readonly number[] =>
  COLUMNS.map(({ cellOf, least }) =>
    Math.max(
      least,
      ...scores.flatMap(({ corrected, helm }) =>
        [corrected, helm].map((score) => (score === undefined ? 0 : cellOf(score).length + 2)),
      ),
    ),
  );

/** Prints a table with one line per group; then, if `isVerbose`, each difference with the reader's steps. */
export function report(scores: readonly GroupScore[], isVerbose: boolean): string {
  const widths = widthsOf(scores);
  const row = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("");
  const heads = row(COLUMNS.map(({ head }) => head));
  const cells = (score: ProfileScore | undefined): string =>
    score === undefined ? "no reader".padEnd(heads.length) : row(COLUMNS.map(({ cellOf }) => cellOf(score)));
  return [
    `          ${"corrected".padEnd(heads.length)}helm`,
    `group     ${heads}${heads}`.trimEnd(),
    ...scores.map(({ group, corrected, helm, misses }) =>
      `${group.padEnd(10)}${cells(corrected)}${cells(helm)}${misses.join("; ")}`.trimEnd(),
    ),
    ...(isVerbose ? scores.flatMap(({ differences }) => differences.map(difference)) : []),
  ].join("\n");
}

function difference({ id, certainty, reply, note, expected, read, isFalseCredit, steps }: Difference): string {
  return [
    "",
    `${id} (${certainty}${isFalseCredit ? ", false credit" : ""}): expected ${JSON.stringify(expected)}, read ${JSON.stringify(read)}${note === "" ? "" : `; ${note}`}`,
    `  ${JSON.stringify(reply)}`,
    ...steps.map(({ step, at, what }) => {
      const quotes = at.map(([start, end]) => JSON.stringify(reply.slice(start, end))).join(", ");
      return `  - ${step}${what === undefined ? "" : ` (${what})`}${quotes === "" ? "" : `: ${quotes}`}`;
    }),
  ].join("\n");
}
