import { familyOf } from "@medhelm/core/judge/same-family";
import { enginePart } from "@medhelm/core/models/deployment";

/** How creators and their models are called in prose. */
const NAMES: Readonly<Record<string, string>> = {
  openai: String.raw`open\s?ai|chat\s?gpt(?:-?\w+(?:\.\w+)*)*|gpt(?:-\w+(?:\.\w+)*)*`,
  anthropic: String.raw`anthropic|claude(?:[- ](?:\d+(?:\.\d+)*|opus|sonnet|haiku))*`,
  google: String.raw`google(?: deepmind)?|deepmind|(?:med)?gemma(?:[\w.-]*\w)?|gemini(?:[- ](?:\d+(?:\.\d+)*|pro|flash))*`,
  meta: String.raw`meta ai|llama(?:[- ]?\d+(?:\.\d+)*)?`,
  mistral: String.raw`mistral(?: ai)?|mixtral(?:[\w.-]*\w)?`,
  qwen: String.raw`qwen(?:[\w.-]*\w)?|alibaba(?: cloud)?|tongyi`,
  deepseek: String.raw`deepseek(?:[\w.-]*\w)?`,
  xai: String.raw`xai|grok(?:[\w.-]*\w)?`,
  microsoft: String.raw`microsoft|phi-\d(?:[\w.-]*\w)?`,
  cohere: String.raw`cohere|command[- ]r\+?`,
};

/** Replaces the names of the model and its creator in its answer, so that a rater does not learn who answered. */
export function maskModel(answer: string, model: string): { readonly text: string; readonly masked: number } {
  const family = familyOf(model);
  const engine = enginePart(model);
  // a name without a digit or sign may be a common word
  const own = [model, engine].filter((name) => /[\d/_-]/.test(name)).map(escape);
  const names = [...(family === undefined ? [] : [NAMES[family] ?? escape(family)]), ...own];
  if (names.length === 0) return { text: answer, masked: 0 };
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${names.toSorted((a, b) => b.length - a.length).join("|")})(?![\p{L}\p{N}])`,
    "giu",
  );
  let masked = 0;
  const text = answer.replaceAll(pattern, () => {
    masked++;
    return "[model]";
  });
  return { text, masked };
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
