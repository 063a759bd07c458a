import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Vitest's global setup. All temporary files of a run, also those of the processes that its tests start, lie in one folder. It is removed at the end
 * of the run. A test need not delete what it makes there. The next run deletes the folder of a run that was killed.
 * Node keeps its compiled code there, too. Otherwise each thread and each program would compile its modules again, which takes half of its start.
 */
export default function setup(): () => void {
  const place = tmpdir();
  for (const name of abandoned(readdirSync(place), isAlive)) remove(join(place, name));
  const folder = mkdtempSync(join(place, `medhelm-tests-${process.pid}-`));
  // a test runs commands as another user
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  process.env["NODE_COMPILE_CACHE"] = join(folder, "node-compile-cache");
  return () => remove(folder);
}

/** The folders of runs whose process has ended. */
function abandoned(names: readonly string[], isRunning: (pid: number) => boolean): string[] {
  return names.filter((name) => {
    const pid = /^medhelm-tests-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A process that a test has stopped may still write. */
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
