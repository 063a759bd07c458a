import type { ItemScore, PartScores } from "../../inference/column-items.ts";
import type { Profile } from "../../run/profile.ts";
import { otherThan } from "../profile-names.ts";
import type { Scores } from "./scores.ts";
import { underProfile, withoutJudge } from "../statistics/stability.ts";
import { mean } from "../../statistics/mean.ts";

type Row = Scores["rows"][number];

export interface PartChoice {
  /** names the run without its model */
  readonly part: string;
  readonly metric: string;
  readonly profile: Profile;
  /** Returns one text for all equal ones. The models of a benchmark have the same ids and hashes, which take more memory than the scores. */
  readonly share?: (text: string) => string;
}

/** Returns the scores of one run under a profile, and its values under other rules. Undefined if it does not have the metric under the profile. */
export function partScores(scores: Scores, { part, metric, profile, share }: PartChoice): PartScores | undefined {
  const places = new Map(scores.metrics.flatMap((one, i) => (one.name === metric ? [[one.profile, i] as const] : [])));
  const place = places.get(profile);
  if (place === undefined) return undefined;
  const other = places.get(otherThan(profile));
  const items = itemsAt(scores, place, share);
  const otherwise = new Map(judgeValues(scores, items));
  const value = other === undefined ? undefined : meanOf(itemsAt(scores, other));
  if (value !== undefined) otherwise.set(underProfile(otherThan(profile)), value);
  return { part, items, otherwise };
}

const itemsAt = ({ rows }: Scores, place: number, share: PartChoice["share"] = (text) => text): ItemScore[] => {
  const shared = (text: string | undefined): string | undefined => text && share(text);
  return rows.map(({ id, inputSha256, cluster, counts, values }) =>
    itemScore(
      { id: share(id), inputSha256: shared(inputSha256), cluster: shared(cluster) },
      values[place] ?? null,
      counts?.[place] ?? null,
    ),
  );
};

/** @param counts numerator and denominator of a ratio */
function itemScore(
  item: Pick<ItemScore, "id" | "inputSha256" | "cluster">,
  value: number | null,
  counts: readonly [number, number] | null,
): ItemScore {
  if (counts === null) return { ...item, value };
  const [numerator, denominator] = counts;
  return { ...item, value: denominator === 0 ? 0 : numerator / denominator, weight: denominator };
}

function meanOf(items: readonly ItemScore[]): number | undefined {
  let [sum, weights] = [0, 0];
  for (const { value, weight = 1 } of items) {
    if (value === null) continue;
    sum += value * weight;
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

/** The run's mean without each judge. None if the metric is not the mean of all judges' scores, and for one judge. */
function judgeValues({ judges, rows }: Scores, items: readonly ItemScore[]): [string, number][] {
  if (judges === undefined || judges.names.length < 2) return [];
  const isMean = rows.every((row, i) => {
    const ofJudges = meanWithout(row, undefined);
    const value = items[i]?.value ?? undefined;
    return ofJudges === undefined || value === undefined || Math.abs(ofJudges - value) < 1e-9;
  });
  if (!isMean) return [];
  return judges.names.flatMap((name, judge) => {
    const means = rows.flatMap((row) => meanWithout(row, judge) ?? []);
    if (means.length === 0) return [];
    return [[withoutJudge(name), mean(means)] as [string, number]];
  });
}

function meanWithout({ judges = [] }: Row, left: number | undefined): number | undefined {
  const scores = judges.flatMap((criteria, judge) => (judge === left ? [] : criteria.flatMap((score) => score ?? [])));
  return scores.length === 0 ? undefined : mean(scores);
}
