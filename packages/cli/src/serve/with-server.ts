import { createHash } from "node:crypto";
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { createProbe } from "@medhelm/adapters/models/probe";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import { UserError } from "@medhelm/core/user-error";
import { type ModelServer, ServerDied, waitForServer } from "@medhelm/service/models/server/wait-for-server";
import type { Env } from "../env.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { printMessage } from "../terminal/print-message.ts";
import { type Engine, type EngineName, ENGINES } from "./engines.ts";

/** The server of a deployment that this command started. */
export type Served = ReadonlyMap<string, EndpointFlags>;
interface ServeOptions {
  readonly serve: EngineName;
  readonly model?: readonly string[] | undefined;
  readonly weights?: string | undefined;
  readonly dryRun: boolean;
}

const DEADLINE_MINUTES = 30;
/** A server that does not end after SIGTERM is killed; after a Ctrl-C earlier, because a user waits. */
const GRACE_MS = 10_000;
const INTERRUPTED_GRACE_MS = 500;

/** The environment without the keys of providers and services, which a server does not need. Its own settings stay. */
const withoutKeys = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?!VLLM_|HF_|HUGGING_FACE_)\w*(?:KEY|TOKEN|SECRET|PASSWORD)$/.test(name)),
  );

/**
 * Starts an installed inference server with the model of --model on a free port of 127.0.0.1, and waits until it answers. Then it runs `work` and
 * ends the server, also after Ctrl-C or an error. A dry run starts none.
 * @throws UserError if the program or the weights are missing, or the server ends before it answers
 */
export async function withServer<T>(
  { serve, model = [], weights: given, dryRun }: ServeOptions,
  env: Env,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const [deployment, ...others] = model;
  if (deployment === undefined || others.length > 0)
    throw new UserError(`--serve ${serve} serves one model; name it with --model, as in --model ${serve}/NAME`);
  const engine: Engine = ENGINES[serve];
  const name = deployment.startsWith(`${serve}/`) ? deployment.slice(serve.length + 1) : deployment;
  const weights = given ?? name;
  const port = await freePort(deployment);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const served: Served = new Map([[deployment, { endpoint: baseUrl, modelName: name }]]);
  if (dryRun) return work(served);
  requireProgram(serve, engine, env);
  engine.requireWeights(weights, env);
  const stop = interruptSignal();
  const child = spawn(engine.program, engine.arguments({ weights, port, name }), {
    env: { ...withoutKeys(env), ...engine.env(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // its own process group, which ends with its workers
  });
  const kill = (): void => signalGroup(child, "SIGKILL");
  process.on("exit", kill); // a crash and a second Ctrl-C
  const watcher = watchParent(child);
  let graceMs = GRACE_MS;
  try {
    printMessage(
      `--serve ${serve}: starting ${engine.program} with ${weights} on 127.0.0.1:${port}; it may take up to ${DEADLINE_MINUTES} minutes`,
    );
    await waitUntilServed(serve, { child, baseUrl, name, signal: stop.signal });
    stop.dispose();
    return await work(served);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") graceMs = INTERRUPTED_GRACE_MS;
    throw error;
  } finally {
    stop.dispose();
    await end(child, graceMs);
    watcher?.kill("SIGKILL"); // after the server's end, because another process may get its number
    process.off("exit", kill);
  }
}

interface Starting {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function waitUntilServed(serve: EngineName, { child, baseUrl, name, signal }: Starting): Promise<void> {
  const engine: Engine = ENGINES[serve];
  const server = serverOf(child, baseUrl);
  const startedMs = systemClock.monotonicMs();
  const left = (): number => Math.ceil(DEADLINE_MINUTES - (systemClock.monotonicMs() - startedMs) / 60_000);
  const say = (line: string): void => printMessage(`--serve ${serve}: ${line} (at most ${left()} minutes left)`);
  try {
    const deadlineMs = DEADLINE_MINUTES * 60_000;
    await waitForServer({ clock: systemClock, fetch, say }, server, { signal, deadlineMs, pollMs: 250 });
  } catch (cause) {
    if (!(cause instanceof ServerDied)) throw cause;
    const [what] = cause.message.split("; its last lines:", 1);
    const last = (await server.lastLines()).findLast((line) => line.trim() !== "");
    const said = last === undefined ? "" : `: ${last.slice(0, 300)}`;
    throw new UserError(`--serve ${serve}: ${what}${said}; start ${engine.program} by hand to see its whole log`, {
      cause,
    });
  }
  const listed = (await createProbe().models(baseUrl)) ?? [];
  if (!listed.some((model) => model === name || model === `${name}:latest`)) throw new UserError(engine.missing(name));
}

/** The state of a child process and its last lines, in memory. */
function serverOf(child: ChildProcess, baseUrl: string): ModelServer {
  const lines: string[] = [];
  let ended: string | undefined;
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null)
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (lines.length > 30) lines.shift();
      });
  child.on("error", (error) => (ended = error.message));
  child.on("exit", (code, signal) => (ended ??= signal === null ? `exit code ${code}` : signal));
  return { baseUrl, ended: async () => ended, lastLines: async () => lines };
}

function requireProgram(serve: EngineName, { program, install }: Engine, env: Env): void {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  if (folders.some((folder) => isExecutable(join(folder, program)))) return;
  throw new UserError(
    `--serve ${serve}: there is no program ${program} on PATH; ${install}, or start a server and give its address with --model`,
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A free port. A deployment gets the same port at each start if the port is free: the server's address is a part of the answers' identity.
 */
async function freePort(deployment: string): Promise<number> {
  const first = 20_000 + (createHash("sha256").update(deployment).digest().readUInt32BE() % 10_000);
  for (let port = first; port < first + 100; port++) if (await isFree(port)) return port;
  throw new UserError(`--serve: the ports ${first} to ${first + 99} of 127.0.0.1 are in use; end some servers`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** Waits until its input ends, which is when this process ends, and then ends the group of the process $0. */
const WATCH = `cat > /dev/null; kill -s TERM -- "-$0" && sleep ${GRACE_MS / 1000} && kill -s KILL -- "-$0"`;

/** Starts a shell that ends the server if this process is killed by a signal that it cannot handle, such as SIGKILL. */
function watchParent({ pid }: ChildProcess): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  const watcher = spawn("/bin/sh", ["-c", WATCH, String(pid)], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  watcher.on("error", () => undefined); // a system without this shell
  watcher.unref();
  return watcher;
}

async function end(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
  await exited;
  clearTimeout(timer);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // the group has ended
  }
}
