import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import type { Holder } from "@medhelm/core/jobs/lease";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { holderIsGone, thisProcess } from "../../lease-holder.ts";
import { statIfPresent } from "../../stat-if-present.ts";

const STALE_UPLOAD_MS = 3_600_000;

/** The name of an upload file names its process, so that the upload of a killed one can be recognised. */
export const uploadName = (): string => {
  const { host, pid, startedAt } = (self ??= thisProcess());
  return `${hostHash(host)}.${pid}.${startedAt}.${randomUUID()}`;
};

const UPLOAD_NAME = /^(?<host>[0-9a-f]{16})\.(?<pid>\d+)\.(?<startedAt>\d+)\./;

let self: Holder | undefined;

const hostHash = (host: string): string => sha256Hex(host).slice(0, 16);

/** Whether it is certain that the process of an upload has ended; undefined if it has perhaps ended. */
function hasEnded(name: string): boolean | undefined {
  const { host, pid, startedAt } = UPLOAD_NAME.exec(name)?.groups ?? {};
  const own = (self ??= thisProcess());
  if (startedAt === undefined || host !== hostHash(own.host)) return undefined;
  if (holderIsGone({ host: own.host, pid: Number(pid), startedAt })) return true;
  return isRunning(Number(pid)) ? false : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM"; // another user's
  }
}

/**
 * Removes the uploads of killed processes, because they may contain text of runs. It does so at once if the process has certainly ended, and
 * otherwise after an hour without a write to the file. A run that waits for slow answers writes nothing for longer, so the uploads of
 * living processes stay.
 */
export function removeStale(uploads: string, nowMs: number): void {
  for (const name of readdirSync(uploads)) {
    const stats = statIfPresent(join(uploads, name));
    if (stats === undefined) continue;
    const ended = hasEnded(name);
    if (ended === true || (ended === undefined && nowMs - Number(stats.mtimeMs) > STALE_UPLOAD_MS))
      rmSync(join(uploads, name), { recursive: true, force: true });
  }
}
