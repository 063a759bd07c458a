import { keepReportsPrivate } from "@medhelm/adapters/private-reports";
import { exitCodes } from "@medhelm/core/exit-codes";
import { errorFields } from "@medhelm/core/log/error-fields";
import type { Log } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { ServerDied } from "@medhelm/service/models/server/wait-for-server";

keepReportsPrivate();

/** How long a program may take to stop. Fargate kills it after 30 s, a machine with GPUs after 110 s. */
const STOP_MS = 20_000;

/**
 * Runs a job's program. SIGTERM and SIGINT abort the signal. The process then ends with exit code 75 within 20 seconds,
 * and Batch tries it again. Nothing is lost, because correctness depends on leases.
 */
export async function runProgram(log: Log, main: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) return;
    log("info", `${signal}, stopping`);
    stop.abort(new DOMException(`stopped by ${signal}`, "AbortError"));
    setTimeout(() => process.exit(exitCodes.interrupted), STOP_MS).unref();
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  let code: number = exitCodes.success;
  try {
    await main(stop.signal);
  } catch (error) {
    code = exitCodeOf(log, error, stop.signal);
  }
  // process.exit, because idle connections to S3 would keep the job, and its GPUs, for minutes
  process.exit(code);
}

function exitCodeOf(log: Log, error: unknown, signal: AbortSignal): number {
  if (signal.aborted) return exitCodes.interrupted; // a stopped request may throw any error
  if (error instanceof UserError) {
    log("error", error.message);
    return exitCodes.userError;
  }
  if (error instanceof ServerDied) {
    log("error", error.message);
    return exitCodes.bug;
  }
  log("error", "this is a bug; please report it with this record", errorFields(error));
  return exitCodes.bug;
}
