import { imagesOf, type PromptImage, type ReadImage } from "@medhelm/core/helm/media";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import { promptText } from "@medhelm/core/models/prompt-text";
import { mergedBody, withRequestSettings } from "@medhelm/core/models/request-settings";
import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { isCheapJson } from "@medhelm/core/text/is-cheap-json";
import { utf8OrUndefined } from "@medhelm/core/text/utf8-or-undefined";
import { UserError } from "@medhelm/core/user-error";
import {
  errorInReply,
  failureInReply,
  failureOfHttp,
  orNoTools,
  unreadableInReply,
  wrongBytesFailure,
} from "./failures.ts";
import { bearerOf, type Secrets, withoutKey } from "./quote-server.ts";
import { serverMessage } from "./server-message.ts";
import { createPostJson, EVENTS, type HttpReply, mediaType } from "./post-json.ts";
import { withinLength } from "./within-length.ts";

/** How one API sends a request and reads the reply. Every API is one POST of JSON. */
export interface JsonApi {
  readonly url: URL;
  readonly endpoint: string;
  readonly flavour: string;
  wireBody(request: Request, dataOf: ImageData): WireBody;
  /** The headers with the key, for this body. */
  headers(body: string): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** The server of tokens, while `headers` waits for it. */
  readonly waitsFor?: ModelClient["waitsFor"];
  /** Reads the parsed JSON of a reply; its text if it is not JSON; undefined if the body is empty. */
  readReply(raw: unknown, request: Request): ModelReply;
  /**
   * Returns the body without the fields that the server refused with this message; undefined if it refused something else. The
   * client then sends it at once, and later requests without those fields from the beginning.
   */
  withoutRefused?(body: WireBody, message: string): WireBody | undefined;
}
type WireBody = Readonly<Record<string, unknown>>;
/** The text of an image in a body: its bytes as base64, or in the request key their sha256. */
export type ImageData = (image: PromptImage) => string;
/** The deployment of a client, and its key. */
export interface ClientOf {
  readonly deployment: Deployment;
  /** Absent for a server without keys. It is removed from the messages that users see. */
  readonly apiKey?: string | undefined;
  /** Variables with credentials, for a client whose deployment names a kind of token. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Limits one exchange from connection to last byte, unless the deployment's settings do. Default: 10 minutes, as in HELM's client. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The client of a JSON API over HTTP (decision 0001). It sends `wireBody` verbatim, because the request key is a hash of that body.
 * The exception is a field that the server refuses by name: the key stays that of `wireBody`, so that a second run finds the answers.
 * It never retries: `createAsk` retries and counts the attempts.
 */
export function jsonApiClient(api: JsonApi, { deployment, apiKey, ...of }: ClientOf): ModelClient {
  const { settings = {} } = deployment;
  const timeoutMs = settings.timeoutMs ?? of.timeoutMs ?? 600_000;
  const wireBody = (request: Request, dataOf: ImageData, by = settings): WireBody => {
    if (deployment.images === false && imagesOf(request).length > 0) throw takesNoImages(deployment.name);
    return mergedBody(api.wireBody(withRequestSettings(request, by), dataOf), settings.extraBody);
  };
  const postJson = createPostJson();
  /** The refusals so far. */
  const refusals: string[] = [];
  const remember = (message: string): void => {
    if (!refusals.includes(message) && refusals.length < 8) refusals.push(message);
  };
  const accepted = (body: WireBody): WireBody =>
    refusals.reduce((soFar, message) => api.withoutRefused?.(soFar, message) ?? soFar, body);
  const send = async (body: WireBody, signal: AbortSignal) => {
    const text = JSON.stringify(body);
    const own = api.headers(text);
    const headers = { ...(own instanceof Promise ? await own : own), ...settings.extraHeaders };
    return { reply: await postJson(api.url, text, { headers, timeoutMs, signal }), headers };
  };
  const hiddenIn = (headers: Readonly<Record<string, string>>): string[] =>
    Object.entries(headers).flatMap(([name, value]) =>
      SECRET_HEADER.test(name) || name in (settings.extraHeaders ?? {}) ? value : [],
    );
  return {
    wireBody: (request) => wireBody(request, ({ sha256 }) => `sha256:${sha256}`),
    endpoint: api.endpoint,
    flavour: api.flavour,
    timeoutMs,
    ...(api.waitsFor && { waitsFor: api.waitsFor }),
    async ask(request, { signal, readImage }): Promise<ModelReply> {
      signal.throwIfAborted();
      const images = imagesOf(request).length === 0 ? NO_IMAGES : await base64Images(request, readImage);
      const dataOf: ImageData = ({ file }) => images.get(file) ?? "";
      let allowance = settings.reasoningAllowance ?? 0;
      let body = accepted(wireBody(request, dataOf));
      let { reply, headers } = await send(body, signal);
      // a server names one field at a time
      for (let tries = 0; tries < MAX_REFUSALS && reply.kind === "reply" && reply.status === 400; tries++) {
        const message = refusalIn(reply.bytes);
        const shorter = api.withoutRefused?.(body, message);
        const less = smallerAllowance(allowance, message);
        if (shorter !== undefined) {
          remember(message);
          body = shorter;
        } else if (less !== undefined) {
          // not remembered: the room that is left depends on the prompt
          allowance = less;
          body = accepted(wireBody(request, dataOf, { ...settings, reasoningAllowance: less }));
        } else break;
        ({ reply, headers } = await send(body, signal));
      }
      if (reply.kind === "failure") return reply;
      const secrets = () => ({
        prompt: [promptText(request), ...images.values()].join("\n"),
        apiKey,
        hidden: hiddenIn(headers),
      });
      if (reply.status >= 200 && reply.status < 300)
        return withoutKeyInNames(
          readSuccess(api, reply, { ...request, max_tokens: request.max_tokens + allowance }, secrets),
          apiKey?.trim() ?? bearerOf(headers),
        );
      const http = { status: reply.status, header: reply.header, body: errorBody(reply.bytes) };
      const failure = failureOfHttp(http, secrets(), Date.now());
      return { kind: "failure", failure: orNoTools(failure, http.body, request) };
    },
  };
}

/** Reads a reply with a status of success. `asked`: the request with the limit of tokens that was sent. */
function readSuccess(
  api: Pick<JsonApi, "readReply">,
  reply: HttpReply,
  asked: Request,
  secrets: () => Secrets,
): ModelReply {
  const { status } = reply;
  const received = jsonBody(reply);
  if ("problem" in received) return { kind: "failure", failure: wrongBytesFailure(status, received.problem) };
  const error = errorInReply(received.value);
  if (error !== undefined) return { kind: "failure", failure: failureInReply(error, reply, secrets()) };
  const read = api.readReply(received.value, asked);
  if (read.kind === "answer") return withinLength(read, received.value, { status, asked });
  if (read.failure.reason !== "unreadable") return read;
  const http = { ...reply, body: received.value };
  return { kind: "failure", failure: unreadableInReply(read.failure, http, secrets()) };
}

/** A server that repeats the key as the name of its model does not bring it into messages and records. */
function withoutKeyInNames(reply: ModelReply, key: string | undefined): ModelReply {
  if (reply.kind === "failure" || reply.server === undefined) return reply;
  const { model, fingerprint } = reply.server;
  return {
    ...reply,
    server: {
      ...reply.server,
      ...(model !== undefined && { model: withoutKey(model, key) }),
      ...(fingerprint !== undefined && { fingerprint: withoutKey(fingerprint, key) }),
    },
  };
}

const NO_IMAGES: ReadonlyMap<string, string> = new Map();

/** The images of a request by their path in the run. */
async function base64Images(request: Request, readImage: ReadImage | undefined): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  for (const { file } of imagesOf(request)) {
    if (readImage === undefined) throw new Error(`${file}: nothing reads the images of this run`);
    images.set(file, Buffer.from(await readImage(file)).toString("base64"));
  }
  return images;
}

