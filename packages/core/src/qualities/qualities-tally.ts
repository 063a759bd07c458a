import type { Answered } from "../metrics/calibration.ts";
import { isCounterfactual } from "../perturbations/counterfactual.ts";
import { instanceParts } from "../release/pages/instance-parts.ts";
import type { PageInstance } from "../release/pages/page.ts";
import type { Changes, Qualities } from "./qualities.ts";
import { reliabilityOf } from "./reliability.ts";
import { type Probe, robustnessOf } from "./robustness.ts";
import { statedConfidence } from "./stated-confidence.ts";
import { styleMeans } from "./style-means.ts";
import { styleOf } from "./style-of-text.ts";

export interface TalliedRun {
  readonly mainMetric: string;
  /** whether some questions were changed or repeated; otherwise the tally keeps no answer */
  readonly hasProbes: boolean;
}

/** Collects the qualities of a run from its instances, in the order of the requests. Its memory grows with their number; it keeps no text. */
export function qualitiesTally({ mainMetric, hasProbes }: TalliedRun) {
  const probes: Probe[] = [];
  const repeatOf = repeats();
  const given: Answered[] = [];
  const stated: Answered[] = [];
  const answers = styleMeans();
  const references = styleMeans();

  function addStyle(one: PageInstance, answer: string): void {
    const style = isFree(one) ? styleOf(answer) : undefined;
    if (style === undefined) return;
    answers.add(style);
    const ofReference = styleOf(one.references.find(({ correct }) => correct)?.text ?? "");
    if (ofReference !== undefined) references.add(ofReference);
  }

  return {
    add(one: PageInstance): void {
      const score = one.corrected[mainMetric] ?? one.stats[mainMetric];
      const trial = one.trial + (hasProbes ? repeatOf(one) : 0);
      if (hasProbes) probes.push(probeOf(one, trial, score));
      if (one.perturbation !== undefined || trial > 0) return;
      const { answer = "" } = instanceParts(one);
      given.push(...answeredOf(score, probabilityOf(one)));
      stated.push(...answeredOf(score, statedConfidence(answer)));
      addStyle(one, answer);
    },
    found(): Qualities {
      const { robustness, counterfactual, repeats: chance } = probedOf(probes);
      const [calibration, ofStated] = [reliabilityOf(given), reliabilityOf(stated)];
      return {
        ...(robustness === undefined ? {} : { robustness }),
        ...(counterfactual === undefined ? {} : { counterfactual }),
        ...(chance === undefined ? {} : { repeats: chance }),
        ...(calibration === undefined ? {} : { calibration }),
        ...(ofStated === undefined ? {} : { stated: ofStated }),
        ...(answers.texts() === 0
          ? {}
          : {
              style: {
                answers: answers.texts(),
                ofAnswers: answers.found(),
                ...(references.texts() === 0 ? {} : { ofReferences: references.found() }),
              },
            }),
      };
    },
  };
}

/** A question whose references include wrong ones has a list of options. */
const isFree = ({ mapped, references }: PageInstance): boolean =>
  mapped === undefined && references.every(({ correct }) => correct);

/** HELM's repeats of a request have its own id and trial. Returns the number of the same requests before this one. */
function repeats(): (one: PageInstance) => number {
  const seen = new Map<string, number>();
  return ({ id, trial, perturbation }) => {
    const key = JSON.stringify([id, trial, perturbation]);
    const repeat = seen.get(key) ?? 0;
    seen.set(key, repeat + 1);
    return repeat;
  };
}

function probeOf(one: PageInstance, trial: number, score: number | undefined): Probe {
  const { id, perturbation, mapped, readings } = one;
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

const isExchange = ({ perturbation }: Probe): boolean => perturbation !== undefined && isCounterfactual(perturbation);
const some = (found: Changes): Changes | undefined => (found.changes.length === 0 ? undefined : found);

function probedOf(probes: readonly Probe[]): Pick<Qualities, "robustness" | "counterfactual" | "repeats"> {
  const { repeats: chance, ...robustness } = robustnessOf(probes.filter((one) => !isExchange(one)));
  const { changes, all } = robustnessOf(
    probes.filter((one) => isExchange(one) || (one.perturbation === undefined && one.trial === 0)),
  );
  const [changed, exchanged] = [some(robustness), some({ changes, ...(all === undefined ? {} : { all }) })];
  return {
    ...(changed === undefined ? {} : { robustness: changed }),
    ...(exchanged === undefined ? {} : { counterfactual: exchanged }),
    ...(chance === undefined ? {} : { repeats: chance }),
  };
}

/** HELM writes a probability of 1 where the server gave none, and then the log-probability is 0. */
const probabilityOf = ({ stats: { logprob = 0, max_prob: probability } }: PageInstance): number | undefined =>
  logprob < 0 ? probability : undefined;

const answeredOf = (score: number | undefined, confidence: number | undefined): Answered[] =>
  confidence === undefined || (score !== 0 && score !== 1) ? [] : [{ confidence, isCorrect: score === 1 }];
