import { BAD_BODY_SERVERS } from "./bad-body-servers.ts";
import { BROKEN_TRANSPORT_SERVERS } from "./broken-transport-servers.ts";
import { REFUSING_SERVERS } from "./refusing-servers.ts";
import { SLOW_SERVERS } from "./slow-servers.ts";

/** Every hostile server by what it does. */
export const HOSTILE_SERVERS = {
  ...SLOW_SERVERS,
  ...BROKEN_TRANSPORT_SERVERS,
  ...BAD_BODY_SERVERS,
  ...REFUSING_SERVERS,
};
export type HostileName = keyof typeof HOSTILE_SERVERS;
