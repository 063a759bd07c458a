import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployment } from "@medhelm/core/models/deployment";
import { providerClient } from "@medhelm/core/models/providers";
import { type Handler, serve } from "@medhelm/testing/fault-server";
import { requestOf } from "@medhelm/testing/models/ask-recorded";
import { entraClient, entraTokens, gcloudUser, googleTokens, serviceAccount } from "@medhelm/testing/models/oauth-api";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { vertexApi } from "@medhelm/testing/models/vertex-api";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { modelClients } from "./clients.ts";

const { signal } = new AbortController();
type Env = Readonly<Record<string, string>>;

/** Starts a server that gives tokens at paths that name one, and answers at others. Returns its address. */
async function started(tokens: Handler, api: Handler): Promise<string> {
  const server = await serve((request, body, response) =>
    (request.url?.endsWith("/token") === true ? tokens : api)(request, body, response),
  );
  onTestFinished(server.close);
  return `http://127.0.0.1:${server.port}`;
}

/** The client of a model that is found by its name and the environment. */
async function clientOf(name: string, env: Env) {
  const client = providerClient(name, { env, credentials: new Map() });
  if (client === undefined) throw new Error("no client");
  const deployment: Deployment = { name, modelName: name, trust: "local", deprecated: false, client };
  const { kind, apiKeyFrom } = client;
  const apiKey = apiKeyFrom === undefined ? undefined : env[apiKeyFrom.name];
  if (kind === "gemini") return modelClients.gemini({ deployment, apiKey, env });
  return kind === "anthropic-messages"
    ? modelClients.anthropic({ deployment, apiKey, env })
    : modelClients.openai({ deployment, apiKey, env });
}

const answered = (text: string) => ({ kind: "answer", result: { completions: [{ text }] } });

function credentialsFile(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-google-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "key.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vertexEnv = (base: string, content: object): Env => ({
  GOOGLE_CLOUD_PROJECT: "hospital",
  GOOGLE_CLOUD_LOCATION: "us-central1",
  GOOGLE_VERTEX_BASE_URL: base,
  GOOGLE_APPLICATION_CREDENTIALS: credentialsFile(content),
});

