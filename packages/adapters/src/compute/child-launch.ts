import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { exitCodes } from "@medhelm/core/exit-codes";
import type { Clock } from "@medhelm/core/ports";
import { later } from "../later.ts";
import { processIdentity, signalGroup } from "./child-identity.ts";
import { GRACE_MS } from "./child-program.ts";

export const INTERRUPTED = "interrupted: run again";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment that it needs for a job, in addition to the job's own. Absent: none. */
  environmentOf?(job: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}
export interface Launched {
  readonly pid: number | undefined;
  /** Resolves with the reason of a failure, or with undefined after exit code 0. Never rejects. */
  readonly ended: Promise<string | undefined>;
  /** Sends SIGTERM, and SIGKILL after this time (default 20 s) if the process still runs. */
  stop(graceMs?: number): void;
}

/** Starts a program with stdout in `<log>.out` and stderr in `<log>.err`. Both files are removed after exit code 0. */
export function launch(
  { command, args }: Program,
  env: Readonly<Record<string, string>>,
  {
    cwd,
    log,
    clock,
    onMessage,
  }: {
    readonly cwd: string | undefined;
    readonly log: string;
    readonly clock: Clock;
    readonly onMessage?: ((message: unknown) => void) | undefined;
  },
): Launched {
  const [out, err] = [openSync(`${log}.out`, "w", 0o600), openSync(`${log}.err`, "w", 0o600)];
  const child = spawn(command, args, {
    env,
    stdio: ["ignore", out, err, "ipc"], // the channel closes when this process dies
    detached: true, // in its own process group: Ctrl-C reaches only the parent, and `stop` reaches grandchildren
    ...(cwd === undefined ? {} : { cwd }),
  });
  closeSync(out);
  closeSync(err);
  const { pid } = child;
  if (onMessage !== undefined) child.on("message", onMessage);
  const exited = new AbortController();
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(`could not start ${command}: ${error.message}`));
    child.once("exit", (code, signal) => {
      exited.abort();
      if (pid !== undefined) signalGroup(pid, "SIGKILL"); // ends processes that the program left behind
      resolve(failureOf(code, signal, `${log}.err`));
      if (code === 0) removeLogs(log);
    });
  });
  return {
    pid,
    ended,
    stop(graceMs = GRACE_MS) {
      if (pid === undefined || exited.signal.aborted) return;
      signalGroup(pid, "SIGTERM");
      void later(clock, graceMs, exited.signal, () => signalGroup(pid, "SIGKILL"));
    },
  };
}

/** Stops a process that an earlier process started, if it still runs. An abort of `killNow` sends the SIGKILL at once. */
export function stopOrphan(pid: number, identity: string | undefined, clock: Clock, killNow: AbortSignal): void {
  const isSame = () => identity !== undefined && processIdentity(pid) === identity;
  if (!isSame()) return;
  signalGroup(pid, "SIGTERM");
  const kill = () => {
    if (isSame()) signalGroup(pid, "SIGKILL");
  };
  killNow.addEventListener("abort", kill, { once: true });
  void later(clock, GRACE_MS, killNow, kill); // it has killed the process if the signal aborts before
}

/** Deletes a job's stdout and stderr files. `log` is their path without the extension. */
export function removeLogs(log: string): void {
  for (const stream of ["out", "err"]) rmSync(`${log}.${stream}`, { force: true });
}

function failureOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): string | undefined {
  if (code === 0) return undefined;
  if (code === exitCodes.interrupted) return INTERRUPTED;
  const output = lastLines(stderr);
  return `${signal === null ? `exit code ${code}` : `killed by ${signal}`}${output === "" ? "" : `: ${output}`}`;
}

const LAST_LINES = 5;
const LAST_CHARACTERS = 1000;

function lastLines(file: string): string {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== "")
    .slice(-LAST_LINES)
    .join("\n")
    .slice(-LAST_CHARACTERS);
}
