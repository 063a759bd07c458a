import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Holder } from "@medhelm/core/jobs/lease";

/** This process, as a lease names it. The start time tells it from a later process of the same number. */
export function thisProcess(): Holder {
  return { host: hostId(), pid: process.pid, startedAt: startOf(process.pid) ?? "unknown" };
}

/**
 * True only where it is certain: the lease was taken on this host, since it booted, by a process that is no more. It spares
 * a laptop user the wait for the lease's expiry after a kill. Elsewhere than on Linux nothing is ever certain.
 */
export function holderIsGone(holder: Holder): boolean {
  if (holder.host !== hostId() || holder.startedAt === "unknown") return false;
  return startOf(holder.pid) !== holder.startedAt;
}

/** The boot id keeps two containers or a rebooted host of one name apart. */
function hostId(): string {
  try {
    return `${hostname()}/${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return hostname();
  }
}

/** Field 22 of /proc/<pid>/stat, ticks since boot; a zombie is no more. */
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
