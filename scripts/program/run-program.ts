import { exitCodes } from "@medhelm/core/exit-codes";
import { UserError } from "@medhelm/core/user-error";
import type { Command } from "medhelm/terminal/define-command";
import { HelpShown } from "medhelm/terminal/report-error";

/** Runs a program of scripts/ or bench/, which a person starts: `if (import.meta.main) await runProgram(command)`. */
export async function runProgram(command: Command): Promise<void> {
  process.exitCode = await exitCodeOf(command, process.argv.slice(2));
}

/** A wrong option or value is one sentence and exit code 2. @throws Error of a bug, which keeps its stack */
export async function exitCodeOf(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof HelpShown) return exitCodes.success;
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.userError;
  }
}
