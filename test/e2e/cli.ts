import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { packedCli, packedPrograms } from "../packed-cli.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export type Program = "medhelm" | "medhelm-run" | "helm-run" | "helm-summarize" | "helm-server";

export interface Where {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** default false: the packed command line */
  readonly isFromSources?: boolean;
}
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
/** A command that runs until it is stopped. */
export interface Running {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in stdout. Rejects with all output if the command ends without a match. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal only to the command, as a supervisor does, and waits until it ends. */
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
}

/** Makes a folder for one test. It is removed at the end of the test. */
export function testFolder(): string {
  const { folder, remove } = openFolder();
  onTestFinished(remove);
  return folder;
}

/** Makes a folder for several tests, for beforeAll and afterAll. */
export function openFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-e2e-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a program of the command line to its end. */
export function cli(program: Program, args: readonly string[], where: Where): Promise<Outcome> {
  return outcomeOf(spawn(process.execPath, [bin(program, where), ...args], options(where)));
}

/** Runs a line of the guide as a user does: in a shell, with the workspace's programs on the PATH. */
export function shell(line: string, where: Where): Promise<Outcome> {
  return outcomeOf(spawn("bash", ["-c", line], options(where)));
}

/** Runs a line of a document as a user of the packed programs does, which start in half the time. */
export function packedShell(line: string, where: Where): Promise<Outcome> {
  const { PATH = "" } = environment(where);
  return shell(line, { ...where, env: { PATH: [packedPrograms(), PATH].join(delimiter), ...where.env } });
}

/** Starts a program that serves until it is stopped. The end of the test kills it. */
export function launch(program: Program, args: readonly string[], where: Where): Running {
  return running(spawn(process.execPath, [bin(program, where), ...args], options(where)));
}

/** Starts a line of the guide. `exec` replaces the shell by the program, so that the program gets the signals. */
export function launchShell(line: string, where: Where): Running {
  return running(spawn("bash", ["-c", `exec ${line}`], options(where)));
}

/** The packed program, or with `isFromSources` that of the repository, which finds ONNX Runtime. */
function bin(program: Program, { isFromSources = false }: Where): string {
  return join(isFromSources ? join(repository, "packages/cli/bin") : packedCli(), `${program}.js`);
}

/** The variable of test/temporary-folder.ts, without which the threads of a program compile its modules again. */
export const compileCache: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = ""]) => (name === "NODE_COMPILE_CACHE" ? [[name, value]] : [])),
);

/** Returns the variables that a program sees: its own home, without the developer's settings. */
export function environment({ cwd, env }: Where): Readonly<Record<string, string>> {
  const home = join(cwd, ".home");
  mkdirSync(home, { recursive: true });
  return {
    // node_modules/.bin holds the pinned Node as well as helm-run and its siblings
    PATH: [join(repository, "node_modules/.bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: home,
    MEDHELM_HOME: home,
    TMPDIR: tmpdir(),
    ...compileCache,
    AWS_EC2_METADATA_DISABLED: "true",
    ...env,
  };
}

function options(where: Where) {
  return {
    cwd: where.cwd,
    env: environment(where),
    stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
  };
}

function collect(child: ChildProcess) {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { ended, stdout: () => stdout, stderr: () => stderr };
}

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return collect(child).ended;
}

function running(child: ChildProcess): Running {
  const { ended, stdout, stderr } = collect(child);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  onTestFinished(async () => {
    if (isOver()) return;
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid ?? -1,
    stdout,
    stderr,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(stdout());
          if (match !== null) resolve(match);
        };
        child.stdout?.on("data", look);
        void ended.then((outcome) => reject(new Error(`it ended before ${pattern}: ${JSON.stringify(outcome)}`)));
        look();
      }),
    async stop(signal = "SIGINT") {
      if (!isOver()) child.kill(signal);
      return ended;
    },
  };
}
