import { isLogged, LogLevelName } from "@medhelm/core/log/log-levels";
import type { Log } from "@medhelm/core/ports";
import { z } from "zod";
import { type LogSettings, stackLog } from "./stack-log.ts";

const Message = z.object({
  log: z.object({
    level: LogLevelName,
    message: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
});

/**
 * The log of a job's process. Its parent writes the records, because the files of a job's own output go away when the job has succeeded.
 * Without a parent it writes them itself.
 */
export function childLog(settings: LogSettings): Log {
  if (process.send === undefined) return stackLog(settings);
  return (level, message, fields = {}) => {
    if (!isLogged(level, settings.logLevel) || !process.connected) return;
    const record: z.infer<typeof Message> = { log: { level, message, fields: defined(fields) } };
    process.send?.(record, undefined, {}, () => undefined); // a parent that ends misses the record
  };
}

const defined = (fields: Parameters<Log>[2] & object): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

/** Writes what a job's process sends. */
export function logOfChild(log: Log, message: unknown): void {
  const record = Message.safeParse(message).data?.log;
  if (record !== undefined) log(record.level, record.message, record.fields);
}
