import { bearer } from "./bearer.ts";
import type { Authenticate, Principal } from "../ports.ts";
import { secretCheck } from "./secret-check.ts";

/** Authenticates the embedded stack's single token, which `medhelm up` prints, as `principal`. The comparison takes constant time. */
export function oneToken(token: string, principal: Principal): Authenticate {
  const isToken = secretCheck(token);
  return async (headers) => (isToken(bearer(headers)) ? principal : undefined);
}