describe("Vertex AI", () => {
  test.each([
    ["a service account", serviceAccount, "urn:ietf:params:oauth:grant-type:jwt-bearer"],
    ["gcloud's login", gcloudUser, "refresh_token"],
  ])("a Gemini model answers with the credentials of %s, whose token is requested once", async (_, file, grant) => {
    const grants: string[] = [];
    const base = await started(googleTokens({ grants }), vertexApi({ says: () => ({ text: "B" }) }));
    const client = await clientOf("vertex/gemini-2.5-flash", vertexEnv(base, file(`${base}/token`)));
    const asked = await Promise.all([client.ask(requestOf(), { signal }), client.ask(requestOf(), { signal })]);
    expect(asked).toMatchObject([answered("B"), answered("B")]);
    expect(grants).toEqual([grant]);
  });

  test("a Claude model is asked at its own address, with the version in the body", async () => {
    const bodies: string[] = [];
    const base = await started(googleTokens(), vertexApi({ says: () => ({ text: "C" }), bodies }));
    const client = await clientOf("vertex/claude-sonnet-4-5@20250929", vertexEnv(base, gcloudUser(`${base}/token`)));
    expect(await client.ask(requestOf(), { signal })).toMatchObject(answered("C"));
    expect(client.wireBody(requestOf())).toEqual({
      anthropic_version: "vertex-2023-10-16",
      max_tokens: 50,
      messages: [{ role: "user", content: "Fever?" }],
      temperature: 0,
    });
    expect(client.endpoint).toBe(
      `${base}/v1/projects/hospital/locations/us-central1/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
    );
  });

  test("a token that has expired is requested again", async () => {
    const grants: string[] = [];
    const base = await started(googleTokens({ grants, expiresIn: 0.001 }), vertexApi());
    const client = await clientOf("vertex/gemini-2.5-flash", vertexEnv(base, gcloudUser(`${base}/token`)));
    await client.ask(requestOf(), { signal });
    const before = grants.length;
    await client.ask(requestOf(), { signal });
    expect(grants.length).toBeGreaterThan(before);
  });

  test.each([
    ["a revoked login", { refresh_token: "1//old" }, 'HTTP 400, "Token has been expired or revoked."'],
    [
      "no form of credentials",
      { type: "external_account" },
      "these are no credentials of a service account or of gcloud",
    ],
  ])("%s is one sentence", async (_, change, message) => {
    const base = await started(googleTokens(), vertexApi());
    const client = await clientOf(
      "vertex/gemini-2.5-flash",
      vertexEnv(base, { ...gcloudUser(`${base}/token`), ...change }),
    );
    await expect(client.ask(requestOf(), { signal })).rejects.toThrow(message);
  });

  test("a missing file is one sentence with the command that makes it", async () => {
    const env = { ...vertexEnv("http://127.0.0.1:9", {}), GOOGLE_APPLICATION_CREDENTIALS: "/none/key.json" };
    const client = await clientOf("vertex/gemini-2.5-flash", env);
    await expect(client.ask(requestOf(), { signal })).rejects.toThrow(
      'vertex/gemini-2.5-flash needs Google\'s credentials, and there is no /none/key.json: run "gcloud auth application-default login"',
    );
  });
});

describe("Azure with Microsoft Entra ID", () => {
  test("a client's credentials give a token, which replaces the key", async () => {
    const grants: string[] = [];
    const base = await started(entraTokens({ grants }), openaiApi({ host: "azure", says: () => ({ text: "D" }) }));
    const env = { ...entraClient, AZURE_AUTHORITY_HOST: base, AZURE_OPENAI_ENDPOINT: base };
    const client = await clientOf("azure/my-deployment", env);
    expect(await client.ask(requestOf(), { signal })).toMatchObject(answered("D"));
    await client.ask(requestOf(), { signal });
    expect(grants).toEqual(["client_credentials"]);
  });

  test("the server of tokens is named while its token has not come", async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: given, resolve: give } = Promise.withResolvers<void>();
    const tokens: Handler = (...exchange) => (asked(), void given.then(() => entraTokens()(...exchange)));
    const base = await started(tokens, openaiApi({ host: "azure" }));
    const client = await clientOf("azure/d", {
      ...entraClient,
      AZURE_AUTHORITY_HOST: base,
      AZURE_OPENAI_ENDPOINT: base,
    });
    const asking = client.ask(requestOf({ prompt: "Q" }), { signal });
    await isAsked;
    expect(client.waitsFor?.()).toEqual({ host: new URL(base).host, timeoutMs: 30_000 });
    give();
    await asking;
    expect(client.waitsFor?.()).toBeUndefined();
  });

  test("a token of the user is sent as it is", async () => {
    const base = await started(entraTokens(), openaiApi({ host: "azure", says: () => ({ text: "E" }) }));
    const client = await clientOf("azure/d", { AZURE_AD_TOKEN: "sk-test", AZURE_OPENAI_ENDPOINT: base });
    expect(await client.ask(requestOf(), { signal })).toMatchObject(answered("E"));
  });

  test("an expired certificate of the server of tokens is named with what to do", async () => {
    const expired = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause: expired }));
    const base = "https://127.0.0.1:1";
    const client = await clientOf("azure/d", {
      ...entraClient,
      AZURE_AUTHORITY_HOST: base,
      AZURE_OPENAI_ENDPOINT: base,
    });
    await expect(client.ask(requestOf(), { signal })).rejects.toThrow(
      "azure/d: 127.0.0.1:1 gives no token: its certificate has expired; renew it on the server, or correct the clock of this machine, and run the same command again",
    );
  });

  test("a wrong secret is one sentence with Entra's reason, without the secret", async () => {
    const base = await started(entraTokens(), openaiApi({ host: "azure" }));
    const env = {
      ...entraClient,
      AZURE_CLIENT_SECRET: "wrong",
      AZURE_AUTHORITY_HOST: base,
      AZURE_OPENAI_ENDPOINT: base,
    };
    const client = await clientOf("azure/d", env);
    const host = new URL(base).host;
    await expect(client.ask(requestOf(), { signal })).rejects.toThrow(
      `azure/d: ${host} gives no token: HTTP 401, "AADSTS7000215: Invalid client secret provided."; correct the credentials, and run the same command again`,
    );
  });
});
