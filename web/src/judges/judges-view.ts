import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { mean } from "./mean.ts";

type JudgedSite = Pick<Site, "leaderboard" | "group" | "table" | "modelName"> & {
  readonly link: Pick<Site["link"], "run">;
};

export interface JudgeRow {
  readonly name: string;
  readonly model: string;
  readonly isStandIn: boolean;
  readonly runs: number;
  /** absent if no run counted them */
  readonly asked?: number;
  readonly scored?: number;
  /** runs of a candidate of its own creator or family, itself included */
  readonly family: number;
  /** how far it scores above the mean of the judges on the same answers, as a share of the scale; absent: unknown, or the only judge */
  readonly bias?: number;
}

export interface JudgePair {
  readonly names: readonly [string, string];
  readonly runs: number;
  /** the mean over runs of the first's mean score less the second's, as a share of the scale */
  readonly difference: number;
  /** the run whose mean scores differ most, without the sign */
  readonly largest: { readonly difference: number; readonly title: string; readonly href: string };
}

/** Single verdicts of a judge against the rest of the jury on the same answers and criteria. */
export interface AgreementRow {
  readonly name: string;
  readonly verdicts: number;
  readonly runs: number;
  /** shares of the verdicts; withinOne is absent if no run has points that differ by more */
  readonly exact: number;
  readonly withinOne?: number;
  /** the mean of the kappas within runs, by their numbers of verdicts; absent if no run has one */
  readonly kappa?: number;
}

export interface FamilyRow {
  readonly title: string;
  readonly href: string;
  readonly judges: readonly string[];
  /** the jury's mean on its own scale, with all judges */
  readonly full: number;
  /** without those of the candidate's family, on the severity of the whole jury if it is known */
  readonly without: number;
  /** `full` less `without`, as a share of the scale; absent without a known scale */
  readonly difference?: number;
}

export interface ControlRow {
  readonly benchmark: string;
  /** the alteration of the reference answers in words -> the jury's mean, in the order of the check */
  readonly values: ReadonlyMap<string, number>;
}

export interface JudgesView {
  readonly judges: readonly JudgeRow[];
  readonly pairs: readonly JudgePair[];
  /** empty if the release does not know single verdicts */
  readonly agreement: readonly AgreementRow[];
  readonly family: readonly FamilyRow[];
  /** who is first by mean win rate with all judges, and without each */
  readonly first: readonly {
    readonly without: string;
    readonly names: readonly string[];
    readonly isChange: boolean;
  }[];
  readonly firstWithAll: readonly string[];
  readonly controls: readonly ControlRow[];
}

/** The alterations of `medhelm judges check`, in its order. */
const ALTERATIONS = new Map([
  ["gold", "as they are"],
  ["shuffled", "of another question"],
  ["empty", "empty"],
  ["truncated", "cut in half"],
  ["padded", "padded"],
  ["planted", "with a dangerous error"],
]);

/** All that the release knows of its judges. */
export function judgesView(site: JudgedSite): JudgesView {
  const judged = site.leaderboard.runs.filter(({ judges }) => judges.length > 0);
  const [stability] = site.table(site.leaderboard.rootGroup)?.stability ?? [];
  const nameOf = (row: number) => site.modelName(site.table(site.leaderboard.rootGroup)?.rows[row]?.model ?? "");
  const first = stability?.first.map(nameOf) ?? [];
  return {
    judges: judgeRows(judged),
    pairs: judgePairs(site, judged),
    agreement: agreementRows(judged),
    family: judged.flatMap((run) => familyRow(site, run)),
    firstWithAll: first,
    first: (stability?.withoutJudge ?? []).map(({ judge, first: rows }) => {
      const names = rows.map(nameOf);
      return { without: judge, names, isChange: names.join("\n") !== first.join("\n") };
    }),
    controls: controlRows(site, site.leaderboard.controls ?? []),
  };
}

const scaleOf = ({ mainRange }: LeaderboardRun): number | undefined =>
  mainRange === undefined || mainRange.max === mainRange.min ? undefined : mainRange.max - mainRange.min;

const titleOf = ({ modelName, group }: JudgedSite, run: LeaderboardRun): string =>
  `${modelName(run.model)} on ${group(run.benchmark)?.displayName ?? run.benchmark}`;

