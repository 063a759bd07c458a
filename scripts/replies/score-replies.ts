import type { Step } from "@medhelm/core/reading/reading";
import type { Found, GroupReader } from "./group-reader.ts";
import type { Group, ReplyCase, ReplyCases, ValueOf } from "./reply-cases.ts";

/** Least share of the cases that must be equal, and the greatest share with false credit. */
export const THRESHOLDS = { plain: 1, clear: 0.98, falseCredit: 0.005 };

export interface Count {
  readonly count: number;
  readonly of: number;
}
export interface ProfileScore {
  readonly plain: Count;
  readonly clear: Count;
  readonly falseCredit: Count;
}
/** A case that `corrected` reads in another way than the expert. */
export interface Difference {
  readonly id: string;
  readonly certainty: string;
  readonly reply: string;
  readonly note: string;
  readonly expected: unknown;
  readonly read: unknown;
  readonly isFalseCredit: boolean;
  readonly steps: readonly Step[];
}
export interface GroupScore {
  readonly group: Group;
  /** Absent if HELM has no such reader. */
  readonly helm?: ProfileScore;
  readonly corrected: ProfileScore;
  readonly differences: readonly Difference[];
  /** The thresholds that `corrected` misses, in words. */
  readonly misses: readonly string[];
}
export type Readers = { readonly [G in Group]: GroupReader<G> };

/** Scores the readers of both profiles on cases with an expert's reading. Judgement calls do not count. */
export function scoreReplies(cases: ReplyCases, readers: Readers): GroupScore[] {
  return [
    ...scoreGroup("letters", cases.letters, readers.letters),
    ...scoreGroup("labels", cases.labels, readers.labels),
    ...scoreGroup("numbers", cases.numbers, readers.numbers),
    ...scoreGroup("medec", cases.medec, readers.medec),
    ...scoreGroup("sql", cases.sql, readers.sql),
    ...scoreGroup("icd", cases.icd, readers.icd),
    ...scoreGroup("judge", cases.judge, readers.judge),
    ...scoreGroup("grader", cases.grader, readers.grader),
    ...scoreGroup("refusals", cases.refusals, readers.refusals),
    ...scoreGroup("fence", cases.fence, readers.fence),
  ];
}

interface Judged<G extends Group> {
  readonly one: ReplyCase<G>;
  readonly found: Found<ValueOf<G>>;
  readonly isEqual: boolean;
  readonly isFalseCredit: boolean;
}

function scoreGroup<G extends Group>(
  group: G,
  cases: readonly ReplyCase<G>[] | undefined,
  reader: GroupReader<G>,
): GroupScore[] {
  if (cases === undefined) return [];
  const asked = cases.filter((one) => one.certainty !== "judgement call");
  const { helm } = reader;
  const judged = asked.map((one) => judge(one, reader.corrected(one.reply, one.context), reader));
  const corrected = profileScore(judged);
  return [
    {
      group,
      ...(helm === undefined
        ? {}
        : {
            helm: profileScore(
              asked.map((one) => judge(one, { value: helm(one.reply, one.context), steps: [] }, reader)),
            ),
          }),
      corrected,
      differences: judged.flatMap(differenceOf),
      misses: missesOf(corrected),
    },
  ];
}

function judge<G extends Group>(one: ReplyCase<G>, found: Found<ValueOf<G>>, reader: GroupReader<G>): Judged<G> {
  const { value } = found;
  const { expected, context } = one;
  if (value === undefined) return { one, found, isEqual: expected === null, isFalseCredit: false };
  const isEqual =
    expected !== null &&
    (reader.isEqual === undefined
      ? JSON.stringify(value) === JSON.stringify(expected)
      : reader.isEqual(value, expected, context));
  const isFalse = reader.isFalseCredit === undefined || reader.isFalseCredit(value, expected);
  return { one, found, isEqual, isFalseCredit: !isEqual && isFalse };
}

function profileScore<G extends Group>(judged: readonly Judged<G>[]): ProfileScore {
  const count = (certainty: string): Count => {
    const these = judged.filter(({ one }) => one.certainty === certainty);
    return { count: these.filter(({ isEqual }) => isEqual).length, of: these.length };
  };
  return {
    plain: count("plain"),
    clear: count("clear"),
    falseCredit: { count: judged.filter(({ isFalseCredit }) => isFalseCredit).length, of: judged.length },
  };
}

function differenceOf<G extends Group>({ one, found, isEqual, isFalseCredit }: Judged<G>): Difference[] {
  if (isEqual) return [];
  const { id, certainty, reply, note = "", expected } = one;
  return [{ id, certainty, reply, note, expected, read: found.value ?? null, isFalseCredit, steps: found.steps }];
}

function missesOf({ plain, clear, falseCredit }: ProfileScore): string[] {
  const misses: string[] = [];
  if (plain.count < THRESHOLDS.plain * plain.of) misses.push("plain cases must all be equal");
  if (clear.count < THRESHOLDS.clear * clear.of) misses.push("98 % of the clear cases must be equal");
  if (falseCredit.count > THRESHOLDS.falseCredit * falseCredit.of) misses.push("false credit may be at most 0.5 %");
  return misses;
}
