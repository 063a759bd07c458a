import { later } from "@medhelm/adapters/later";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Clock } from "@medhelm/core/ports";
import { printMessage } from "./print-message.ts";

export interface Slow {
  /** When the user would take the wait for a stop. */
  readonly afterMs: number;
  /** Names the server that keeps the command waiting, and for how long at most. */
  readonly text: string;
}

export interface SlowPorts {
  readonly clock?: Pick<Clock, "sleep">;
  readonly say?: (text: string) => void;
}

/** Waits for a server, and prints the message once if that takes long. */
export async function sayIfSlow<T>(
  waiting: Promise<T>,
  { afterMs, text }: Slow,
  { clock = systemClock, say = printMessage }: SlowPorts = {},
): Promise<T> {
  const answered = new AbortController();
  void later(clock, afterMs, answered.signal, () => say(text));
  return waiting.finally(() => answered.abort());
}
