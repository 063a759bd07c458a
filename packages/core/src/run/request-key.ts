import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import type { Request } from "../helm/scenario-state.ts";
import type { ModelClient } from "../ports.ts";
import type { Deployment } from "../models/deployment.ts";

/** Raise it when a stored answer of the old shape must not be read again. */
export const KEY_VERSION = 1;

/** What decides an answer. HELM leaves the endpoint out, so two servers under one host prefix share answers; here they do not. */
export interface RequestIdentity {
  readonly deployment: string;
  /** e.g. "http://127.0.0.1:8000/v1/chat/completions" */
  readonly endpoint: string;
  readonly weightsRevision?: string;
  readonly flavour: string;
  /** the exact JSON that goes over the wire */
  readonly wireBody: Readonly<Record<string, unknown>>;
  /** HELM: `random` of a request makes another cache entry and is never sent. */
  readonly random?: string;
  readonly trial: number;
  /** 0 = the first ask; a judge's re-ask of the same text is 1, 2, ... */
  readonly attempt: number;
}

/** sha256 (hex) of the RFC 8785 form: the name under which an answer is stored. */
export function requestKey(identity: RequestIdentity): string {
  return sha256Hex(canonicalJson({ keyVersion: KEY_VERSION, ...identity }));
}

/** The key of a request as `ask` would send it to this deployment. */
export function keyOfRequest(
  { deployment, client }: { readonly deployment: Deployment; readonly client: ModelClient },
  request: Request,
  { trial = 0, attempt = 0 }: { readonly trial?: number; readonly attempt?: number } = {},
): string {
  return requestKey({
    deployment: deployment.name,
    endpoint: client.endpoint,
    ...(deployment.weightsRevision !== undefined && { weightsRevision: deployment.weightsRevision }),
    flavour: client.flavour,
    wireBody: client.wireBody(request),
    ...(request.random !== undefined && { random: request.random }),
    trial,
    attempt,
  });
}
