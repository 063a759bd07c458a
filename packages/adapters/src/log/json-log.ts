import { isLogged } from "@medhelm/core/log/log-levels";
import type { Clock, Log, LogFields, LogLevel } from "@medhelm/core/ports";

export interface JsonLogOptions {
  /** Records below it are left out. */
  readonly level: LogLevel;
  readonly component: string;
  readonly clock: Pick<Clock, "nowMs">;
  /** Takes one line with its end. */
  write(line: string): void;
}

/** Writes each record as one line of JSON. */
export function jsonLog({ level: lowest, component, clock, write }: JsonLogOptions): Log {
  return (level, message, fields: LogFields = {}) => {
    if (!isLogged(level, lowest)) return;
    const time = new Date(clock.nowMs()).toISOString();
    write(`${JSON.stringify({ time, level, component, message, ...fields })}\n`);
  };
}
