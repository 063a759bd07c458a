import { z } from "zod";
import { CORRECT_TAG } from "../helm/instance.ts";
import type { AdapterSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import { type Reading, valueOf } from "../reading/reading.ts";
import { readOption } from "../reading/letters/read-option.ts";
import { outsideThinking } from "../reading/thinking/thinking-places.ts";
import { UserError } from "../user-error.ts";
import { type Answered, calibration } from "./calibration.ts";
import { completionsOf, languageModelingStats, perplexity, requestStats } from "./general-stats.ts";
import { labelShares, macroF1 } from "./labels.ts";
import type {
  Absent,
  ClosedQuestion,
  InstanceStats,
  Measurement,
  Metric,
  MetricFactory,
  ReplyReading,
  ScoringContext,
} from "./metric.ts";
import { pythonRegExp, strip } from "./python-text.ts";
import { refusalReadings, refusalStats } from "./refusal.ts";
import { referenceScore, referenceScores, whyNotBuilt } from "./reference-scores.ts";

const Args = z.object({ names: z.array(z.string()) });

/** Settings of profile `corrected` for one benchmark. */
export interface ReplyRule {
  /** Labels that all questions share; the profile then adds macro_f1. */
  readonly labels: readonly string[];
  /**
   * Reads the label that a reply names, for questions without lettered options; undefined and an unread reply score 0. Results show the
   * steps of a Reading.
   */
  readonly read?: (reply: string) => Reading<string> | string | undefined;
}

/** helm.benchmark.metrics.basic_metrics.BasicGenerationMetric: general stats, and the scores in `names` against the references. */
export const basicGenerationMetric: MetricFactory = (args) => basicGeneration(args);

/** BasicGenerationMetric for a benchmark with its own reply rule in profile `corrected`. */
export const basicGenerationWith =
  (rule: ReplyRule): MetricFactory =>
  (args) =>
    basicGeneration(args, rule);

function basicGeneration(args: Readonly<Record<string, unknown>>, rule?: ReplyRule): Metric {
  const parsed = Args.safeParse(args);
  if (!parsed.success) throw new UserError("BasicGenerationMetric needs args.names, a list of metric names");
  const names: string[] = [];
  const absent: Record<string, string> = {};
  for (const name of parsed.data.names) {
    if (Object.hasOwn(referenceScores, name)) names.push(name);
    else absent[name] = whyNotBuilt(name);
  }
  return {
    absent,
    ofInstance: (state, context) => {
      const { only } = context;
      const isOne = only !== undefined && names.includes(only);
      const wanted = isOne ? [only] : names;
      const ofReferences = state.instance.references.length > 0 ? referenceStats(wanted, state, context, rule) : [];
      if (isOne) return ofReferences;
      return [
        ...requestStats(state, context),
        ...ofReferences,
        ...languageModelingStats(state, context),
        ...(context.profile === "corrected" ? refusalStats(state) : []),
      ];
    },
    readingsOf: (state, context) => {
      const reading = firstReading(state, context, rule);
      return [
        ...(reading === undefined ? [] : [reading]),
        ...(context.profile === "corrected" ? refusalReadings(state) : []),
      ];
    },
    closedQuestion: (state, context) => closedQuestion(state, context, rule),
    derive: (sums) => [...perplexity(sums), ...macroF1(sums)],
    deriveFromInstances: calibrationOf,
    needsInstances: (sums) => !((sums.get("logprob")?.min ?? 0) >= 0), // also with NaN
  };
}

/** Present only if the deployment returned log probabilities. */
async function calibrationOf(instances: AsyncIterable<InstanceStats>): Promise<(Measurement | Absent)[]> {
  const answers: Answered[] = [];
  let hasProbabilities = false;
  for await (const stats of instances) {
    hasProbabilities ||= (stats.get("logprob")?.sum ?? 0) < 0;
    const confidence = stats.get("max_prob")?.mean;
    const exact = stats.get("exact_match")?.mean;
    if (confidence !== undefined && exact !== undefined) answers.push({ confidence, isCorrect: exact === 1 });
  }
  return hasProbabilities ? calibration(answers) : [];
}

function referenceStats(
  names: readonly string[],
  state: RequestState,
  context: ScoringContext,
  rule: ReplyRule | undefined,
): Measurement[] {
  const golds = state.instance.references.filter(({ tags }) => tags.includes(CORRECT_TAG));
  const completions = completionsOf(state).toSorted((a, b) => b.logprob - a.logprob);
  const predictions = completions.map(({ text }) => prediction(text, state, context, rule?.read));
  const { num_outputs } = context.adapterSpec;
  const stats: Measurement[] = [{ name: "max_prob", value: Math.exp(completions[0]?.logprob ?? 0) }];
  for (const name of names) {
    const score = referenceScore(name, context.profile);
    if (score === undefined) continue;
    // HELM refuses an instance without a correct reference; here it has no score.
    const best = (texts: readonly (string | undefined)[]) =>
      golds.length === 0
        ? undefined
        : Math.max(
            ...golds.flatMap((gold) => texts.map((text) => (text === undefined ? 0 : score(gold.output.text, text)))),
          );
    stats.push({ name, value: best(predictions.slice(0, 1)) });
    if (num_outputs !== 1) stats.push({ name: `${name}@${num_outputs}`, value: best(predictions) });
  }
  if (rule === undefined || context.profile === "helm") return stats;
  const right = golds.map(({ output }) => output.text);
  return [...stats, ...labelShares(rule.labels, right, predictions[0])];
}

/** Whether profile `corrected` reads an option from the reply. */
const readsOption = ({ output_mapping }: RequestState, { adapterSpec, profile }: ScoringContext): boolean =>
  profile === "corrected" && output_mapping !== undefined && adapterSpec.output_mapping_pattern === undefined;

function firstReading(
  state: RequestState,
  context: ScoringContext,
  rule: ReplyRule | undefined,
): ReplyReading | undefined {
  const { instance, output_mapping: options, result } = state;
  const [completion] = result?.success === true ? result.completions : [];
  if (completion === undefined || context.profile === "helm") return undefined;
  if (options === undefined) {
    const reading = rule?.read?.(completion.text);
    return typeof reading === "object" ? { reader: "label", reading } : undefined;
  }
  if (!readsOption(state, context)) return undefined;
  return { reader: "option", reading: readOption(completion.text, { options, question: instance.input.text }) };
}

function closedQuestion(
  state: RequestState,
  context: ScoringContext,
  rule: ReplyRule | undefined,
): ClosedQuestion | undefined {
  const { instance, output_mapping: mapping } = state;
  const right = new Set(
    instance.references.flatMap(({ tags, output }) => (tags.includes(CORRECT_TAG) ? output.text : [])),
  );
  const texts = mapping ?? (rule === undefined ? undefined : Object.fromEntries(rule.labels.map((one) => [one, one])));
  if (texts === undefined) return undefined;
  const options = Object.entries(texts).map(([label, text]) => ({ label, text }));
  const gold = options.find(({ text }) => right.has(text))?.label;
  const isRead = mapping === undefined ? rule?.read !== undefined : readsOption(state, context);
  return {
    options,
    ...(gold === undefined ? {} : { gold }),
    given: (value, reply) => {
      const label = isRead ? value : applyOutputMappingPattern(context.adapterSpec, strip(reply));
      return options.find((one) => one.label === label)?.label;
    },
  };
}

/** Returns the text to compare with the references; undefined scores 0 in every metric of this class. */
function prediction(
  text: string,
  state: RequestState,
  context: ScoringContext,
  read: ReplyRule["read"],
): string | undefined {
  const { instance, result, output_mapping } = state;
  const { adapterSpec, profile } = context;
  const stripped = strip(text);
  if (profile === "corrected" && result?.success === false) return undefined;
  if (output_mapping === undefined) {
    if (profile === "helm") return stripped;
    if (read === undefined) return strip(outsideThinking(text));
    const label = read(stripped);
    return typeof label === "object" ? valueOf(label) : label;
  }
  const key = readsOption(state, context)
    ? valueOf(readOption(text, { options: output_mapping, question: instance.input.text }))
    : applyOutputMappingPattern(adapterSpec, stripped);
  return key !== undefined && Object.hasOwn(output_mapping, key) ? output_mapping[key] : undefined;
}

/** Returns the first match of output_mapping_pattern, or its first group if it has one (undefined if unmatched); "" without a match. */
export function applyOutputMappingPattern(
  { output_mapping_pattern: pattern }: Pick<AdapterSpec, "output_mapping_pattern">,
  text: string,
): string | undefined {
  if (pattern === undefined) return text;
  const match = pythonRegExp(pattern).exec(text);
  if (match === null) return "";
  return match.length > 1 ? match[1] : match[0];
}
