import type { CommandWords } from "../terminal/define-command.ts";

/** A command of the table, with the words after it. */
export interface CommandToComplete extends CommandWords {
  readonly name: string;
  readonly summary: string;
}

/** HELM's program names, with their commands. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "medhelm-run": "run",
  "helm-run": "run",
  "helm-summarize": "summarize",
  "helm-server": "server",
};

/** The words after `medhelm` that are no commands. */
export const GLOBAL = ["help", "--help", "--version", "--quiet", "--verbose"] as const;
