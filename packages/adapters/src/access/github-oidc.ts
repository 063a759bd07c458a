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
  /** between two reads of the issuer's keys, when a token names one that is not known; for tests */
  readonly cooldownMs?: number;
}

/** What is read of a token. https://docs.github.com/actions/reference/openid-connect-reference */
const Claims = z.object({ repository: z.string(), ref: z.string(), event_name: z.string().optional() });

const CLOCK_TOLERANCE_S = 30;
/** of jose: what is wrong with the issuer's answer, and not with the token */
const OUTAGES: ReadonlySet<string> = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);
const JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * A workflow of an allowed repository, by the token that GitHub signs for each job. The keys come from conf's issuer alone, at the
 * first token and again when they are rotated; nothing in a token says where to look. undefined: not such a token.
 * @throws where the issuer's keys cannot be read: an outage, no fault of the caller's
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
    // another issuer's is told without asking GitHub for anything
    if (token === undefined || issuerOf(token) !== issuer) return undefined;
    const claims = await verified(() =>
      jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ["RS256"], // of GitHub; "none" and a secret made of a public key are none
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

/** A pull request's code is not the repository's: its ref counts only where conf names it, and with the base's rights it never does. */
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

/** undefined: refused. Keys that cannot be fetched are thrown. */
async function verified(verify: () => ReturnType<typeof jwtVerify>): Promise<unknown> {
  try {
    return (await verify()).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError && !OUTAGES.has(error.code)) return undefined;
    throw error;
  }
}
