import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import { isReportedAs } from "@medhelm/core/models/model-name";
import { type ModelOfRun, type Served, servedName } from "@medhelm/core/models/model-of-run";
import { type Seen, ServedModels, withSeen } from "@medhelm/core/models/served-model";
import type { ModelClient, ObjectStore, ServerSays } from "@medhelm/core/ports";
import type { Ask, Outcome } from "@medhelm/core/run/asking/ask";
import { greedyRequest } from "@medhelm/core/run/asking/greedy-request";
import { PendingAnswers } from "@medhelm/core/run/asking/pending";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { separateThinking } from "@medhelm/core/reading/thinking/separate-thinking";
import { replyText } from "@medhelm/core/reading/text/reply-text";
import { UserError } from "@medhelm/core/user-error";
import type { Identified } from "../ports.ts";

/** Few tokens, because only the reply's model and whether it thinks matter. */
const CANARY = { prompt: "What is 17 + 25? Reply with the number only.", maxTokens: 16 };

export interface IdentifyPorts {
  readonly objects: ObjectStore;
  readonly deployment: Deployment;
  readonly client: ModelClient;
  /** Sends the canary request. */
  readonly ask: Ask;
  /** Distinguishes this canary request from earlier ones. */
  readonly nonce: string;
  /** The model in the run's stored identity. */
  readonly known: ModelOfRun | undefined;
  /** This worker cannot ask the deployment. */
  readonly isReplay: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds out which model answers under the name of a deployment: by one small request, and by the server's list of weights (decision
 * 0018). A worker that cannot ask takes what the run's identity says, else the model that answered last.
 */
export async function identify(ports: IdentifyPorts): Promise<Identified> {
  const { objects, deployment, client, known } = ports;
  const place = { deployment: deployment.name, endpoint: client.endpoint };
  const key = keys.servedModels(sha256Hex(canonicalJson({ ...place, model: modelSent(deployment) })));
  const asking = ports.isReplay ? undefined : askCanary(ports, canariesOf(ports.nonce)[0]);
  const weights = asking && askWeights(ports);
  const canary = await asking;
  if (canary === undefined || canary.kind === "failure") {
    const stored = known ?? latestOf(await getJson(objects, key, ServedModels));
    // without an earlier answer, the run itself says what is wrong
    const isWorthSaying = canary !== undefined && stored !== undefined;
    return { model: stored ?? {}, notices: isWorthSaying ? [notAsked(deployment.name, canary.message)] : [] };
  }
  refuseAnother(deployment, canary.seen);
  const seen = { ...canary.seen, ...(await weights?.()), ...(await keptFingerprint(ports, key, canary)) };
  let before: Served | undefined;
  const record = await updateJson(objects, key, ServedModels, (stored) => {
    const earlier = stored ?? recordOf(known, place);
    const after = withSeen(earlier, place, seen);
    before ??= latestOf(earlier);
    return canonicalJson(after) === canonicalJson(stored ?? {}) ? undefined : after;
  });
  const model = latestOf(record) ?? seen;
  const { fingerprint } = canary;
  return {
    model: { ...model, ...(fingerprint !== undefined && { fingerprint }) },
    notices: changes(deployment.name, { before: known ?? before, model, fingerprint, known }),
  };
}

/**
 * Refuses a model that answers silently under the name of another.
 * @throws UserError with the models that the server lists
 */
function refuseAnother({ name, client, unlisted }: Deployment, { reported }: Seen): void {
  if (unlisted === undefined || client.kind === "builtin" || reported === undefined) return;
  if (isReportedAs(reported, [...unlisted.names, client.modelSent])) return;
  throw new UserError(
    `${name} would be "${reported}": ${client.baseUrl} answers with it, and does not list ${name} (it lists ${unlisted.listed.join(", ")}); ${unlisted.advice}`,
  );
}

const modelSent = ({ client }: Deployment): string => (client.kind === "builtin" ? client.baseline : client.modelSent);

/** The record of a run that was copied from another machine. */
function recordOf(
  known: ModelOfRun | undefined,
  place: Pick<ServedModels, "deployment" | "endpoint">,
): ServedModels | undefined {
  if (known === undefined) return undefined;
  const { reasoningAllowance: _allowance, requests: _requests, ...served } = known;
  return { formatVersion: 1, ...place, models: [served], latest: 0 };
}

const latestOf = (record: ServedModels | undefined): Served | undefined => record?.models[record.latest];

