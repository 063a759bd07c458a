import { exitCodes } from "@medhelm/core/exit-codes";
import { printMessage } from "./print-message.ts";

/** Prints a sentence about each damaged record of a list. @returns the exit code of the command */
export function endOfList(damaged: readonly string[]): number {
  for (const sentence of damaged) printMessage(sentence);
  return damaged.length === 0 ? exitCodes.success : exitCodes.userError;
}
