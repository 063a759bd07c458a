import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRefusedByDisk } from "@medhelm/core/writing-to";
import type { Clock, Log } from "@medhelm/core/ports";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

const CHECK_MS = 5_000;
/** A disk that has refused nothing for this time, and takes a file, has space again. */
const QUIET_MS = 15_000;
const AGAIN_MS = 3_600_000;
const CHECK_BYTES = 65_536;

export interface FullDisk {
  /** Returns whether the disk refused data. The log then says it once, again each hour, and when the disk has space. */
  report(error: unknown): boolean;
}

interface FullDiskPorts {
  readonly outputPath: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether the disk takes a file. Default: it is tried. */
  readonly hasSpace?: () => Promise<boolean>;
}

export function fullDisk({ outputPath, log, clock, signal, ...given }: FullDiskPorts): FullDisk {
  const { hasSpace = () => takesFile(join(outputPath, PRIVATE_FOLDER)) } = given;
  let full: { readonly sinceMs: number; lastMs: number; saidMs: number; message: string } | undefined;

  const say = (how: "is" | "is still", error: string): void =>
    log("warn", `the disk of ${outputPath} ${how} full: jobs and changes wait until somebody frees space`, { error });
  const watch = async (): Promise<void> => {
    while (full !== undefined) {
      await clock.sleep(CHECK_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      const now = clock.nowMs();
      if (now - full.lastMs >= QUIET_MS && (await hasSpace())) {
        const fullS = Math.round((now - full.sinceMs) / 1000);
        full = undefined;
        log("warn", `the disk of ${outputPath} has space again: jobs go on`, { fullS });
      } else if (now - full.saidMs >= AGAIN_MS) {
        full.saidMs = now;
        say("is still", full.message);
      }
    }
  };
  return {
    report(error) {
      if (!isRefusedByDisk(error)) return false;
      const now = clock.nowMs();
      const { message } = error;
      if (full !== undefined) Object.assign(full, { lastMs: now, message });
      else {
        full = { sinceMs: now, lastMs: now, saidMs: now, message };
        say("is", message);
        void watch();
      }
      return true;
    },
  };
}

async function takesFile(folder: string): Promise<boolean> {
  const file = join(folder, `space-check-${process.pid}`);
  try {
    await writeFile(file, new Uint8Array(CHECK_BYTES));
    return true;
  } catch {
    return false;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
