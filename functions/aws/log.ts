import { jsonLog } from "@medhelm/adapters/log/json-log";
import { systemClock } from "@medhelm/adapters/system-clock";
import { errorFields } from "@medhelm/core/log/error-fields";
import { LogLevelName } from "@medhelm/core/log/log-levels";
import { messageFields } from "@medhelm/core/log/message-fields";
import type { Log } from "@medhelm/core/ports";
import { z } from "zod";
import { type Env, readEnvironment } from "./environment.ts";

const Environment = z.object({ MEDHELM_LOG_LEVEL: LogLevelName.default("info") });

/** The log of a function or a job: AWS keeps what it writes on stderr line by line. */
export function awsLog(component: string, env: Env): Log {
  const { MEDHELM_LOG_LEVEL: level } = readEnvironment(component, Environment, env);
  return jsonLog({ level, component, clock: systemClock, write: (line) => void process.stderr.write(line) });
}

/** Reports a message whose handling failed, with what it concerns. */
export const logFailure =
  (log: Log) =>
  (error: unknown, body: string): void =>
    log("error", "a message was not handled", { ...messageFields(body), ...errorFields(error) });
