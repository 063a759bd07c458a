import { LogLevelName } from "@medhelm/core/log/log-levels";
import { z } from "zod";
import { option } from "../../terminal/option.ts";

export const LogFormat = z.enum(["text", "json"]);

/** The options of a service for its log on stderr. */
export const logOptions = {
  logFormat: option(
    "format",
    "form of the log on stderr: sentences, or one line of JSON a record (default: text in a terminal, else json)",
    LogFormat.optional(),
  ),
  logLevel: option(
    "level",
    "leave out records below this level (default: warn as text, info as json)",
    LogLevelName.optional(),
  ),
};
