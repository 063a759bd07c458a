// undici in the bundles. Its index.js also loads fetch, WebSocket, caches, cookies and mocks: 0.9 MB of code that each start would read.
import api from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import errors from "undici/lib/core/errors.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import global from "undici/lib/global.js";

Object.assign(Dispatcher.prototype, api);

export const { getGlobalDispatcher, setGlobalDispatcher } = global;

/** undici.request for an address, with the options of a request without a body. */
export function request(address, options) {
  const { origin, pathname, search } = new URL(address);
  return getGlobalDispatcher().request({ method: "GET", ...options, origin, path: `${pathname}${search}` });
}

export { Agent, buildConnector, EnvHttpProxyAgent, errors, Pool };
