import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { errorCode } from "@medhelm/core/error-code";

/**
 * The start time of a process as opaque text. Together with the pid it identifies one process, because the system reuses a pid. It is
 * undefined if the process does not run or the system does not report the time.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]; // field 22; field 2 may contain spaces
    }
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}

/** Signals a process and all that it started, which form a process group. Has no effect if they have ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
