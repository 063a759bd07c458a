import { UserError } from "@medhelm/core/user-error";

/** The proxies that the environment names for requests to other machines, and the hosts that are asked directly. */
export interface Proxy {
  readonly http?: string;
  readonly https?: string;
  readonly direct: string;
}

/** The variables that curl reads. A name in small letters precedes the same in capitals. */
export const PROXY_VARIABLES = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];

/** This machine is never asked through a proxy. */
const THIS_MACHINE = ["localhost", "127.0.0.1", "::1"];

/**
 * Reads the proxy of the environment; undefined if it names none.
 * @throws UserError for a value that is no address. The message leaves the value out, because it may hold a password.
 */
export function proxyOf(env: Readonly<Record<string, string | undefined>>): Proxy | undefined {
  const read = (name: string): string | undefined => {
    const variable = env[name] === undefined ? name.toUpperCase() : name;
    const value = env[variable]?.trim() ?? "";
    if (value === "") return undefined;
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
      throw new UserError(`${variable} must be the address of a proxy, such as http://proxy.example:3128`);
    return value;
  };
  const http = read("http_proxy");
  const https = read("https_proxy");
  if (http === undefined && https === undefined) return undefined;
  const direct = [...THIS_MACHINE, env["no_proxy"] ?? env["NO_PROXY"] ?? ""].filter((hosts) => hosts !== "").join(",");
  return { ...(http === undefined ? {} : { http }), ...(https === undefined ? {} : { https }), direct };
}
