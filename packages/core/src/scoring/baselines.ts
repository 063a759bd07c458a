import type { RequestState } from "../helm/scenario-state.ts";
import type { ClosedQuestion, Ratio } from "../metrics/metric.ts";
import { CORRECT_TAG } from "../helm/instance.ts";
import type { Profile } from "../run/profile.ts";
import { isSameSet } from "./same-set.ts";
import { positiveLabel } from "./positive-label.ts";
import type { Baselines } from "./run-measures.ts";

export interface BaselineScorer {
  closedQuestion(state: RequestState): ClosedQuestion | undefined;
  /** The score of the request under a profile; undefined if it cannot be measured. */
  scoreOf(profile: Profile, state: RequestState): number | Ratio | undefined;
}

/** Copies of more text than this would cost more time than the run's own scores. */
const MAX_COPIED_CHARS = 8_000_000;

/**
 * Scores baselines on the instances of a run, one request after another. Each answer is scored by the run's own metric, as if a model had
 * given it. Memory: a few numbers for each label.
 */
export function baselineTally({ closedQuestion, scoreOf }: BaselineScorer, profiles: readonly Profile[]) {
  const tallies = new Map(
    profiles.map((profile) => [profile, { gold: sum(), uniform: sum(), copy: sum(), byLabel: new Map<string, Sum>() }]),
  );
  const golds = new Map<string, number>();
  let labels: readonly string[] | undefined;
  let questions = 0;
  let copied = 0;

  /** The sums of the answers "A", "B", ... and of their texts, until the questions turn out to have other texts. */
  function addLabels({ options, gold }: ClosedQuestion, state: RequestState): void {
    const texts = options.map(({ text }) => text);
    labels = labels === undefined || isSameSet(labels, texts) ? (labels ?? texts) : [];
    questions += 1;
    for (const key of keysOf(options.find(({ label }) => label === gold))) golds.set(key, (golds.get(key) ?? 0) + 1);
    for (const [profile, { byLabel, uniform }] of tallies) {
      const all = sum();
      for (const option of options) {
        const score = scoreOf(profile, answered(state, option.label));
        all.add(score);
        for (const key of keysOf(option)) {
          const ofLabel = byLabel.get(key) ?? sum();
          byLabel.set(key, ofLabel);
          ofLabel.add(score);
        }
      }
      uniform.add(all.mean());
    }
  }

  /** A label's text is a key only while all questions have the same texts, so that their number is small. */
  const keysOf = (option: { readonly label: string; readonly text: string } | undefined): string[] =>
    option === undefined ? [] : [`label ${option.label}`, ...(labels?.length === 0 ? [] : [`text ${option.text}`])];

  return {
    /** Adds a request. The caller leaves out perturbed copies, other splits, later train trials and repeats. */
    add(state: RequestState): void {
      const question = closedQuestion(state);
      if (question !== undefined) addLabels(question, state);
      const gold = question === undefined ? goldText(state) : question.gold;
      const { text } = state.instance.input;
      copied += text.length;
      for (const [profile, tally] of tallies) {
        if (gold !== undefined) tally.gold.add(scoreOf(profile, answered(state, gold)));
        if (question === undefined && copied <= MAX_COPIED_CHARS)
          tally.copy.add(scoreOf(profile, answered(state, text)));
      }
    },
    /** The values under one profile; absent ones could not be measured. */
    found(profile: Profile): Baselines {
      const tally = tallies.get(profile);
      if (tally === undefined) return {};
      const shared = labels !== undefined && labels.length > 0;
      const kind = shared ? "text " : "label ";
      const [majority] = [...golds].filter(([key]) => key.startsWith(kind)).toSorted(([, a], [, b]) => b - a);
      const positive = shared && labels?.length === 2 ? positiveLabel(labels) : undefined;
      return present({
        gold: tally.gold.mean(),
        majority: majority && tally.byLabel.get(majority[0])?.over(questions),
        uniform: tally.uniform.mean(),
        alwaysYes: positive === undefined ? undefined : tally.byLabel.get(`text ${positive}`)?.over(questions),
        copy: copied > MAX_COPIED_CHARS ? undefined : tally.copy.mean(),
      });
    },
  };
}

const goldText = ({ instance }: RequestState): string | undefined =>
  instance.references.find(({ tags }) => tags.includes(CORRECT_TAG))?.output.text;

/** The request with another answer. The prompt is left out, because counting its tokens again would cost time. */
const answered = (state: RequestState, text: string): RequestState => ({
  ...state,
  request: { ...state.request, prompt: "" },
  result: { success: true, embedding: [], cached: false, completions: [{ text, logprob: 0, tokens: [] }] },
});

type Sum = ReturnType<typeof sum>;

/** The mean of scores, or the ratio of sums. */
function sum() {
  let [part, whole] = [0, 0];
  return {
    add(score: number | Ratio | undefined): void {
      if (score === undefined) return;
      const [more, of] = typeof score === "number" ? [score, 1] : score;
      part += more;
      whole += of;
    },
    /** The mean where the others of `count` instances, which lack the option, count as 0. */
    over: (count: number): number => part / count,
    mean: (): number | undefined => (whole === 0 ? undefined : part / whole),
  };
}

function present(values: Readonly<Record<keyof Baselines, number | undefined>>): Baselines {
  const { gold, majority, uniform, alwaysYes, copy } = values;
  return {
    ...(gold === undefined ? {} : { gold }),
    ...(majority === undefined ? {} : { majority }),
    ...(uniform === undefined ? {} : { uniform }),
    ...(alwaysYes === undefined ? {} : { alwaysYes }),
    ...(copy === undefined ? {} : { copy }),
  };
}
