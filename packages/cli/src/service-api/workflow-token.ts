import { fetchAloud } from "../terminal/say-silent.ts";
import { jsonAtMost } from "@medhelm/core/at-most";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { Env } from "../env.ts";

const Reply = z.object({ value: z.string() });
const Claims = z.object({ exp: z.number() });
const MAX_REPLY_BYTES = 2 ** 16;
/** A token is replaced this long before its end. GitHub's tokens are valid for 10 minutes. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Returns a function that gives the token that GitHub signs for this job, so that a workflow needs no secret. The service must allow the repository
 * (`github` in its conf). A new token is requested before the present one expires. Undefined outside a workflow with the permission `id-token: write`.
 * Source: https://docs.github.com/actions/reference/openid-connect-reference
 */
export function workflowToken(apiUrl: string, env: Env, nowMs: () => number): (() => Promise<string>) | undefined {
  const [url, requestToken] = [env["ACTIONS_ID_TOKEN_REQUEST_URL"], env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]];
  if (url === undefined || requestToken === undefined) return undefined;
  const address = new URL(url);
  address.searchParams.set("audience", env["MEDHELM_AUDIENCE"] ?? apiUrl);
  let present: { readonly token: string; readonly endsAtMs: number } | undefined;
  return async () => {
    if (present !== undefined && nowMs() < present.endsAtMs - RENEW_BEFORE_MS) return present.token;
    const token = await request(address, requestToken);
    present = { token, endsAtMs: endOf(token) };
    return token;
  };
}

async function request(address: URL, requestToken: string): Promise<string> {
  const response = await fetchAloud(address, { headers: { authorization: `Bearer ${requestToken}` } });
  if (!response.ok)
    throw new UserError(
      `GitHub gives this job no identity token (status ${response.status}); give the job the permission id-token: write, or set MEDHELM_TOKEN`,
    );
  return Reply.parse(await jsonAtMost(response.body, MAX_REPLY_BYTES)).value;
}

/** The claim exp, in milliseconds. The service verifies the signature. */
function endOf(token: string): number {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return Claims.parse(JSON.parse(payload)).exp * 1000;
}
