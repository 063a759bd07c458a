import type { Authenticate } from "../ports.ts";

/** Asks the authenticators in turn. Each checks the credential's form first, so an API key never reaches the token verifier. */
export function anyAuthenticator(...authenticators: readonly Authenticate[]): Authenticate {
  return async (headers) => {
    for (const authenticate of authenticators) {
      const principal = await authenticate(headers);
      if (principal !== undefined) return principal;
    }
    return undefined;
  };
}
