import type { Protocol } from "../run/profile.ts";
import type { Deployment } from "./deployment.ts";

/**
 * Tokens for thinking that a request has in addition to the benchmark's max_tokens (decision 0018). It is the budget of effort "high",
 * and half of the context of 32,768 tokens with which open reasoning models are usually served. Unused tokens cost nothing.
 */
export const REASONING_ALLOWANCE = 16_384;

/** The organisations whose API thinks only if a request asks for it. */
const CLAUDE = /(?:^|\.)(?:anthropic|claude)/;

/**
 * Whether the model thinks before it answers; undefined if nothing is known. `seen`: whether a reply of the model had thinking.
 * Claude thinks only with an effort.
 */
export function doesThink({ client, reasoning, settings }: Deployment, seen?: boolean): boolean | undefined {
  const effort = settings?.reasoningEffort;
  if (client.kind === "builtin" || effort === "none") return false;
  if (effort !== undefined) return true;
  const isClaude =
    client.kind === "anthropic-messages" || (client.kind === "bedrock-converse" && CLAUDE.test(client.modelSent));
  if (isClaude) return false;
  return reasoning === undefined ? seen : reasoning !== false;
}

/**
 * The deployment with room for thinking under protocol `fenced`, at most half of its context. Protocol `helm` keeps HELM's limits. A
 * Claude that has a budget for its thinking needs no more.
 */
export function withReasoningAllowance(deployment: Deployment, protocol: Protocol, seen?: boolean): Deployment {
  const { client, reasoning, maxSequenceAndGeneratedTokensLength, maxSequenceLength } = deployment;
  const hasOwnBudget =
    reasoning === "budget" && (client.kind === "anthropic-messages" || client.kind === "bedrock-converse");
  if (protocol === "helm" || hasOwnBudget || doesThink(deployment, seen) !== true) return deployment;
  const context = maxSequenceAndGeneratedTokensLength ?? maxSequenceLength ?? Number.POSITIVE_INFINITY;
  const reasoningAllowance = Math.min(REASONING_ALLOWANCE, Math.floor(context / 2));
  return reasoningAllowance === 0
    ? deployment
    : { ...deployment, settings: { ...deployment.settings, reasoningAllowance } };
}