export const takesNoImages = (deployment: string): UserError =>
  new UserError(
    `${deployment} takes no images, and this benchmark's prompts have images; choose a model that takes images`,
  );

/** The most times that one request is changed and sent again. */
const MAX_REFUSALS = 8;

/** The refusal of a limit that the model's context or output does not have. */
const TOO_LONG =
  /max(?:imum)?[ _](?:context|model|sequence|output|new|completion)|max_tokens|maxOutputTokens|maxTokens|context (?:length|window|size)/i;

/** A smaller room for thinking is left out. */
const LEAST_ALLOWANCE = 2048;

/** Half of the room for thinking if the server refused the limit with this message; undefined without room, or if it refused something else. */
function smallerAllowance(allowance: number, message: string): number | undefined {
  if (allowance === 0 || !TOO_LONG.test(message)) return undefined;
  return allowance > LEAST_ALLOWANCE ? Math.floor(allowance / 2) : 0;
}

/** A header of an API with a key, a signature or a session token. The user's extra headers may all hold one. */
const SECRET_HEADER = /auth|key|token|cookie/i;

/** Appends to the path of the base URL and keeps its query, such as Azure's `?api-version=`. */
export function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url;
}

/** The parsed JSON of a reply; its text if it is not JSON; undefined if the body is empty. Or what is wrong with its bytes. */
function jsonBody({ header, bytes }: HttpReply): { readonly value: unknown } | { readonly problem: string } {
  if (bytes.length === 0) return { value: undefined };
  const text = utf8OrUndefined(bytes);
  if (text === undefined) return { problem: "text that is not UTF-8; set the server's encoding to UTF-8" };
  if (/^(?:data|event):/.test(text)) return { problem: EVENTS };
  if (!isOfJson(mediaType(header)) && !text.trimStart().startsWith("{")) return { value: text };
  if (!isCheapJson(bytes)) return { problem: "JSON of too many parts; correct the address" };
  const value = jsonOrUndefined(text);
  return { value: value === undefined ? text : value };
}

/** Small servers send JSON as text, or without a type. */
const isOfJson = (type: string): boolean => type.includes("application/json") || type.endsWith("+json");

/** The message of a refusal. It may repeat the prompt and is not shown. */
const refusalIn = (bytes: Uint8Array): string => serverMessage(errorBody(bytes)).slice(0, 300);

/** The parsed JSON of an error's body, or its text; undefined if it is empty, or too much to parse. */
function errorBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0 || !isCheapJson(bytes)) return undefined;
  const text = new TextDecoder().decode(bytes);
  return jsonOrUndefined(text) ?? text;
}
