import { countWords, instanceParts } from "@medhelm/core/release/pages/instance-parts";
import { type Mark, markOf } from "@medhelm/core/release/pages/mark";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { readingTexts } from "@medhelm/core/release/pages/reading-text";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { transcriptText } from "../inspect/transcript-text.ts";

/** Counts and helper values of HELM, which say nothing about the answer. --json has them. */
const TECHNICAL =
  /^(?:num_|finish_reason_|prompt_truncated|batch_size|inference_|training_|max_prob|logprob|gold_is_|answer_is_|both_are_)/;

/** The main metric of a run. */
export interface InspectedMetric {
  readonly name: string;
  readonly range?: MainRange | undefined;
  readonly isJudged: boolean;
  /** whether the server reported token counts that cannot be, which the run left out */
  readonly hasWrongCounts?: boolean;
}

/** Marks an answer under both profiles. */
export function marksOf(one: PageInstance, metric: InspectedMetric): { readonly helm: Mark; readonly corrected: Mark } {
  const mark = (profile: "helm" | "corrected") =>
    markOf(one, { ...metric, profile, mean: undefined, lowerIsBetter: false });
  return { helm: mark("helm"), corrected: mark("corrected") };
}

/**
 * Prints an instance for people; the main metric comes first. Hidden and control characters of the texts are shown as marks. `main`: absent for a run without a manifest. Of the thinking it prints the
 * first words, or all of it with `wholeThinking`.
 */
export function instanceText(one: PageInstance, main?: InspectedMetric, wholeThinking = false): string {
  const { thinking, answer } = instanceParts(one);
  const { transcript } = one;
  const shownThinking = (text: string) => (wholeThinking ? text : shortThinking(text));
  const judgements = one.judgements.map(
    ({ judge, criteria, unscored }) =>
      `${judge}: ${unscored === undefined ? criteria.map(({ name, score }) => `${name} ${score}`).join(", ") : `no score: ${unscored}`}`,
  );
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["prompt", one.prompt],
    ["images", one.images?.map((name) => `images/${name}`).join("\n")],
    ...(transcript === undefined
      ? ([
          ["thinking", thinking === undefined ? undefined : shownThinking(thinking)],
          ["response", answer === "" ? "(empty)" : answer],
        ] as const)
      : ([["steps", transcriptText(transcript, shownThinking)]] as const)),
    ["failure", one.failure],
    ["correct", correctText(one)],
    ["how corrected scoring read it", one.readings && readingTexts(one.readings).join("\n")],
    ["judges", judgements.join("\n")],
    ["scores", scoreLines(one, main).join("\n")],
    ["tokens", one.failure === undefined ? tokensText(one, main?.hasWrongCounts) : undefined],
  ];
  const lines = parts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `-- ${name}\n${value}`);
  const which = [
    one.id,
    ...(one.perturbation === undefined ? [] : [one.perturbation]),
    ...(one.trial > 0 ? [`trial ${one.trial}`] : []),
  ];
  const score = main === undefined ? "" : `: ${mainText(one, main)}`;
  return visibleText(`== ${which.join(", ")}${score}\n${lines.join("\n")}\n\n`);
}

const SHOWN_CHARS = 200;

function shortThinking(text: string): string {
  const shown = text.trim().slice(0, SHOWN_CHARS).toWellFormed();
  if (shown.length === text.trim().length) return shown;
  return `${shown}... (${countWords(text)} words; --thinking prints them all)`;
}

const correctText = ({ references }: PageInstance): string =>
  references
    .filter(({ correct }) => correct)
    .map(({ text }) => text)
    .join(" | ");

/** HELM's own runs have no corrected scores, and their counts are of HELM's tokenizer. */
function tokensText({ stats, corrected }: PageInstance, hasWrongCounts = false): string {
  const counts = Object.keys(corrected).length === 0 ? stats : corrected;
  const { num_prompt_tokens: read, num_output_tokens: written } = counts;
  if (read === undefined && written === undefined)
    return `not counted: the server reports ${hasWrongCounts ? "impossible numbers" : "none"}, and no tokenizer is known (tokenizer_file in model_deployments.yaml)`;
  return `${read ?? "an unknown number"} read, ${written ?? "an unknown number"} written`;
}

/** One line per score, the main metric first. The values of both profiles are shown where they differ. */
function scoreLines(one: PageInstance, main: InspectedMetric | undefined): string[] {
  const { stats, corrected, readings = [] } = one;
  const names = [...new Set([...Object.keys(stats), ...Object.keys(corrected)])].filter(
    (name) => !TECHNICAL.test(name),
  );
  const others = names
    .filter((name) => name !== main?.name)
    .map((name) => scoreText(name, stats[name], corrected[name]));
  if (main === undefined) return names.length === 0 ? ["unknown: the run folder has no scores of its answers"] : others;
  const isRead = readings.some(({ reader }) => reader !== "refusal");
  const why =
    isRead && stats[main.name] !== corrected[main.name]
      ? ["HELM scoring takes the reply as HELM does, and corrected scoring takes what it read (docs/scoring.md)"]
      : [];
  return [mainText(one, main), ...why, ...(others.length === 0 ? [] : [`others: ${others.join(", ")}`])];
}

function mainText(one: PageInstance, main: InspectedMetric): string {
  const { name } = main;
  const { helm, corrected } = marksOf(one, main);
  if (corrected.kind !== "unknown") return scoreText(name, one.stats[name], corrected.value);
  if (helm.kind === "unknown") return `${name} unknown: ${helm.why}`;
  return `${name} ${helm.value} (HELM scoring), unknown (corrected scoring): ${corrected.why}`;
}

function scoreText(name: string, helm: number | undefined, corrected: number | undefined): string {
  if (helm === undefined && corrected === undefined) return `${name} unknown`;
  if (helm === corrected || (corrected === undefined && helm !== undefined)) return `${name} ${helm}`;
  if (helm === undefined) return `${name} ${corrected} (corrected scoring only)`;
  return `${name} ${helm} (HELM scoring), ${corrected} (corrected scoring)`;
}
