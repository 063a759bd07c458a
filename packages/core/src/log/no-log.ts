import type { Log } from "../ports.ts";

/** Writes no records. */
export const noLog: Log = () => undefined;
