import { enginePart, hostOrganization } from "../models/deployment.ts";

/** Names under which a creator's models go, wherever they are served. */
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
/** One creator under several names. */
const CREATORS: Readonly<Record<string, string>> = {
  "meta-llama": "meta",
  mistralai: "mistral",
  "deepseek-ai": "deepseek",
  alibaba: "qwen",
};
/** Places that serve models of others, and what runs in this process: no creators. */
const NO_CREATORS = new Set("huggingface together openrouter azure bedrock local simple baseline judge".split(" "));

/**
 * Whether a judge grades a model of its own family: known families by the model's name ("x/llama-3-8b", a distillation by what
 * it is called first), everything else by its creator. Names are all that there is to go by, so a renamed model escapes.
 */
export function isSameFamily(candidate: string, judge: string): boolean {
  const family = familyOf(candidate);
  return family !== undefined && family === familyOf(judge);
}

function familyOf(model: string): string | undefined {
  const engine = enginePart(model).toLowerCase();
  const known = FAMILIES.find(([, names]) => names.test(engine.slice(engine.lastIndexOf("/") + 1)))?.[0];
  if (known !== undefined) return known;
  const creator = model.includes("/") ? hostOrganization(model).toLowerCase() : "";
  return creator === "" || NO_CREATORS.has(creator) ? undefined : (CREATORS[creator] ?? creator);
}
