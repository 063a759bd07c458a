import type { Authenticate } from "./ports.ts";

/** The first that knows the credential: each looks at its own form first, so a key never reaches the verifier of tokens. */
export function anyAuthenticator(...authenticators: readonly Authenticate[]): Authenticate {
  return async (headers) => {
    for (const authenticate of authenticators) {
      const principal = await authenticate(headers);
      if (principal !== undefined) return principal;
    }
    return undefined;
  };
}
