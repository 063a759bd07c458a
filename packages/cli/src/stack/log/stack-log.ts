import { jsonLog } from "@medhelm/adapters/log/json-log";
import { systemClock } from "@medhelm/adapters/system-clock";
import { isLogged, LogLevelName } from "@medhelm/core/log/log-levels";
import type { Log } from "@medhelm/core/ports";
import { z } from "zod";
import { printMessage } from "../../terminal/print-message.ts";
import { LogFormat } from "./log-options.ts";

/** The settings of the log, for the processes of a stack. */
export const LogSettings = z.object({ logFormat: LogFormat.default("text"), logLevel: LogLevelName.default("warn") });
export type LogSettings = z.infer<typeof LogSettings>;

/** The settings that the user gives, else those for where stderr goes. */
export function logSettings(
  given: { readonly [name in keyof LogSettings]?: LogSettings[name] | undefined },
  isTerminal: boolean,
): LogSettings {
  const logFormat = given.logFormat ?? (isTerminal ? "text" : "json");
  return { logFormat, logLevel: given.logLevel ?? (logFormat === "text" ? "warn" : "info") };
}

/** The log of a process of the stack, on stderr. */
export function stackLog({ logFormat, logLevel }: LogSettings): Log {
  if (logFormat === "json")
    return jsonLog({
      level: logLevel,
      component: "stack",
      clock: systemClock,
      write: (line) => void process.stderr.write(line),
    });
  return (level, message, fields = {}) => {
    if (isLogged(level, logLevel)) printMessage(sentence(message, fields));
  };
}

/** The record for a reader: what it concerns, the message, and why. */
function sentence(message: string, { run, release, error, code }: Parameters<Log>[2] & object): string {
  const about = run ?? release;
  const why = error ?? code;
  return `${about === undefined ? "" : `${about}: `}${message}${why === undefined ? "" : `: ${String(why)}`}`;
}
