import { EDGE_HEADERS } from "@medhelm/core/edge-headers";
import type { Scope } from "@medhelm/core/service-conf";
import { utf8OrUndefined } from "@medhelm/core/text/utf8-or-undefined";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ApiEnv } from "../app.ts";
import { faultOfShape } from "./fault-of-shape.ts";
import { isOfForeignPage } from "./is-of-foreign-page.ts";
import type { ApiPorts } from "../ports.ts";
import { ownOrigins } from "./own-origins.ts";
import { Refusal } from "../problem.ts";
import { refuseBrokenText } from "./refuse-broken-text.ts";
import { secretCheck } from "../access/secret-check.ts";
import { tokenBuckets } from "./token-buckets.ts";

/**
 * Refuses requests for another host or from a page of another origin. Otherwise a web page in the user's browser could reach the
 * embedded stack on loopback (DNS rebinding).
 */
export function hostGuard(allowedOrigins: readonly string[]): MiddlewareHandler {
  const own = ownOrigins(allowedOrigins);
  return async (c, next) => {
    const target = new URL(c.req.url).host; // differs from Host in a request whose first line has a whole address
    const wrong = [c.req.header("host") ?? target, target].find((host) => !own.isHost(host));
    if (wrong !== undefined) throw new Refusal("wrong-host", `This service does not answer to the host "${wrong}".`);
    const origin = c.req.header("origin");
    if (origin !== undefined && !own.isOrigin(origin))
      throw new Refusal("wrong-host", `Pages of the origin "${origin}" may not use this service.`);
    if (isOfForeignPage(c.req.method, (name) => c.req.header(name)))
      throw new Refusal("wrong-host", "Pages of another site may not use this service.");
    await next();
  };
}

/** Refuses requests that reach the gateway directly, and so avoid CloudFront's limits. */
export function edgeGuard(edgeKeys: readonly string[]): MiddlewareHandler {
  const checks = edgeKeys.map(secretCheck);
  return async (c, next) => {
    const given = c.req.header(EDGE_HEADERS.key);
    if (!checks.some((isKey) => isKey(given)))
      throw new Refusal("wrong-host", "This service answers only at its public address.");
    await next();
  };
}

/** Requests to open paths that one address may send each minute to a service behind CloudFront. */
const OPEN_PER_MINUTE = 120;

/** Limits the requests of each address that need no API key. The quota of the key limits the others. */
export function openLimit(
  { clock, clientAddress }: Pick<ApiPorts, "clock" | "clientAddress">,
  isOpen: (path: string) => boolean,
): MiddlewareHandler {
  const calls = tokenBuckets(clock);
  return async (c, next) => {
    const waitS = isOpen(c.req.path) ? calls.take(clientAddress?.(c.env) ?? "", OPEN_PER_MINUTE) : undefined;
    if (waitS !== undefined)
      throw new Refusal(
        "rate-limited",
        `One address may send ${OPEN_PER_MINUTE} requests a minute without an API key; wait ${waitS} s.`,
        undefined,
        waitS,
      );
    await next();
  };
}

/** Failed credentials that one address may send each minute. Calls with a valid key from that address are not limited. */
const FAILURES_PER_MINUTE = 30;

/** Identifies the caller and enforces its quota of requests a minute. */
export function authenticated(
  ports: Pick<ApiPorts, "authenticate" | "clock" | "clientAddress" | "service">,
): MiddlewareHandler<ApiEnv> {
  const [calls, failures] = [tokenBuckets(ports.clock), tokenBuckets(ports.clock)];
  return async (c, next) => {
    const principal = await ports.authenticate(c.req.raw.headers);
    if (principal === undefined) {
      const address = ports.clientAddress?.(c.env) ?? "";
      const waitS = failures.take(address, FAILURES_PER_MINUTE);
      c.set("isOverLimit", waitS !== undefined);
      if (waitS !== undefined)
        throw new Refusal(
          "rate-limited",
          "Too many requests without a valid API key; check the key.",
          undefined,
          waitS,
        );
      throw new Refusal("unauthenticated", "Send a valid API key: Authorization: Bearer <key>.");
    }
    c.set("principal", principal);
    const perMinute = (principal.quota ?? ports.service?.quota)?.requestsPerMinute;
    const waitS = perMinute === undefined ? undefined : calls.take(principal.keyId, perMinute);
    c.set("isOverLimit", waitS !== undefined);
    if (waitS !== undefined)
      throw new Refusal(
        "rate-limited",
        `This key may send ${perMinute} requests a minute; wait ${waitS} s.`,
        undefined,
        waitS,
      );
    await next();
  };
}

