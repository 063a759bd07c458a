import { systemClock } from "@medhelm/adapters/system-clock";
import type { Clock } from "@medhelm/core/ports";
import { silenceText } from "@medhelm/core/run/asking/silence-text";
import { createSilenceWatch, type SilenceWatch } from "@medhelm/core/run/asking/silence-watch";
import { printMessage } from "./print-message.ts";

export interface SilentPorts {
  readonly clock?: Pick<Clock, "monotonicMs" | "sleep">;
  readonly say?: (text: string) => void;
}

/** Says after ten seconds that a server with open requests has sent nothing, as a run does for a model's server. */
export function silenceOf(
  server: string | (() => string),
  { clock = systemClock, say = printMessage }: SilentPorts = {},
): SilenceWatch {
  return createSilenceWatch(clock, (silence) =>
    say(silenceText(typeof server === "string" ? server : server(), silence)),
  );
}

type Fetch = (url: URL | string, init?: RequestInit) => Promise<Response>;

/** A fetch that names a silent server. */
export function sayingFetch(ports?: SilentPorts, send: Fetch = fetch): Fetch {
  const watches = new Map<string, SilenceWatch>();
  return (url, init) => {
    const { host } = new URL(url);
    const watch = watches.get(host) ?? silenceOf(host, ports);
    watches.set(host, watch);
    return watch.during(() => send(url, init));
  };
}

/** The fetch of this process. All requests to one server share its messages. */
export const fetchAloud: Fetch = sayingFetch();
