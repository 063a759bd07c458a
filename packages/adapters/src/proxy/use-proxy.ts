import { EnvHttpProxyAgent, Pool, setGlobalDispatcher } from "undici";
import type { Proxy } from "./proxy-of.ts";

/**
 * Sends the requests of this process through the proxy: those of the models' client, and those of Node's fetch. A proxy that answers no
 * request for a tunnel within `connectMs` counts as one that cannot be reached; undici itself waits for five minutes.
 */
export function useProxy({ http = "", https = "", direct }: Proxy, connectMs = 10_000): void {
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      httpProxy: http,
      httpsProxy: https,
      noProxy: direct,
      connectTimeout: connectMs,
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    }),
  );
}
