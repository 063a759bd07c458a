import type { Answered } from "@medhelm/core/metrics/calibration";
import { type Reliability, reliabilityOf } from "@medhelm/core/qualities/reliability";
import { type Probe, type Robustness, robustnessOf } from "@medhelm/core/qualities/robustness";
import { statedConfidence } from "@medhelm/core/qualities/stated-confidence";
import { type Style, styleOf } from "@medhelm/core/qualities/style-of-text";
import { instanceParts } from "@medhelm/core/release/instance-parts";
import type { Manifest } from "@medhelm/core/release/manifest";
import type { PageInstance } from "@medhelm/core/release/page";
import { mean } from "@medhelm/core/statistics/mean";

/** The mean style of answers and of their references. */
export interface StyleOfRun {
  readonly answers: number;
  readonly ofAnswers: Means;
  /** of the references of the same instances; absent without references */
  readonly ofReferences?: Means;
}
type Means = { readonly [Key in keyof Style]: number | undefined };

export interface Qualities {
  readonly run: string;
  readonly metric: string;
  readonly robustness: Robustness;
  /** absent without probabilities of the answers */
  readonly calibration?: Reliability;
  /** by the confidence that the answers state; absent if none does */
  readonly stated?: Reliability;
  /** absent for answers that are one of a list */
  readonly style?: StyleOfRun;
  /** the three classes of replies that give no answer; absent in older runs */
  readonly refusals?: {
    readonly refused?: number;
    readonly deflected?: number;
    readonly filtered: number;
    readonly of: number;
  };
}

/** Measures more than the score of a run. It reads the sealed answers, and sends no request. */
export function qualitiesOfRun(manifest: Manifest, instances: readonly PageInstance[]): Qualities {
  const { run, mainMetric: metric, coverage, replies } = manifest;
  const numbered = withRepeats(instances);
  const calibration = reliabilityOf(numbered.flatMap((one) => answeredOf(one, metric, probabilityOf(one))));
  const stated = reliabilityOf(numbered.flatMap((one) => answeredOf(one, metric, statedIn(one))));
  const style = styleOfRun(numbered);
  return {
    run,
    metric,
    robustness: robustnessOf(numbered.map((one) => probeOf(one, metric))),
    ...(calibration === undefined ? {} : { calibration }),
    ...(stated === undefined ? {} : { stated }),
    ...(style === undefined ? {} : { style }),
    ...(replies === undefined
      ? {}
      : {
          refusals: {
            ...(replies.refused === undefined ? {} : { refused: replies.refused }),
            ...(replies.deflected === undefined ? {} : { deflected: replies.deflected }),
            filtered: replies.filtered,
            of: coverage.requests,
          },
        }),
  };
}

/** HELM's repeats of a request have its own id and trial. Here the second one has the trial 1. */
function withRepeats(instances: readonly PageInstance[]): PageInstance[] {
  const seen = new Map<string, number>();
  return instances.map((one) => {
    const key = JSON.stringify([one.id, one.trial, one.perturbation]);
    const repeat = seen.get(key) ?? 0;
    seen.set(key, repeat + 1);
    return { ...one, trial: one.trial + repeat };
  });
}

const isPlain = ({ perturbation, trial }: PageInstance): boolean => perturbation === undefined && trial === 0;

function probeOf(one: PageInstance, metric: string): Probe {
  const { id, trial, perturbation, mapped, corrected, stats, readings } = one;
  const score = corrected[metric] ?? stats[metric];
  const read = readings?.find(({ reader }) => reader !== "refusal")?.value;
  const answer = mapped ?? (read === undefined ? undefined : JSON.stringify(read));
  return {
    instance: id,
    trial,
    ...(perturbation === undefined ? {} : { perturbation }),
    ...(score === undefined ? {} : { score }),
    ...(answer === undefined ? {} : { answer }),
  };
}

/** HELM writes a probability of 1 where the server gave none, and then the log-probability is 0. */
const probabilityOf = ({ stats: { logprob = 0, max_prob: probability } }: PageInstance): number | undefined =>
  logprob < 0 ? probability : undefined;

const statedIn = (one: PageInstance): number | undefined => statedConfidence(instanceParts(one).answer ?? "");

function answeredOf(one: PageInstance, metric: string, confidence: number | undefined): Answered[] {
  const score = one.corrected[metric] ?? one.stats[metric];
  if (!isPlain(one) || confidence === undefined || (score !== 0 && score !== 1)) return [];
  return [{ confidence, isCorrect: score === 1 }];
}

function styleOfRun(instances: readonly PageInstance[]): StyleOfRun | undefined {
  const pairs = instances
    .filter((one) => isPlain(one) && one.mapped === undefined)
    .flatMap((one) => {
      const style = styleOf(instanceParts(one).answer ?? "");
      const reference = one.references.find(({ correct }) => correct)?.text;
      return style === undefined
        ? []
        : [{ style, reference: reference === undefined ? undefined : styleOf(reference) }];
    });
  if (pairs.length === 0) return undefined;
  const references = pairs.flatMap(({ reference }) => reference ?? []);
  return {
    answers: pairs.length,
    ofAnswers: meansOf(pairs.map(({ style }) => style)),
    ...(references.length === 0 ? {} : { ofReferences: meansOf(references) }),
  };
}

function meansOf(styles: readonly Style[]): Means {
  const of = (key: keyof Style): number | undefined => {
    const values = styles.flatMap((style) => style[key] ?? []);
    return values.length === 0 ? undefined : mean(values);
  };
  return { words: of("words"), grade: of("grade"), hedges: of("hedges"), longWords: of("longWords") };
}