/** Reads the stored answers to the canary requests of a pool, so that the run is charged for them. */
export async function readCanary({
  ask,
  deployment,
  nonce,
  signal,
}: Pick<IdentifyPorts, "ask" | "deployment" | "nonce" | "signal">): Promise<void> {
  for (const one of canariesOf(nonce))
    await ask(canaryRequest(deployment), { signal, fresh: one }).catch((error: unknown) => {
      if (!(error instanceof PendingAnswers)) throw error; // the second one is seldom asked
    });
}

const canariesOf = (nonce: string): readonly [string, string] => [`canary ${nonce}`, `canary ${nonce} again`];

type Canary =
  | { readonly kind: "answer"; readonly seen: Seen; readonly fingerprint: string | undefined }
  | { readonly kind: "failure"; readonly message: string };

/** A server that is down does not stop the run here, because all its answers may be stored. `ask` remembers it and stops the run at the first one that is missing. */
async function askCanary({ ask, deployment, signal }: IdentifyPorts, nonce: string): Promise<Canary> {
  let outcome: Outcome;
  try {
    outcome = await ask(canaryRequest(deployment), { signal, fresh: nonce });
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    return { kind: "failure", message: error.message };
  }
  if (outcome.kind === "failure") return { kind: "failure", message: outcome.failure.message };
  const { server = {} } = outcome;
  const { model: reported, fingerprint } = server;
  return {
    kind: "answer",
    seen: { ...(reported !== undefined && { reported }), thinks: showsThinking(outcome, server) },
    fingerprint,
  };
}

/**
 * The fingerprint, if it says which model answers. At a provider it does not, because it differs between replies of one model. Nor does
 * it at a server where a second canary request has another one.
 */
async function keptFingerprint(
  ports: IdentifyPorts,
  key: string,
  { fingerprint }: Extract<Canary, { kind: "answer" }>,
): Promise<Pick<Seen, "fingerprint">> {
  if (fingerprint === undefined || ports.deployment.trust === "hosted") return {};
  const earlier = latestOf(await getJson(ports.objects, key, ServedModels)) ?? ports.known;
  const isKnown = earlier?.fingerprint === undefined || earlier.fingerprint === fingerprint;
  if (isKnown) return { fingerprint };
  const second = await askCanary(ports, canariesOf(ports.nonce)[1]);
  return second.kind === "answer" && second.fingerprint === fingerprint ? { fingerprint } : {};
}

const canaryRequest = (deployment: Deployment): Request => greedyRequest(deployment, CANARY.prompt, CANARY.maxTokens);

function showsThinking({ result }: Extract<Outcome, { kind: "answer" }>, { thought }: ServerSays): boolean {
  if (thought === true) return true;
  return result.completions.some(
    ({ text, thinking }) => (thinking?.text ?? "") !== "" || separateThinking(replyText(text)).steps.length > 0,
  );
}

/**
 * Asks for the weights while the canary request is answered. A server that answers one request at a time may be too slow for that, and
 * is asked again when the result is needed.
 */
function askWeights({ client, signal }: IdentifyPorts): () => Promise<Pick<Seen, "weights">> {
  const early = client.weights?.(signal);
  early?.catch(() => undefined); // asked again below
  const orUnknown = (): undefined => {
    signal.throwIfAborted();
  };
  return async () => {
    const weights = await early?.catch(() => client.weights?.(signal)).catch(orUnknown);
    return weights === undefined ? {} : { weights };
  };
}

/** The beginning of the advice in a message. A semicolon in parentheses is no such beginning. */
const ADVICE = /; (?![^()]*\))|: raise it /;

/** The message without its advice, which is for a run that needs the server. */
const notAsked = (name: string, message: string): string =>
  `${name} could not be asked which model it is (${message.split(ADVICE, 1)[0]}); it counts as the model that answered before`;

const withFingerprint = (one: Served): string =>
  `${servedName(one)} with the system_fingerprint ${one.fingerprint ?? "of an earlier version"}`;

/** Says aloud that another model answers than the one whose answers are stored. */
function changes(
  name: string,
  now: {
    readonly before: Served | undefined;
    readonly model: Served;
    readonly fingerprint: string | undefined;
    readonly known: ModelOfRun | undefined;
  },
): string[] {
  const { before, model, known } = now;
  if (before !== undefined && before.revision !== model.revision) {
    const isNamed = servedName(model) !== servedName(before);
    const [present, past] = [model, before].map((one) => (isNamed ? servedName(one) : withFingerprint(one)));
    return [
      `${name}: ${present} answers now, and ${past} answered before; stored answers of the other model are not used`,
    ];
  }
  if (known?.fingerprint !== undefined && now.fingerprint !== undefined && known.fingerprint !== now.fingerprint)
    return [
      `${name}: its system_fingerprint is ${now.fingerprint} now and was ${known.fingerprint} before; its name and weights are the same, so stored answers are used`,
    ];
  return [];
}
