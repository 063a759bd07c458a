import { isThere } from "../is-there.ts";
import { refuseSpecialFile } from "../refuse-special-file.ts";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { jsonAtMost } from "@medhelm/core/at-most";
import type { Deployment } from "@medhelm/core/models/deployment";
import { ENTRA_VARIABLES } from "@medhelm/core/models/providers";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { tlsFault } from "./tls-fault.ts";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export type Env = Readonly<Record<string, string | undefined>>;
interface TokenRequest {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
const GOOGLE_SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const AZURE_SCOPE = "https://cognitiveservices.azure.com/.default";
const AZURE_AUTHORITY = "https://login.microsoftonline.com";
const TIMEOUT_MS = 30_000;
/** A token that ends sooner is replaced, because a request may take a while. */
const SPARE_MS = 5 * 60_000;
const MAX_BYTES = 64 * 2 ** 10;

/**
 * The header with a valid OAuth token, and the server of tokens while requests wait for it. A token is requested once and again before it expires.
 * `headers` throws a UserError if the token is refused.
 */
export function bearerHeaders({ name, client }: Deployment, env: Env) {
  const isEntra = client.kind !== "builtin" && client.token === "entra";
  let host: string | undefined;
  const token = cachedToken(async () => {
    const request = await (isEntra ? entraRequest(env) : googleRequest(name, env));
    host = new URL(request.url).host;
    return fetchToken(name, request).finally(() => (host = undefined));
  });
  return {
    headers: async (): Promise<Readonly<Record<string, string>>> => ({ authorization: `Bearer ${await token()}` }),
    waitsFor: () => (host === undefined ? undefined : { host, timeoutMs: TIMEOUT_MS }),
  };
}

interface Token {
  readonly text: string;
  /** when it is replaced */
  readonly staleMs: number;
}

/** Concurrent callers share one request. */
function cachedToken(request: () => Promise<Token>): () => Promise<string> {
  let current: Promise<Token> | undefined;
  const drop = (one: Promise<Token>): void => {
    if (current === one) current = undefined;
  };
  const get = async (): Promise<Token> => {
    const one = (current ??= request());
    try {
      const token = await one;
      if (token.staleMs <= Date.now()) drop(one);
      return token;
    } catch (error) {
      drop(one);
      throw error;
    }
  };
  return async () => {
    const token = await get();
    return (token.staleMs <= Date.now() ? await get() : token).text;
  };
}

const Granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const Refused = z.looseObject({ error: z.string(), error_description: z.string().optional() });

async function fetchToken(name: string, { url, form }: TokenRequest): Promise<Token> {
  const askedMs = Date.now();
  const refused = (why: string, cause?: unknown): UserError =>
    new UserError(`${name}: ${new URL(url).host} gives no token: ${why}, and run the same command again`, { cause });
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw refused(tlsFault(cause) ?? "it does not answer; check the network and the proxy", cause);
  }
  const body = await jsonAtMost(response.body, MAX_BYTES).catch(() => undefined);
  const granted = Granted.safeParse(body);
  if (response.ok && granted.success) {
    const lifeMs = granted.data.expires_in * 1000;
    return { text: granted.data.access_token, staleMs: askedMs + lifeMs - Math.min(SPARE_MS, lifeMs / 2) };
  }
  const reason = Refused.safeParse(body).data;
  const [line = ""] = (reason?.error_description ?? reason?.error ?? "").split(/[\r\n]/, 1);
  throw refused(`HTTP ${response.status}${line === "" ? "" : `, "${line.slice(0, 300)}"`}; correct the credentials`);
}

/** The client credentials of Microsoft Entra ID. */
async function entraRequest(env: Env): Promise<TokenRequest> {
  const [tenant, id, secret] = ENTRA_VARIABLES.map((variable) => env[variable] ?? "");
  const authority = (env["AZURE_AUTHORITY_HOST"] || AZURE_AUTHORITY).replace(/\/+$/, "");
  return {
    url: `${authority}/${encodeURIComponent(tenant ?? "")}/oauth2/v2.0/token`,
    form: {
      grant_type: "client_credentials",
      client_id: id ?? "",
      client_secret: secret ?? "",
      scope: AZURE_SCOPE,
    },
  };
}

const tokenUrl = z.url({ protocol: /^https?$/ }).default(GOOGLE_TOKEN_URL);
const GoogleCredentials = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("service_account"),
    client_email: z.string(),
    private_key: z.string(),
    private_key_id: z.string().optional(),
    token_uri: tokenUrl,
  }),
  z.looseObject({
    type: z.literal("authorized_user"),
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
    token_uri: tokenUrl,
  }),
]);

const MAX_CREDENTIALS_BYTES = 1024 * 1024;

/** Google's application-default credentials: a service account's key, or those of "gcloud auth application-default login". */
async function googleRequest(name: string, env: Env): Promise<TokenRequest> {
  const file = googleFile(env);
  if (!isThere(file))
    throw new UserError(
      `${name} needs Google's credentials, and there is no ${file}: run "gcloud auth application-default login", or name the key file of a service account in GOOGLE_APPLICATION_CREDENTIALS`,
    );
  refuseSpecialFile(file, MAX_CREDENTIALS_BYTES);
  const parsed = GoogleCredentials.safeParse(jsonOrUndefined(readFileSync(file, "utf8")));
  if (!parsed.success)
    throw new UserError(
      `${file}: these are no credentials of a service account or of gcloud (type service_account or authorized_user); name another file in GOOGLE_APPLICATION_CREDENTIALS`,
    );
  const { data } = parsed;
  if (data.type === "authorized_user") {
    const { client_id, client_secret, refresh_token } = data;
    return { url: data.token_uri, form: { grant_type: "refresh_token", client_id, client_secret, refresh_token } };
  }
  const { importPKCS8, SignJWT } = await import("jose");
  const key = await importPKCS8(data.private_key, "RS256").catch((cause: unknown) => {
    throw new UserError(`${file}: private_key is no PKCS #8 key; download the key of the service account again`, {
      cause,
    });
  });
  const assertion = await new SignJWT({ scope: GOOGLE_SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(data.private_key_id && { kid: data.private_key_id }) })
    .setIssuer(data.client_email)
    .setAudience(data.token_uri)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);
  return { url: data.token_uri, form: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion } };
}

function googleFile(env: Env): string {
  const given = env["GOOGLE_APPLICATION_CREDENTIALS"] ?? "";
  if (given !== "") return given;
  const folder = env["CLOUDSDK_CONFIG"] || join(env["HOME"] || homedir(), ".config", "gcloud");
  return join(folder, "application_default_credentials.json");
}