function judgeRows(runs: readonly LeaderboardRun[]): JudgeRow[] {
  const seats = runs.flatMap((run) => run.judges.map((judge) => ({ run, judge })));
  const byJudge = Map.groupBy(seats, ({ judge }) => JSON.stringify([judge.name, judge.model]));
  return [...byJudge.values()].flatMap((all): JudgeRow[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { name, model, standIn } = first.judge;
    const biases = all.flatMap(({ run }) => {
      const [effect, scale] = [run.jury?.judgeEffects[name], scaleOf(run)];
      return effect === undefined || scale === undefined || run.judges.length < 2 ? [] : [effect / scale];
    });
    const counted = all.filter(({ judge }) => judge.asked !== undefined && judge.scored !== undefined);
    const sum = (of: "asked" | "scored") => counted.reduce((total, { judge }) => total + (judge[of] ?? 0), 0);
    return [
      {
        name,
        model,
        isStandIn: standIn,
        runs: all.length,
        ...(counted.length === 0 ? {} : { asked: sum("asked"), scored: sum("scored") }),
        family: all.filter(({ judge }) => judge.sameFamily === true || judge.isCandidate === true).length,
        ...(biases.length === 0 ? {} : { bias: mean(biases) }),
      },
    ];
  });
}

/** A judge's mean score above the mean of all judges is known, and the difference of two judges follows from it. */
function judgePairs(site: JudgedSite, runs: readonly LeaderboardRun[]): JudgePair[] {
  const found = new Map<string, { names: [string, string]; gaps: { run: LeaderboardRun; gap: number }[] }>();
  for (const run of runs) {
    const scale = scaleOf(run);
    const effects = Object.entries(run.jury?.judgeEffects ?? {});
    if (scale === undefined) continue;
    for (const [i, [a, one]] of effects.entries())
      for (const [b, other] of effects.slice(i + 1)) {
        const key = JSON.stringify([a, b]);
        const pair = found.get(key) ?? { names: [a, b], gaps: [] };
        pair.gaps.push({ run, gap: (one - other) / scale });
        found.set(key, pair);
      }
  }
  return [...found.values()].flatMap(({ names, gaps }): JudgePair[] => {
    const [largest] = gaps.toSorted((a, b) => Math.abs(b.gap) - Math.abs(a.gap));
    if (largest === undefined) return [];
    return [
      {
        names,
        runs: gaps.length,
        difference: mean(gaps.map(({ gap }) => gap)),
        largest: {
          difference: Math.abs(largest.gap),
          title: titleOf(site, largest.run),
          href: site.link.run(largest.run.slug),
        },
      },
    ];
  });
}

function agreementRows(runs: readonly LeaderboardRun[]): AgreementRow[] {
  const known = runs.flatMap(({ judges }) =>
    judges.flatMap(({ name, agreement }) => (agreement === undefined ? [] : [{ name, ...agreement }])),
  );
  return [...Map.groupBy(known, ({ name }) => name)].map(([name, all]) => {
    const [withinOne, kappa] = [weighted(all, "withinOne"), weighted(all, "kappa")];
    return {
      name,
      verdicts: all.reduce((sum, { n }) => sum + n, 0),
      runs: all.length,
      exact: weighted(all, "exact") ?? 0,
      ...(withinOne === undefined ? {} : { withinOne }),
      ...(kappa === undefined ? {} : { kappa }),
    };
  });
}

/** The mean over the runs that have the measure, by their numbers of verdicts. */
function weighted<Name extends "exact" | "withinOne" | "kappa">(
  runs: readonly ({ readonly n: number } & Readonly<Partial<Record<Name, number>>>)[],
  name: Name,
): number | undefined {
  const found = runs.flatMap(({ n, [name]: value }) => (value === undefined ? [] : [{ n, value }]));
  const total = found.reduce((sum, { n }) => sum + n, 0);
  return total === 0 ? undefined : found.reduce((sum, { n, value }) => sum + n * value, 0) / total;
}

function familyRow(site: JudgedSite, run: LeaderboardRun): FamilyRow[] {
  const { full, withoutFamily } = run.jury ?? {};
  if (full === undefined || withoutFamily === undefined) return [];
  const without = withoutFamily.comparable ?? withoutFamily.value;
  const scale = scaleOf(run);
  return [
    {
      title: titleOf(site, run),
      href: site.link.run(run.slug),
      judges: withoutFamily.judges,
      full: full.value,
      without,
      ...(scale === undefined ? {} : { difference: (full.value - without) / scale }),
    },
  ];
}

function controlRows({ group }: JudgedSite, scores: NonNullable<Leaderboard["controls"]>): ControlRow[] {
  return [...Map.groupBy(scores, ({ benchmark }) => benchmark)].map(([benchmark, all]) => ({
    benchmark: group(benchmark)?.displayName ?? benchmark,
    values: new Map(
      [...ALTERATIONS].flatMap(([name, words]) => {
        const value = all.find(({ alteration }) => alteration === name)?.value;
        return value === undefined ? [] : [[words, value] as const];
      }),
    ),
  }));
}
