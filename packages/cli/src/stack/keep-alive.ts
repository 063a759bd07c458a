import { fork } from "node:child_process";
import { allowedVariables } from "@medhelm/adapters/compute/allowed-variables";
import { later } from "@medhelm/adapters/later";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Env } from "../env.ts";
import { type StackProgram, stackProgram } from "./stack-program.ts";
import { ownVariables, settingsFileOf, type StackSettings } from "./settings/stack-settings.ts";

/** The time between SIGTERM and SIGKILL. The next child writes the unfinished files of a killed one again. */
const GRACE_MS = 500;

/** Runs a child process that asks no model, and starts it again each time it ends, until the signal aborts. */
export async function keepAlive(
  name: StackProgram,
  settings: StackSettings,
  env: Env,
  signal: AbortSignal,
): Promise<void> {
  const { args } = stackProgram(name, settingsFileOf(settings.outputPath));
  const allowed = allowedVariables(env, ownVariables(settings));
  while (!signal.aborted) {
    const [script = "", ...rest] = args;
    const child = fork(script, rest, { env: allowed, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const ended = new AbortController();
    const stop = (): void => {
      child.kill("SIGTERM");
      void later(systemClock, GRACE_MS, ended.signal, () => child.kill("SIGKILL"));
    };
    signal.addEventListener("abort", stop, { once: true });
    await new Promise((done) => child.once("exit", done).once("error", done));
    ended.abort();
    signal.removeEventListener("abort", stop);
    if (!signal.aborted) await systemClock.sleep(200, signal).catch(() => undefined);
  }
}
