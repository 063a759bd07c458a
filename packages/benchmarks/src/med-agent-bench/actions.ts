import { FHIR_BASE } from "@medhelm/core/agents/fhir-server";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";

/** The action of a reply. Every reply is one action. */
export type Action =
  /** `query`: what follows the server's base */
  | { readonly kind: "get"; readonly query: string }
  | { readonly kind: "post"; readonly order: Order }
  /** `answer`: the text between the parentheses */
  | { readonly kind: "finish"; readonly answer: string }
  /** The environment cannot carry it out; the model may try again. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "none" };

/** A request to write, which is recorded and never sent. */
export interface Order {
  /** e.g. "ServiceRequest" */
  readonly resource: string;
  readonly payload: unknown;
}

/** A resource, or one of its records. It cannot lead to another place of the server. */
const RESOURCE = /^[A-Za-z]+(?:\/[A-Za-z0-9.-]{1,64})?$/;

/** Reads a reply by the authors' rules. Fences around the reply are left out. */
export function actionOf(reply: string): Action {
  const text = reply.replaceAll("```tool_code", "").replaceAll("```", "").trim();
  if (text.startsWith("GET")) return getAction(text.slice(3).trim());
  if (text.startsWith("POST")) return postAction(text.slice(4));
  if (text.startsWith("FINISH(")) return { kind: "finish", answer: text.slice("FINISH(".length, -1) };
  return { kind: "none" };
}

function getAction(address: string): Action {
  const below = belowBase(address);
  if (below === undefined) return { kind: "refused", why: elsewhere(address) };
  const [path = "", ...query] = below.split("?");
  if (!RESOURCE.test(path)) return { kind: "refused", why: elsewhere(address) };
  return { kind: "get", query: [path, [...query, "_format=json"].filter((part) => part !== "").join("&")].join("?") };
}

function postAction(rest: string): Action {
  const [address = "", ...lines] = rest.split("\n");
  const resource = belowBase(address.trim());
  if (resource === undefined || !RESOURCE.test(resource)) return { kind: "refused", why: elsewhere(address.trim()) };
  const payload = jsonOrUndefined(lines.join("\n"));
  if (payload === undefined) return { kind: "refused", why: "what follows the address is not JSON" };
  return { kind: "post", order: { resource, payload } };
}

const belowBase = (address: string): string | undefined =>
  address.startsWith(FHIR_BASE) ? address.slice(FHIR_BASE.length).replace(/^\/+/, "") : undefined;

const elsewhere = (address: string): string => `${address} is no address below ${FHIR_BASE}`;
