import { waitText } from "../../models/wait-text.ts";
import type { Silence } from "./silence-watch.ts";

/** E.g. "no reply from tokens.example for 10 s". */
export const noReplyFrom = (server: string, { ms }: Pick<Silence, "ms">): string =>
  `no reply from ${server} for ${waitText(Math.floor(ms / 1000) * 1000)}`;

/** E.g. "no reply from tokens.example for 10 s; 2 requests wait". */
export const silenceText = (server: string, silence: Silence): string =>
  `${noReplyFrom(server, silence)}; ${silence.inFlight === 1 ? "1 request waits" : `${silence.inFlight} requests wait`}`;
