/**
 * The names of undici that ask servers. Import this file dynamically, so that other commands do not load it. The names are imported
 * statically here, so that the bundler refuses one that scripts/lean-undici.js lacks.
 */
export { Agent, buildConnector, EnvHttpProxyAgent, errors, getGlobalDispatcher, request } from "undici";
