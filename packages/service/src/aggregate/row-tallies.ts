import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { type JuryRow, juryMeasures } from "@medhelm/core/scoring/jury-measures";
import { positiveLabel } from "@medhelm/core/scoring/positive-label";
import { type Repeats, repeats } from "@medhelm/core/statistics/repeats";
import { twoWay } from "@medhelm/core/statistics/two-way";

type Row = Scores["rows"][number];

/** Counts the answers to questions with two labels. An unread answer counts as wrong. */
export function twoWayTally(labels: Scores["labels"], isPublic: boolean) {
  const positive = labels?.length === 2 ? positiveLabel(labels) : undefined;
  const answers: (readonly [gold: boolean, answer: boolean])[] = [];
  return {
    add({ gold, given }: Row): void {
      if (positive === undefined || gold === undefined) return;
      answers.push(
        gold === positive
          ? given === positive
            ? TRUE_POSITIVE
            : FALSE_NEGATIVE
          : given === gold
            ? TRUE_NEGATIVE
            : FALSE_POSITIVE,
      );
    },
    /** The label is left out of manifests that other people may read. */
    found: (): Pick<Manifest, "twoWay"> =>
      positive === undefined || answers.length === 0
        ? {}
        : { twoWay: { ...(isPublic ? { positive } : {}), ...twoWay(answers) } },
  };
}

const TRUE_POSITIVE = [true, true] as const;
const FALSE_NEGATIVE = [true, false] as const;
const FALSE_POSITIVE = [false, true] as const;
const TRUE_NEGATIVE = [false, false] as const;

/** Collects the scores of repeated requests. Its memory grows with the number of rows, in a run with repeats only. */
export function repeatTally(times: number) {
  const scores = new Map<string, { helm: number[]; corrected: number[] }>();
  return {
    add({ id, trial, values: [helm, corrected] }: Row): void {
      if (times < 2) return;
      const key = `${id}\n${trial}`;
      const item = scores.get(key) ?? { helm: [], corrected: [] };
      scores.set(key, item);
      if (typeof helm === "number") item.helm.push(helm);
      if (typeof corrected === "number") item.corrected.push(corrected);
    },
    found(): Pick<Manifest, "repeats"> {
      if (times < 2) return {};
      const items = [...scores.values()];
      const [helm, corrected] = [repeats(items.map((item) => item.helm)), repeats(items.map((item) => item.corrected))];
      return {
        repeats: {
          times,
          ...(helm === undefined ? {} : { helm: shown(helm) }),
          ...(corrected === undefined ? {} : { corrected: shown(corrected) }),
        },
      };
    },
  };
}

const shown = ({ withinShare, flipRate, worstOfK, bestOfK }: Repeats) => ({
  ...(withinShare === undefined ? {} : { withinShare }),
  ...(flipRate === undefined ? {} : { flipRate }),
  worst: worstOfK,
  best: bestOfK,
});

/** Collects the judges' means on each answer. Its memory grows with the number of rows, in a run with a jury only. */
export function juryTally(
  judges: readonly Pick<Manifest["judges"][number], "name" | "sameFamily">[],
  head: Scores["judges"],
) {
  const names = head?.names ?? [];
  const rows: JuryRow[] = [];
  const criteria = head?.criteria.length ?? 0;
  return {
    add({ judges: scores, values: [, value = null] }: Row): void {
      if (names.length === 0) return;
      rows.push({
        value,
        scores: scores?.map((ofJudge) => {
          const known = ofJudge.filter((score) => score !== null);
          return known.length === 0 ? undefined : known.reduce((sum, score) => sum + score, 0) / known.length;
        }),
        isWhole: scores?.every((ofJudge) => ofJudge.filter((score) => score !== null).length === criteria) === true,
      });
    },
    found(): Pick<Manifest, "jury"> {
      const family = new Set(judges.filter(({ sameFamily }) => sameFamily === true).map(({ name }) => name));
      const jury = names.length === 0 ? undefined : juryMeasures({ names, family, rows });
      return jury === undefined ? {} : { jury };
    },
  };
}
