import { STEPS } from "@medhelm/core/reading/reading";
import type { PageInstance, PageReading } from "@medhelm/core/release/page";

/** Counts and helper values of HELM, which say nothing about the answer. --json has them. */
const TECHNICAL =
  /^(?:num_|finish_reason_|prompt_truncated|batch_size|inference_|training_|max_prob|logprob|gold_is_|answer_is_|both_are_)/;

/** Prints an instance for people; the main metric comes first. `mainMetric`: absent for a run without a manifest. */
export function instanceText(one: PageInstance, mainMetric?: string): string {
  const judgements = one.judgements.map(
    ({ judge, criteria, unscored }) =>
      `${judge}: ${unscored === undefined ? criteria.map(({ name, score }) => `${name} ${score}`).join(", ") : `no score: ${unscored}`}`,
  );
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["prompt", one.prompt],
    ["thinking", one.thinking],
    ["response", one.response === "" ? "(empty)" : one.response],
    ["failure", one.failure],
    ["correct", correctText(one)],
    ["how corrected scoring read it", one.readings?.map(readingText).join("\n")],
    ["judges", judgements.join("\n")],
    ["scores", scoreLines(one, mainMetric).join("\n")],
    ["tokens", one.failure === undefined ? tokensText(one) : undefined],
  ];
  const lines = parts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `-- ${name}\n${value}`);
  const which = [
    one.id,
    ...(one.perturbation === undefined ? [] : [one.perturbation]),
    ...(one.trial > 0 ? [`trial ${one.trial}`] : []),
  ];
  return `== ${which.join(", ")}\n${lines.join("\n")}\n\n`;
}

const correctText = ({ references }: PageInstance): string =>
  references
    .filter(({ correct }) => correct)
    .map(({ text }) => text)
    .join(" | ");

/** HELM's own runs have no corrected scores, and their counts are of HELM's tokenizer. */
function tokensText({ stats, corrected }: PageInstance): string {
  const counts = Object.keys(corrected).length === 0 ? stats : corrected;
  const { num_prompt_tokens: read, num_output_tokens: written } = counts;
  if (read === undefined && written === undefined)
    return "not counted: the server reports none, and no tokenizer is known (tokenizer_file in model_deployments.yaml)";
  return `${read ?? "an unknown number"} read, ${written ?? "an unknown number"} written`;
}

/** The value and the sentence of each step that led to it. */
function readingText({ reader, value, steps }: PageReading): string {
  const why = steps.filter(({ step }) => step !== "read").map(({ step }) => sentences.get(step) ?? step);
  return `${reader}: ${[value === undefined ? "unread." : `${JSON.stringify(value)}.`, ...new Set(why)].join(" ")}`;
}

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(STEPS));

/** One line per score, the main metric first. The values of both profiles are shown where they differ. */
function scoreLines({ stats, corrected, readings = [] }: PageInstance, mainMetric: string | undefined): string[] {
  const names = [...new Set([...Object.keys(stats), ...Object.keys(corrected)])].filter(
    (name) => !TECHNICAL.test(name),
  );
  const others = names
    .filter((name) => name !== mainMetric)
    .map((name) => scoreText(name, stats[name], corrected[name]));
  if (mainMetric === undefined) return others;
  const main = scoreText(mainMetric, stats[mainMetric], corrected[mainMetric]);
  const isRead = readings.some(({ reader }) => reader !== "refusal");
  const why =
    isRead && stats[mainMetric] !== corrected[mainMetric]
      ? ["HELM scoring takes the reply as HELM does, and corrected scoring takes what it read (docs/scoring.md)"]
      : [];
  return [main, ...why, ...(others.length === 0 ? [] : [`others: ${others.join(", ")}`])];
}

function scoreText(name: string, helm: number | undefined, corrected: number | undefined): string {
  if (helm === undefined && corrected === undefined) return `${name} not scored`;
  if (helm === corrected || (corrected === undefined && helm !== undefined)) return `${name} ${helm}`;
  if (helm === undefined) return `${name} ${corrected} (corrected scoring only)`;
  return `${name} ${helm} (HELM scoring), ${corrected} (corrected scoring)`;
}
