import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process started, as text that only serves to be compared: with its number it names one process, where the number alone is
 * used again. Undefined: it does not run, or this system does not say.
 */
export function identityOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]; // field 22; field 2 may have spaces
    }
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}

/** To the process and all that it started (it leads a group of its own); nothing when they are gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
