import type { ObjectStore } from "@medhelm/core/ports";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { openRun } from "@medhelm/core/store/run-files";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import type { Profile } from "@medhelm/core/run/profile";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import type { RunPlace } from "../places/run-place.ts";

/** The scores of one run's instances. */
export interface RunScores extends RunPlace {
  /** absent for runs of HELM */
  readonly benchmark?: string;
  readonly model?: string;
  /** the stat of the whole answer */
  readonly stat: string;
  /** the possible values of the stat, if the run knows them */
  readonly range?: MainRange;
  /** by answerKey */
  readonly answers: ReadonlyMap<string, AnswerScores>;
}

interface AnswerScores {
  readonly stat?: number;
  /** by criterion; of juries only */
  readonly criteria: Readonly<Record<string, number>>;
}

export const answerKey = (instance: string, trial: number): string => `${instance}\n${trial}`;

interface Wanted {
  readonly stat?: string | undefined;
  readonly profile: Profile;
  readonly criteria: readonly string[];
}

/** Reads one stat of each unperturbed instance, and what the jury gave for each criterion. @throws UserError if no instance has the stat */
export async function runScores(objects: ObjectStore, place: RunPlace, wanted: Wanted): Promise<RunScores> {
  const files = await openRun(objects, place.suite, place.run);
  const { manifest } = files;
  const stat = wanted.stat ?? manifest?.mainMetric;
  if (stat === undefined)
    throw new UserError(`${place.run}: it has no main metric, because HELM wrote it; name a stat with --stat`);
  const answers = new Map<string, AnswerScores>();
  const names = new Set<string>();
  for await (const one of await finishedInstances(objects, files, place)) {
    if (one.perturbation !== undefined) continue;
    for (const name of Object.keys(statsOf(one, wanted))) names.add(name);
    answers.set(answerKey(one.id, one.trial), answerScores(one, stat, wanted));
  }
  if (!names.has(stat)) throw unknownStat(place, stat, wanted, [...names]);
  const range = stat === manifest?.mainMetric ? manifest.mainRange : undefined;
  return {
    ...place,
    ...(manifest && { benchmark: manifest.benchmark, model: manifest.model }),
    stat,
    ...(range && { range }),
    answers,
  };
}

const statsOf = (one: PageInstance, { profile }: Wanted) => (profile === "corrected" ? one.corrected : one.stats);

function answerScores(one: PageInstance, stat: string, wanted: Wanted): AnswerScores {
  const value = statsOf(one, wanted)[stat];
  const criteria = wanted.criteria.flatMap((name) => {
    const score = one.corrected[`${stat}_criterion_${name}`];
    return score === undefined ? [] : [[name, score] as const];
  });
  return { ...(value === undefined ? {} : { stat: value }), criteria: Object.fromEntries(criteria) };
}

function unknownStat({ run }: RunPlace, stat: string, { profile }: Wanted, names: readonly string[]): UserError {
  const near = nearNames(stat, names);
  const others = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `it has ${names.toSorted().join(", ")}`;
  return new UserError(`--stat ${stat}: no instance of ${run} has it under profile ${profile}; ${others}`);
}
