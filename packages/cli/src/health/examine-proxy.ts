import { proxyOf } from "@medhelm/adapters/proxy/proxy-of";
import type { Finding } from "./examine.ts";

/** The proxy of the environment without its password; no finding without one. */
export function examineProxy(env: Readonly<Record<string, string | undefined>>, isOffline: boolean): Finding[] {
  const proxy = proxyOf(env);
  if (proxy === undefined) return [];
  if (isOffline) return [{ check: "proxy", state: "ok", detail: "not used, because of --offline" }];
  const addresses = [
    ...new Set([proxy.https, proxy.http].flatMap((one) => (one === undefined ? [] : new URL(one).host))),
  ];
  const detail = `${addresses.join(" and ")}, for all hosts but ${proxy.direct.replaceAll(",", ", ")}`;
  return [{ check: "proxy", state: "ok", detail }];
}
