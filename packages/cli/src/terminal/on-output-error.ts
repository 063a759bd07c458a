import { DISK_REFUSALS } from "@medhelm/core/disk-refusals";
import { errorCode } from "@medhelm/core/error-code";
import { exitCodes } from "@medhelm/core/exit-codes";

const REFUSALS: Readonly<Record<string, string>> = { ...DISK_REFUSALS, EIO: "its disk or terminal is gone" };

/**
 * Handles a failed write to an output. The process ends if the reader of either has ended, or if results cannot be written. It goes on without
 * messages if their disk is full.
 * @throws error if it is a bug
 */
export function onOutputError(output: "stdout" | "stderr", error: Error): void {
  const code = errorCode(error) ?? "";
  if (code === "EPIPE") process.exit(exitCodes.interrupted);
  const why = REFUSALS[code];
  if (why === undefined) throw error;
  if (output === "stderr") return;
  process.stderr.write(
    `medhelm: standard output: ${why}; finished work is kept: send the output elsewhere, then run the same command again\n`,
  );
  process.exit(exitCodes.userError);
}
