import type { Env } from "../env.ts";

/**
 * Sends the requests of this process through the proxy of the environment, if it names one. With --offline it does not: a proxy on this
 * machine would forward requests that the guard of --offline takes for local ones.
 * @throws UserError for a variable that is no address
 */
export async function applyProxy(env: Env, isOffline: boolean): Promise<void> {
  if (!NAMES.some((name) => env[name]) || isOffline) return;
  const [{ proxyOf }, { useProxy }] = await Promise.all([
    import("@medhelm/adapters/proxy/proxy-of"),
    import("@medhelm/adapters/proxy/use-proxy"),
  ]);
  const proxy = proxyOf(env);
  if (proxy !== undefined) useProxy(proxy);
}

/** They are named here because `medhelm --help` loads no other package. */
const NAMES = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];
