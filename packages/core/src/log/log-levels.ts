import { z } from "zod";
import type { LogLevel } from "../ports.ts";

/** From the most records to the fewest. */
const LEVELS = ["debug", "info", "warn", "error"] as const satisfies readonly LogLevel[];

export const LogLevelName = z.enum(LEVELS);

/** Whether a log with the lowest level `lowest` has a record of this level. */
export const isLogged = (level: LogLevel, lowest: LogLevel): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(lowest);
