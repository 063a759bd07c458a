import { UserError } from "@medhelm/core/user-error";

/** The address of a service as the user typed it, without "/" and "/v1" at the end, because every path begins with /v1. @throws UserError */
export function apiBase(given: string): string {
  const url = URL.parse(given.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UserError(`--api ${given} is not an address like http://127.0.0.1:8787`);
  const path = url.pathname
    .replace(/\/+$/, "")
    .replace(/(^|\/)v1$/, "")
    .replace(/\/+$/, "");
  return url.origin + path;
}
