import { createServer } from "node:http";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GithubCaller, githubOidc } from "./github-oidc.ts";
import { systemClock } from "../system-clock.ts";

const AUDIENCE = "https://medhelm.example";
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer over HTTP like GitHub's, with its keys at /.well-known/jwks. */
async function startIssuer() {
  const pairs = new Map<string, Pair>();
  let reads = 0;
  let isDown = false;
  const server = createServer((request, response) => {
    void (async () => {
      reads += 1;
      const isKeys = request.url === "/.well-known/jwks" && !isDown;
      const keys = await Promise.all(
        [...pairs].map(async ([kid, { publicKey }]) => ({
          ...(await exportJWK(publicKey)),
          kid,
          alg: "RS256",
          use: "sig",
        })),
      );
      response.writeHead(isKeys ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url,
    reads: () => reads,
    breakDown: () => {
      isDown = true;
    },
    /** Replaces the keys. */
    async rotate(kid: string): Promise<Pair> {
      const pair = await generateKeyPair("RS256", { extractable: true });
      pairs.clear();
      pairs.set(kid, pair);
      return pair;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let issuer: Awaited<ReturnType<typeof startIssuer>>;
let pair: Pair;
beforeEach(async () => {
  issuer = await startIssuer();
  pair = await issuer.rotate("one");
});
afterEach(() => issuer.close());

const MAIN = { repository: "hospital/models", ref: "refs/heads/main", event_name: "push" };
/** A claim that `changed` sets to undefined is omitted. */
const claims = (changed: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
  iss: issuer.url,
  aud: AUDIENCE,
  sub: "repo:hospital/models:ref:refs/heads/main",
  exp: Math.floor(Date.now() / 1000) + 300,
  ...MAIN,
  ...changed,
});
const signed = (payload: JWTPayload, { key = pair.privateKey, kid = "one" } = {}): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid }).sign(key);

const verifier = (ref: string | undefined = "refs/heads/main") =>
  githubOidc(
    {
      issuer: issuer.url,
      audience: AUDIENCE,
      repositories: [
        { repository: "other/repo", owner: "other", scopes: ["admin"], organisations: [] },
        {
          repository: "hospital/models",
          ...(ref === "" ? {} : { ref }),
          owner: "hospital",
          scopes: ["submit"],
          organisations: ["physionet"],
        },
      ],
    },
    { clock: systemClock, cooldownMs: 0 },
  );
const ask = (token: string, verify = verifier()): Promise<GithubCaller | undefined> =>
  verify(new Headers({ authorization: `Bearer ${token}` }));

describe("a workflow's token", () => {
  it("of an allowed repository and ref has the owner and rights of the configuration", async () => {
    expect(await ask(await signed(claims()))).toEqual({
      owner: "hospital",
      scopes: new Set(["submit"]),
      organisations: new Set(["physionet"]),
      keyId: "github:hospital/models@refs/heads/main",
    });
  });

  it("causes one read of the issuer's keys, and another after a rotation", async () => {
    const verify = verifier();
    expect(issuer.reads()).toBe(0);
    for (let i = 0; i < 3; i++) expect(await ask(await signed(claims()), verify)).toBeDefined();
    expect(issuer.reads()).toBe(1);
    const before = pair;
    pair = await issuer.rotate("two");
    expect(await ask(await signed(claims(), { kid: "two" }), verify)).toMatchObject({ owner: "hospital" });
    expect(issuer.reads()).toBe(2);
    expect(await ask(await signed(claims(), { key: before.privateKey, kid: "one" }), verify)).toBeUndefined();
  });

  it.each([
    ["for another audience", { aud: "https://elsewhere.example" }],
    ["for no audience", { aud: [] }],
    ["expired", { exp: 1_700_000_000 }],
    ["not valid yet", { nbf: 4_000_000_000 }],
    ["of another issuer", { iss: "https://token.actions.example" }],
    ["of another repository", { repository: "hospital/models-fork" }],
    ["of a repository that only looks like it", { repository: "Hospital/models" }],
    ["of another branch", { ref: "refs/heads/dev" }],
    ["of a tag with the name of the branch", { ref: "refs/tags/main" }],
    ["of a pull request", { ref: "refs/pull/7/merge", event_name: "pull_request" }],
    ["of a stranger's pull request, run with the base's rights", { event_name: "pull_request_target" }],
    ["without a repository", { repository: undefined }],
    ["with a list as its repository", { repository: ["hospital/models"] }],
    ["without an expiry", { exp: undefined }],
  ])("is refused %s", async (_, changed) => {
    expect(await ask(await signed(claims(changed)))).toBeUndefined();
  });

  it("of any branch is accepted if the configuration names no ref, but not of a pull request", async () => {
    const anyRef = verifier("");
    expect(await ask(await signed(claims({ ref: "refs/heads/dev" })), anyRef)).toBeDefined();
    const pull = claims({ ref: "refs/pull/7/merge", event_name: "pull_request" });
    expect(await ask(await signed(pull), anyRef)).toBeUndefined();
    expect(await ask(await signed(pull), verifier("refs/pull/7/merge"))).toBeDefined();
  });

  it("without a signature is refused", async () => {
    expect(await ask(new UnsecuredJWT(claims()).encode())).toBeUndefined();
    expect(await ask(`${new UnsecuredJWT(claims()).encode()}AAAA`)).toBeUndefined();
  });

  it("signed with the public key as a shared secret is refused", async () => {
    const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey));
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
    expect(await ask(token)).toBeUndefined();
  });

  it("with another signature is refused, even if it names the address of its key", async () => {
    const stranger = await generateKeyPair("RS256", { extractable: true });
    expect(await ask(await signed(claims(), { key: stranger.privateKey }))).toBeUndefined();
    const jwk = await exportJWK(stranger.publicKey);
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: "RS256", jku: "http://127.0.0.1:1/keys", jwk })
      .sign(stranger.privateKey);
    expect(await ask(token)).toBeUndefined();
  });

  it("that was changed in transit is refused", async () => {
    const [head = "", , signature = ""] = (await signed(claims({ ref: "refs/heads/dev" }))).split(".");
    const payload = Buffer.from(JSON.stringify(claims())).toString("base64url");
    expect(await ask(`${head}.${payload}.${signature}`)).toBeUndefined();
  });

  it.each(["", "x", "a.b.c", "medhelm_abc", "e30.e30."])(
    "is not %j, which causes no request to the issuer",
    async (text) => {
      expect(await ask(text)).toBeUndefined();
      expect(issuer.reads()).toBe(0);
    },
  );

  it("causes an error while the issuer is down, because an outage is not a refusal", async () => {
    issuer.breakDown();
    await expect(ask(await signed(claims()))).rejects.toThrow("Expected 200 OK");
  });
});
