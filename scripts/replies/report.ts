import type { Count, Difference, GroupScore, ProfileScore } from "./score-replies.ts";

const share = (counted: Count): string => `${counted.count}/${counted.of}`;

function cells(score: ProfileScore | undefined): string {
  if (score === undefined) return "no reader".padEnd(29);
  return `${share(score.plain).padEnd(9)}${share(score.clear).padEnd(9)}${share(score.falseCredit).padEnd(11)}`;
}

/** Prints a table with one line per group; then, if `isVerbose`, each difference with the reader's steps. */
export function report(scores: readonly GroupScore[], isVerbose: boolean): string {
  const heads = "plain    clear    false      ";
  return [
    `          ${"corrected".padEnd(29)}helm`,
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
