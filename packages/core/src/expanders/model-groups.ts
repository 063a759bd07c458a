import { UserError } from "../user-error.ts";
import type { ArgValue } from "./expander.ts";

/** The models of model_metadata.yaml, in its order. */
export interface TaggedModels {
  names(): readonly string[];
  tags(model: string): readonly string[];
}

/** Maps HELM's names for groups of models to tags. A model needs one of the tags; an empty list selects all models. */
const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ["all", []],
  ["text", ["TEXT_MODEL_TAG"]],
  ["code", ["CODE_MODEL_TAG"]],
  ["text_code", ["TEXT_MODEL_TAG", "CODE_MODEL_TAG"]],
  ["instruction_following", ["INSTRUCTION_FOLLOWING_MODEL_TAG"]],
  ["full_functionality_text", ["FULL_FUNCTIONALITY_TEXT_MODEL_TAG"]],
  ["limited_functionality_text", ["LIMITED_FUNCTIONALITY_TEXT_MODEL_TAG"]],
  ["text_to_image", ["TEXT_TO_IMAGE_MODEL_TAG"]],
  ["vlm", ["VISION_LANGUAGE_MODEL_TAG"]],
  ["audiolm", ["AUDIO_LANGUAGE_MODEL_TAG"]],
]);
const EXCLUDED = ["DEPRECATED_MODEL_TAG", "UNSUPPORTED_MODEL_TAG"];

/** HELM's fixed lists of models. Their providers have retired these models. */
const FROZEN = /^(ablation_)?(summarization_zs|biomedical|interactive_qa|opinions_qa_openai|opinions_qa_ai21)$/;

const hasAnyTag = (tags: readonly string[], wanted: readonly string[]) =>
  wanted.length === 0 || wanted.some((tag) => tags.includes(tag));

/**
 * Returns the models of a group such as `model=text`, or undefined if `value` names no group. They are the models of
 * model_metadata.yaml with a tag of the group, except for deprecated and unsupported ones. `ablation` and `ablation_<group>` select
 * the models that are also tagged for ablations. Source: ModelRunExpander of helm/benchmark/run_expander.py.
 *
 * Unlike HELM, this program has no registry of models: HELM requires --models-to-run where a group would expand to its whole registry.
 * @throws UserError for a group without a model, and for a list of retired models
 */
export function modelGroup(value: ArgValue, models: TaggedModels): readonly string[] | undefined {
  const word = String(value);
  if (FROZEN.test(word))
    throw new UserError(`model=${word} is a list of models that are no longer served; write model=creator/name`);
  const isAblation = word === "ablation" || word.startsWith("ablation_");
  const group = isAblation ? word.replace(/^ablation_?/, "") || "all" : word;
  const wanted = groups.get(group);
  if (wanted === undefined) return undefined;
  const found = models.names().filter((name) => {
    const tags = models.tags(name);
    if (EXCLUDED.some((tag) => tags.includes(tag)) || !hasAnyTag(tags, wanted)) return false;
    return !isAblation || tags.includes("ABLATION_MODEL_TAG");
  });
  if (found.length > 0) return found;
  const tags = [...wanted, ...(isAblation ? ["ABLATION_MODEL_TAG"] : [])];
  throw new UserError(
    `model=${word} matches no model: ${tags.length === 0 ? "model_metadata.yaml is empty or missing" : `no model in model_metadata.yaml has the tag ${tags.join(" or ")}`}; give --models-to-run or model=creator/name`,
  );
}
