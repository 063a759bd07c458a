import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Holder } from "@medhelm/core/jobs/lease";

/** This process, as a lease names it. The start time distinguishes it from a later process with the same id. */
export function thisProcess(): Holder {
  return { host: hostId(), pid: process.pid, startedAt: startOf(process.pid) ?? "unknown" };
}

/**
 * True only if it is certain that the process took the lease on this host since its last boot, and has ended. After a kill, the user
 * of a laptop then does not wait until the lease expires. It is certain on Linux only.
 */
export function holderIsGone(holder: Holder): boolean {
  if (holder.host !== hostId() || holder.startedAt === "unknown") return false;
  return startOf(holder.pid) !== holder.startedAt;
}

/** True only if it is certain that the process that took the lease lives on this host. */
export function holderIsAlive(holder: Holder): boolean {
  return holder.host === hostId() && holder.startedAt !== "unknown" && startOf(holder.pid) === holder.startedAt;
}

/** The boot id distinguishes two containers with one name, and a host before and after a reboot. */
function hostId(): string {
  try {
    return `${hostname()}/${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return hostname();
  }
}

/** The start time of a process: field 22 of /proc/<pid>/stat, in ticks since boot. Undefined if it has ended or is a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
