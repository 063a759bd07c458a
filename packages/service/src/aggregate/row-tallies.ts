import type { Manifest } from "@medhelm/core/release/manifest";
import type { Scores } from "@medhelm/core/release/scores";
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
