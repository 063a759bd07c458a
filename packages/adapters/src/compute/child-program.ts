/** The time between SIGTERM and SIGKILL. */
export const GRACE_MS = 20_000;

/**
 * Ends this process when its parent ends for any reason: with SIGTERM, as for any other stop, and with SIGKILL after 20 s. A program
 * that childProcessCompute started (its environment has MEDHELM_JOB_ID) calls it. The channel does not keep the process alive.
 */
export function dieWithParent(): void {
  if (!process.connected) return stop(); // the parent has already ended
  process.once("disconnect", stop);
  process.channel?.unref();
}

function stop(): void {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}
