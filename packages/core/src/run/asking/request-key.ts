import { canonicalJson, sha256Hex } from "../../store/canonical.ts";
import { fastCanonicalJson } from "../../store/fast-canonical.ts";
import type { Request } from "../../helm/scenario-state.ts";
import type { ModelClient } from "../../ports.ts";
import type { Deployment } from "../../models/deployment.ts";
import { greedyRequest } from "./greedy-request.ts";

/** Increment this version to ignore all answers stored so far. */
export const KEY_VERSION = 1;

/** The inputs that determine an answer. HELM omits the endpoint, so two servers with one host prefix share answers; here they do not. */
export interface RequestIdentity {
  readonly deployment: string;
  /** e.g. "http://127.0.0.1:8000/v1/chat/completions" */
  readonly endpoint: string;
  readonly weightsRevision?: string;
  readonly flavour: string;
  /** The exact JSON of the request body. */
  readonly wireBody: Readonly<Record<string, unknown>>;
  /** The hash of the user's additional headers. */
  readonly headers?: string;
  /** HELM: `random` distinguishes cache entries and is never sent. */
  readonly random?: string;
  readonly trial: number;
  /** 0 for the first attempt. A judge that repeats the same prompt has 1, 2, ... */
  readonly attempt: number;
  /** Distinguishes the answers of `--fresh` from earlier ones. */
  readonly fresh?: string;
}

/** The hash of headers. Request keys and identities have it in place of the headers, which may hold secrets. */
export const headersHash = (headers: Readonly<Record<string, string>>): string => sha256Hex(canonicalJson(headers));

/** Returns the name of a stored answer: the hex sha256 of the identity in RFC 8785 form. */
export function requestKey(identity: RequestIdentity): string {
  return sha256Hex(fastCanonicalJson({ keyVersion: KEY_VERSION, ...identity }));
}

const ANY_REQUEST = greedyRequest({ name: "any", modelName: "any" }, "", 1);

/** Identifies what a deployment adds to the keys of all requests: its address, revision and settings. */
export const settingsMark = (to: Parameters<typeof keyOfRequest>[0]): string =>
  keyOfRequest(to, ANY_REQUEST).slice(0, 16);

/** Returns the key of a request to this deployment. `ask` sends exactly this request. */
export function keyOfRequest(
  { deployment, client }: { readonly deployment: Deployment; readonly client: ModelClient },
  request: Request,
  {
    trial = 0,
    attempt = 0,
    fresh,
  }: Partial<Pick<RequestIdentity, "trial" | "attempt">> & { fresh?: string | undefined } = {},
): string {
  return requestKey({
    deployment: deployment.name,
    endpoint: client.endpoint,
    ...(deployment.weightsRevision !== undefined && { weightsRevision: deployment.weightsRevision }),
    flavour: client.flavour,
    wireBody: client.wireBody(request),
    ...(deployment.settings?.extraHeaders !== undefined && { headers: headersHash(deployment.settings.extraHeaders) }),
    ...(request.random !== undefined && { random: request.random }),
    trial,
    attempt,
    ...(fresh !== undefined && { fresh }),
  });
}
