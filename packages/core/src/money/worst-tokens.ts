import { imagesOf } from "../helm/media.ts";
import type { Request } from "../helm/scenario-state.ts";
import type { Deployment } from "../models/deployment.ts";
import { promptTexts } from "../models/prompt-text.ts";
import type { TokenUsage } from "../ports.ts";
import { IMAGE_TOKENS } from "./image-tokens.ts";

/** Tokens that a chat template adds to one message, at most. */
const TEMPLATE_TOKENS = 16;

/** The most tokens that a request can have: one for each byte, since no token is shorter, and every completion at full length. */
export function worstTokens({ settings }: Pick<Deployment, "settings">, request: Request): Required<TokenUsage> {
  const tools = request.tools === undefined ? [] : request.tools.map((tool) => JSON.stringify(tool));
  const texts = [request.prompt, ...(request.messages === undefined ? [] : promptTexts(request)), ...tools];
  const textTokens = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + TEMPLATE_TOKENS, 0);
  return {
    promptTokens: textTokens + imagesOf(request).length * IMAGE_TOKENS.most,
    completionTokens: (request.max_tokens + (settings?.reasoningAllowance ?? 0)) * request.num_completions,
  };
}
