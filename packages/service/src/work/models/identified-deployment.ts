import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import { withReasoningAllowance } from "@medhelm/core/models/reasoning-allowance";
import type { Protocol } from "@medhelm/core/run/profile";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";

/** The deployment with room for thinking, and with the revision of a later model in its request keys. */
export function asIdentified(
  resolved: Deployment,
  model: ModelOfRun | undefined,
  protocol: Protocol = "helm",
): Deployment {
  const roomy = withReasoningAllowance(resolved, protocol, model?.thinks);
  if (model?.revision === undefined) return roomy;
  return { ...roomy, weightsRevision: [resolved.weightsRevision, model.revision].filter(Boolean).join(" ") };
}

/** The hash of the headers and fields that the deployment's entry adds, because they may change answers. */
function entryHash({ request = {} }: Deployment): Pick<ModelOfRun, "requests"> {
  const { maxRetries: _retries, timeoutMs: _timeout, ...added } = request;
  return Object.keys(added).length === 0 ? {} : { requests: sha256Hex(canonicalJson(added)) };
}

/** The model with the parts of its deployment that change answers. */
export function asAsked(
  { reasoningAllowance: _allowance, requests: _requests, ...model }: ModelOfRun,
  deployment: Deployment,
): ModelOfRun {
  const { reasoningAllowance } = deployment.settings ?? {};
  return { ...model, ...(reasoningAllowance !== undefined && { reasoningAllowance }), ...entryHash(deployment) };
}
