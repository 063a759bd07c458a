import type { Clock } from "@medhelm/core/ports";
import type { Scope, ServiceConf } from "@medhelm/core/service-conf";
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from "jose";
import { z } from "zod";

type GithubConf = NonNullable<ServiceConf["github"]>;
type Allowed = GithubConf["repositories"][number];

export interface GithubCaller {
  readonly owner: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly organisations: ReadonlySet<string>;
  readonly keyId: string;
}

export interface GithubOidcOptions {
  readonly clock: Pick<Clock, "nowMs">;
  /** the shortest time between two reads of the issuer's keys, which an unknown key id causes; for tests */
  readonly cooldownMs?: number;
}

/** The claims of a token that this module reads. https://docs.github.com/actions/reference/openid-connect-reference */
const Claims = z.object({ repository: z.string(), ref: z.string(), event_name: z.string().optional() });

const CLOCK_TOLERANCE_S = 30;
/** Codes of jose for a fault of the issuer's reply, not of the token. */
const OUTAGES: ReadonlySet<string> = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);
const JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Authenticates a workflow of an allowed repository by the token that GitHub signs for each job. The keys come only from the issuer in
 * the configuration, never from an address in a token. They are read at the first token and again after a rotation.
 * The returned function returns undefined for a missing or refused token.
 * @throws Error if the issuer's keys cannot be read, which is an outage and not the caller's fault
 */
export function githubOidc(
  { issuer, audience, repositories }: GithubConf,
  { clock, cooldownMs = 30_000 }: GithubOidcOptions,
): (headers: Headers) => Promise<GithubCaller | undefined> {
  const keySet = createRemoteJWKSet(new URL(`${issuer.replace(/\/+$/, "")}/.well-known/jwks`), {
    cooldownDuration: cooldownMs,
  });
  return async (headers) => {
    const token = JWT.exec(headers.get("authorization") ?? "")?.[1];
    // A token of another issuer is refused without a request to GitHub.
    if (token === undefined || issuerOf(token) !== issuer) return undefined;
    const claims = await verified(() =>
      jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ["RS256"], // GitHub's; this excludes "none" and HMAC with the public key as secret
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(clock.nowMs()),
        clockTolerance: CLOCK_TOLERANCE_S,
      }),
    );
    const parsed = Claims.safeParse(claims);
    const allowed = parsed.success ? repositories.find((one) => allows(one, parsed.data)) : undefined;
    if (!parsed.success || allowed === undefined) return undefined;
    return {
      owner: allowed.owner,
      scopes: new Set(allowed.scopes),
      organisations: new Set(allowed.organisations),
      keyId: `github:${parsed.data.repository}@${parsed.data.ref}`,
    };
  };
}

/**
 * True if the configuration allows the repository and ref. A pull request may contain foreign code, so its ref must be configured explicitly. The
 * event pull_request_target runs with the rights of the base branch and is never allowed.
 */
function allows({ repository, ref }: Allowed, claims: z.infer<typeof Claims>): boolean {
  if (claims.repository !== repository || claims.event_name === "pull_request_target") return false;
  return ref === undefined ? !claims.ref.startsWith("refs/pull/") : claims.ref === ref;
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The claims of a valid token, or undefined. Throws if the keys cannot be fetched. */
async function verified(verify: () => ReturnType<typeof jwtVerify>): Promise<unknown> {
  try {
    return (await verify()).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError && !OUTAGES.has(error.code)) return undefined;
    throw error;
  }
}
