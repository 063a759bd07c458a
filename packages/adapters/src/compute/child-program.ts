/** How long a program has between SIGTERM and SIGKILL. */
export const GRACE_MS = 20_000;

/**
 * For a program that childProcessCompute started (its environment then has MEDHELM_JOB_ID): when the parent dies, however it dies,
 * this process gets SIGTERM, as on any other stop, and SIGKILL 20 s later. The channel alone does not keep the process alive.
 */
export function dieWithParent(): void {
  if (!process.connected) return stop(); // the parent was gone before this line
  process.once("disconnect", stop);
  process.channel?.unref();
}

function stop(): void {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}
