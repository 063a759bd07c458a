import type { GroupReader } from "../group-reader.ts";
import { withoutSteps } from "../group-reader.ts";
import { READERS } from "../readers.ts";
import { report } from "../report.ts";
import type { ReplyCases } from "../reply-cases.ts";
import { type Readers, scoreReplies } from "../score-replies.ts";
import { harnessLetter, inspectLetter, type LetterRule, simpleEvalsLetter } from "./letter-rules.ts";
import { harnessNumber, inspectNumber, type NumberRule, simpleEvalsNumber } from "./number-rules.ts";

const lettersBy = (rule: LetterRule): GroupReader<"letters"> => ({
  ...READERS.letters,
  corrected: (reply, { options }) => withoutSteps(rule(reply, Object.keys(options))),
});

const labelsBy = (rule: LetterRule): GroupReader<"labels"> => ({
  ...READERS.labels,
  corrected: (reply, { options = {} }) => withoutSteps(options[rule(reply, Object.keys(options)) ?? ""]),
});

const numbersBy = (rule: NumberRule): GroupReader<"numbers"> => ({
  ...READERS.numbers,
  corrected: (reply) => withoutSteps(rule(reply)),
});

const RIVALS: Readonly<Record<string, Readers>> = {
  "this project": READERS,
  "simple-evals": {
    ...READERS,
    letters: lettersBy(simpleEvalsLetter),
    labels: labelsBy(simpleEvalsLetter),
    numbers: numbersBy(simpleEvalsNumber),
  },
  "lm-eval-harness": {
    ...READERS,
    letters: lettersBy(harnessLetter),
    labels: labelsBy(harnessLetter),
    numbers: numbersBy(harnessNumber),
  },
  inspect_ai: {
    ...READERS,
    letters: lettersBy(inspectLetter),
    labels: labelsBy(inspectLetter),
    numbers: numbersBy(inspectNumber),
  },
};

/** Prints how other evaluations read the letters, the labels with options and the decimal numbers and integers of the same cases. */
export function rivals({ letters = [], labels = [], numbers = [] }: ReplyCases): string {
  const cases: ReplyCases = {
    letters,
    labels: labels.filter(({ context }) => context.options !== undefined),
    numbers: numbers.filter(({ context: { type } }) => type === "decimal" || type === "integer"),
  };
  const lines = Object.entries(RIVALS).flatMap(([name, readers]) => {
    const table = report(
      scoreReplies(cases, readers).map(({ group, corrected }) => ({ group, corrected, differences: [], misses: [] })),
      false,
    );
    return table
      .split("\n")
      .slice(2)
      .map((line) => `${name.padEnd(17)}${line.replace(/ *no reader$/, "")}`);
  });
  return [`${" ".repeat(17)}group     plain    clear    false`, ...lines].join("\n");
}