/** The answers to these paths come from the index, or change what it counts. */
export const INDEXED = /^\/v1\/(?:submissions|suites|releases|usage)(?:\/|$)/;
/** How long the API relies on the answer that the index is complete. */
const BUILT_MS = 60_000;
/** The sweep comes every 5 minutes, and builds most indexes in one call. */
const RETRY_BUILT_S = 60;

/** Refuses requests that need the whole index until the sweep has built it: lists would lack lines, and quotas would be too high. */
export function indexBuilt({ isIndexBuilt, clock }: ApiPorts): MiddlewareHandler {
  let knownUntilMs = Number.NEGATIVE_INFINITY;
  return async (c, next) => {
    if (isIndexBuilt !== undefined && INDEXED.test(c.req.path) && clock.monotonicMs() >= knownUntilMs) {
      if (!(await isIndexBuilt()))
        throw new Refusal(
          "unavailable",
          "The index of this service is being built from its stored objects; send this request again in a minute.",
          undefined,
          RETRY_BUILT_S,
        );
      knownUntilMs = clock.monotonicMs() + BUILT_MS;
    }
    await next();
  };
}

/** By the roles of medhelm keys create. */
const KEYS_WITH: Readonly<Record<Scope, string>> = {
  submit: " for a key of the role submitter",
  release: " for a key of the role submitter",
  admin: "",
};

/** Refuses a caller whose key lacks the scope. The scope "admin" includes all others. */
export function requires(scope: Scope): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { scopes } = c.get("principal");
    if (!scopes.has(scope) && !scopes.has("admin"))
      throw new Refusal(
        "forbidden",
        `This API key lacks the scope "${scope}"; ask an administrator${KEYS_WITH[scope]}.`,
      );
    await next();
  };
}

/** Accepts a body of at most `maxBytes`. If the request states no length, the bytes are counted while they are read. */
export function shortBody(maxBytes: number): MiddlewareHandler {
  const limited = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Refusal("too-large", `The body may have at most ${maxBytes} bytes.`);
    },
  });
  return async (c, next) => {
    let isRead = false;
    const goOn = (): Promise<void> => {
      isRead = true;
      return next();
    };
    return limited(c, goOn).catch((error: unknown) => {
      if (isRead || error instanceof Refusal) throw error;
      return refuseCutBody();
    });
  };
}

/** Only the connection can fail while a body arrives. The client has then gone away, so only the log shows this sentence. */
function refuseCutBody(): never {
  throw new Refusal("bad-request", "The connection ended before the whole body had arrived; send it again.");
}

/** The charset of a media type, in lower case. */
const charsetOf = (type: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase();

/** Accepts a JSON body. */
export function jsonBody(): MiddlewareHandler[] {
  return [
    async (c, next) => {
      const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
      if (type !== "application/json")
        throw new Refusal(
          "unsupported-media-type",
          `The body must be application/json, but ${type === undefined ? "it has no Content-Type" : `its Content-Type is ${type}`}.`,
        );
      const charset = charsetOf(c.req.header("content-type") ?? "");
      if (charset !== undefined && !/^utf-?8$/.test(charset))
        throw new Refusal("unsupported-media-type", `The body must be UTF-8, but its charset is ${charset}.`);
      c.req.raw.headers.set("content-type", type); // Hono does not read each form of parameters
      await next();
    },
    async (c, next) => {
      const encoding = c.req.header("content-encoding");
      if (encoding !== undefined && encoding.toLowerCase() !== "identity")
        throw new Refusal(
          "unsupported-media-type",
          `The body must not be compressed, but its Content-Encoding is ${encoding}.`,
        );
      await next();
    },
    async (c, next) => {
      const bytes = await c.req.arrayBuffer().catch(refuseCutBody);
      const text = utf8OrUndefined(new Uint8Array(bytes));
      if (text === undefined) throw new Refusal("bad-request", "The body is not UTF-8; send its JSON in UTF-8.");
      const fault = faultOfShape(text);
      if (fault !== undefined) throw new Refusal("validation", fault);
      refuseBrokenText(text);
      await next();
    },
  ];
}
