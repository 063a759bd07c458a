import { enginePart, hostOrganization } from "../models/deployment.ts";

/** Name patterns of a creator's models, independent of the host. */
const FAMILIES: readonly (readonly [family: string, names: RegExp])[] = [
  ["openai", /^(?:gpt|chatgpt|o\d)/],
  ["anthropic", /^claude/],
  ["google", /^(?:gemini|gemma|medgemma|palm)/],
  ["meta", /^(?:meta-)?llama/],
  ["mistral", /^(?:mistral|mixtral|ministral|codestral|magistral)/],
  ["qwen", /^(?:qwen|qwq)/],
  ["deepseek", /^deepseek/],
  ["xai", /^grok/],
  ["microsoft", /^phi/],
  ["cohere", /^(?:command|aya)/],
];
/** Creators with several names. */
const CREATORS: Readonly<Record<string, string>> = {
  "meta-llama": "meta",
  mistralai: "mistral",
  "deepseek-ai": "deepseek",
  alibaba: "qwen",
};
/** Hosts of other creators' models and built-in models; these are not creators. */
const NO_CREATORS = new Set(
  "huggingface together openrouter azure bedrock vertex local simple baseline judge".split(" "),
);

/**
 * Whether a judge grades a model of its own family. Known families are recognised by the model's name ("x/llama-3-8b"; a distilled model
 * by the first part of its name), others by creator. Only names are available, so a renamed model is not recognised.
 */
export function isSameFamily(candidate: string, judge: string): boolean {
  const family = familyOf(candidate);
  return family !== undefined && family === familyOf(judge);
}

/** The creator of a model, e.g. "openai"; undefined if its name does not show it. */
export function familyOf(model: string): string | undefined {
  const engine = enginePart(model).toLowerCase();
  const known = FAMILIES.find(([, names]) => names.test(engine.slice(engine.lastIndexOf("/") + 1)))?.[0];
  if (known !== undefined) return known;
  const creator = model.includes("/") ? hostOrganization(model).toLowerCase() : "";
  return creator === "" || NO_CREATORS.has(creator) ? undefined : (CREATORS[creator] ?? creator);
}
