import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { whyNotInstalled } from "../../installed.ts";

export interface Peer {
  readonly url: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
}

export const peersDir = fileURLToPath(new URL("../../../.peers", import.meta.url));

/**
 * Says why tests that need these files of .peers/ are skipped; undefined if all files exist.
 * @throws if a file is missing and MEDHELM_REQUIRE_PEERS=1
 */
export function whyAbsent(...files: readonly string[]): string | undefined {
  const [missing] = files.filter((file) => !existsSync(join(peersDir, file)));
  return missing === undefined ? undefined : whyNotInstalled(`.peers/${missing}`, "scripts/install-peers.sh");
}

interface PeerProgram {
  readonly name: string;
  readonly command: string;
  readonly args: (port: number, dir: string) => readonly string[];
  readonly isReady: (url: string) => Promise<boolean>;
}

const TRIES = 3; // another process may take the free port before the server does
const READY_MS = 60_000;

export async function startPeer(program: PeerProgram): Promise<{ url: string; close(): Promise<void> }> {
  for (let attempt = 1; ; attempt++) {
    const started = await start(program);
    if (typeof started !== "string") return started;
    if (attempt === TRIES) throw new Error(`${program.name} did not start: ${started}`);
  }
}

/**
 * The shell becomes the server. A guard next to it kills the server after this process's end of the pipe closes.
 * Therefore the server ends with this process, also after a SIGKILL.
 */
const GUARDED = `exec 3<&0; { cat <&3 >/dev/null; kill -9 $$ 2>/dev/null; } & exec "$@" 3<&- </dev/null`;

async function start({ name, command, args, isReady }: PeerProgram) {
  const dir = mkdtempSync(join(tmpdir(), `medhelm-${name}-`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(dir, "log");
  const file = openSync(log, "w");
  const server = spawn("sh", ["-c", GUARDED, name, command, ...args(port, dir)], {
    stdio: ["pipe", file, file],
    env: { PATH: process.env["PATH"], HOME: dir, AWS_EC2_METADATA_DISABLED: "true" },
  });
  const close = async () => {
    await end(server);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = performance.now() + READY_MS;
  while (isRunning(server) && performance.now() < deadline) {
    if ((await isReady(url).catch(() => false)) && isRunning(server)) return { url, close };
    await sleep(50);
  }
  const said = readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");
  await close();
  return said === "" ? `nothing answered at ${url} within ${READY_MS} ms` : said;
}

const isRunning = (server: ChildProcess) => server.exitCode === null && server.signalCode === null;

async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const exit = once(server, "exit");
  server.kill("SIGKILL");
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
