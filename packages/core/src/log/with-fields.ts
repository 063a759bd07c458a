import type { Log, LogFields } from "../ports.ts";

/** A log whose records have these fields, too. */
export function withFields(log: Log, fields: LogFields): Log {
  return (level, message, more = {}) => log(level, message, { ...fields, ...more });
}
