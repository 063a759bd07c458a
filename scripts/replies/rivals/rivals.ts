import { type GroupReader, withoutSteps } from "../group-reader.ts";
import { READERS } from "../readers.ts";
import type { Group, ReplyCases } from "../reply-cases.ts";
import { type Count, type Readers, scoreReplies } from "../score-replies.ts";
import {
  ehrsqlAuthors,
  healthbenchAuthors,
  medcalcAuthors,
  medecAuthors,
  medhalluAuthors,
  medxpertqaAuthors,
  pubmedqaAuthors,
} from "./author-rules.ts";
import { harnessLetter, inspectLetter, type LetterRule, simpleEvalsLetter } from "./letter-rules.ts";
import { harnessNumber, inspectNumber, type NumberRule, simpleEvalsNumber } from "./number-rules.ts";

/** Cases that one kind of rule can read. */
interface CaseSet {
  readonly name: string;
  readonly group: Group;
  readonly of: (cases: ReplyCases) => ReplyCases;
}
const SETS: readonly CaseSet[] = [
  { name: "letters", group: "letters", of: ({ letters = [] }) => ({ letters }) },
  {
    name: "yes, no, maybe",
    group: "labels",
    of: ({ labels = [] }) => ({ labels: labels.filter(({ context }) => context.options !== undefined) }),
  },
  {
    name: "hallucinated",
    group: "labels",
    of: ({ labels = [] }) => ({ labels: labels.filter(({ context }) => context.kind === "hallucination") }),
  },
  {
    name: "ratings",
    group: "labels",
    of: ({ labels = [] }) => ({ labels: labels.filter(({ context }) => context.kind === "rating") }),
  },
  {
    name: "numbers",
    group: "numbers",
    of: ({ numbers = [] }) => ({
      numbers: numbers.filter(({ context: { type } }) => type === "decimal" || type === "integer"),
    }),
  },
  {
    name: "dates, weeks",
    group: "numbers",
    of: ({ numbers = [] }) => ({
      numbers: numbers.filter(({ context: { type } }) => type === "date" || type === "weeks and days"),
    }),
  },
  { name: "medec", group: "medec", of: ({ medec = [] }) => ({ medec }) },
  { name: "sql", group: "sql", of: ({ sql = [] }) => ({ sql }) },
  { name: "icd", group: "icd", of: ({ icd = [] }) => ({ icd }) },
  { name: "judge", group: "judge", of: ({ judge = [] }) => ({ judge }) },
  { name: "grader", group: "grader", of: ({ grader = [] }) => ({ grader }) },
  { name: "refusals", group: "refusals", of: ({ refusals = [] }) => ({ refusals }) },
];

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

/** HELM's own readers, those of profile `helm`. */
const helmReaders = (): Readers => ({
  ...READERS,
  letters: byHelm(READERS.letters),
  labels: byHelm(READERS.labels),
  numbers: byHelm(READERS.numbers),
  medec: byHelm(READERS.medec),
  sql: byHelm(READERS.sql),
  icd: byHelm(READERS.icd),
  judge: byHelm(READERS.judge),
});

const byHelm = <G extends Group>(reader: GroupReader<G>): GroupReader<G> => ({
  ...reader,
  corrected: (reply, context) => withoutSteps(reader.helm?.(reply, context)),
});

const AUTHORS: Readers = {
  ...READERS,
  letters: lettersBy(medxpertqaAuthors),
  labels: {
    ...READERS.labels,
    corrected: (reply, { kind }) =>
      withoutSteps(kind === "hallucination" ? medhalluAuthors(reply) : pubmedqaAuthors(reply)),
  },
  numbers: { ...READERS.numbers, corrected: (reply, { type }) => withoutSteps(medcalcAuthors(reply, type)) },
  medec: { ...READERS.medec, corrected: (reply) => withoutSteps(medecAuthors(reply)) },
  sql: { ...READERS.sql, corrected: (reply) => withoutSteps(ehrsqlAuthors(reply)) },
  grader: { ...READERS.grader, corrected: (reply) => withoutSteps(healthbenchAuthors(reply)) },
};

interface Rival {
  readonly name: string;
  readonly readers: Readers;
  /** The sets for which it has a rule; the others are shown as "has no rule". */
  readonly sets: readonly string[];
}
const SHORT = ["letters", "yes, no, maybe", "numbers"];
const RIVALS: readonly Rival[] = [
  { name: "this project", readers: READERS, sets: SETS.map(({ name }) => name) },
  {
    name: "HELM",
    readers: helmReaders(),
    sets: SETS.map(({ name }) => name).filter((name) => name !== "grader" && name !== "refusals"),
  },
  {
    name: "authors",
    readers: AUTHORS,
    sets: ["letters", "yes, no, maybe", "hallucinated", "numbers", "dates, weeks", "medec", "sql", "grader"],
  },
  {
    name: "simple-evals",
    readers: {
      ...READERS,
      letters: lettersBy(simpleEvalsLetter),
      labels: labelsBy(simpleEvalsLetter),
      numbers: numbersBy(simpleEvalsNumber),
      grader: AUTHORS.grader,
    },
    sets: [...SHORT, "grader"],
  },
  {
    name: "lm-eval-harness",
    readers: {
      ...READERS,
      letters: lettersBy(harnessLetter),
      labels: labelsBy(harnessLetter),
      numbers: numbersBy(harnessNumber),
    },
    sets: SHORT,
  },
  {
    name: "inspect_ai",
    readers: {
      ...READERS,
      letters: lettersBy(inspectLetter),
      labels: labelsBy(inspectLetter),
      numbers: numbersBy(inspectNumber),
    },
    sets: SHORT,
  },
];

/** Prints how HELM, the benchmarks' authors and other evaluations read the same cases, one line for each set and rival. */
export function rivals(cases: ReplyCases): string {
  const lines = SETS.flatMap((set) =>
    RIVALS.map((rival) => `${set.name.padEnd(16)}${rival.name.padEnd(17)}${cells(rival, set, cases)}`),
  );
  return [
    `${"replies".padEnd(16)}${"rule".padEnd(17)}plain    clear    false`,
    ...lines.map((line) => line.trimEnd()),
  ].join("\n");
}

function cells({ sets, readers }: Rival, set: CaseSet, cases: ReplyCases): string {
  if (!sets.includes(set.name)) return "has no rule";
  const score = scoreReplies(set.of(cases), readers).find(({ group }) => group === set.group)?.corrected;
  if (score === undefined) return "";
  return [score.plain, score.clear, score.falseCredit].map((one) => share(one).padEnd(9)).join("");
}

const share = ({ count, of }: Count): string => `${count}/${of}`;
