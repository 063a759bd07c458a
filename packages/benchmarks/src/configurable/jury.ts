import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import { LLM_JURY_CLASS } from "@medhelm/core/judge/jury-spec";
import type { Scale } from "@medhelm/core/judge/reading/parse-strict";
import type { Rubric } from "@medhelm/core/judge/rubric";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { positionAt } from "../files/json-fault.ts";
import type { JudgeModels } from "../shared/metric-specs.ts";
import { readText } from "../files/read-json.ts";
import { didYouMean, type JuryConfig } from "./config.ts";
import { scaleOfPrompt } from "./prompt-scale.ts";
import { readRubric } from "./rubric-block.ts";

const PLACES = ["QUESTION", "RESPONSE", "GOLD_RESPONSE"];

/** The judges by deployment, as HELM keys those of a custom benchmark. */
export const judgeModels = (config: JuryConfig): JudgeModels =>
  Object.fromEntries(config.judges.map(({ name, model_name }) => [name, { model_name, model_deployment: name }]));

/**
 * Returns the annotator of a jury_score metric as HELM writes it, and the rubric, which adds the scale. HELM has no scale: it
 * comes from the YAML or from the prompt.
 * @throws UserError if the judge prompt has no readable <rubric_criteria> block, lacks {QUESTION} or {RESPONSE}, or has another
 * placeholder
 */
export function juryAnnotator(
  benchmark: string,
  config: JuryConfig,
  prompt: SourceFile,
): { readonly annotator: ObjectSpec; readonly rubric: Rubric } {
  const template = readText(prompt).replaceAll(/\r\n?/g, "\n");
  const criteria = readRubric(prompt.label, template);
  checkPlaces(prompt.label, template);
  const scale: Scale | undefined = config.scale ?? scaleOfPrompt(template);
  return {
    annotator: {
      class_name: LLM_JURY_CLASS,
      args: {
        name: benchmark,
        prompt_template: template,
        annotation_criteria: criteria,
        annotator_models: judgeModels(config),
        ...(config.scale === undefined ? {} : { scale: config.scale }),
        ...(config.sees_images === true && { sees_images: true }),
      },
    },
    rubric: {
      className: LLM_JURY_CLASS,
      name: benchmark,
      template,
      criteria,
      origin: "custom",
      ...(scale === undefined ? {} : { scale }),
    },
  };
}

/** Checks that {QUESTION} and {RESPONSE} occur, in braces or as "$QUESTION". HELM prints "${QUESTION}" unchanged. */
function checkPlaces(label: string, template: string): void {
  for (const match of template.matchAll(/(?<![${])\{([A-Z][A-Z_]*)\}/g)) {
    const [place, name = ""] = match;
    if (PLACES.includes(name)) continue;
    const { line, column } = positionAt(template, match.index);
    throw new UserError(
      `${label}, line ${line}, column ${column}: ${place} is unknown in a judge prompt${didYouMean(name, PLACES)}; there are {QUESTION}, {RESPONSE} and {GOLD_RESPONSE}`,
    );
  }
  const why = {
    QUESTION: "so the judge would not see what was asked",
    RESPONSE: "so the judge would not see the answer",
  };
  for (const [name, reason] of Object.entries(why))
    if (!new RegExp(String.raw`(?<!\$)\{${name}\}|\$${name}(?!\w)`).test(template))
      throw new UserError(`${label}: {${name}} does not occur, ${reason}`);
}
