import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { contents, inFolder, refusal, seen } from "./bad-case.ts";

const medhelm = fileURLToPath(new URL("../../packages/cli/bin/medhelm.js", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Root may write everywhere, so root runs the command as the user nobody. That user must be able to read the repository. */
const mayRun = !isRoot || [medhelm, process.execPath].every((path) => isOpenToAll(dirname(path)));
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & constants.S_IXOTH) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

const run = (cwd: string, args: readonly string[]) =>
  spawned(cwd, ["run", "-r", "demo_questions:model=baseline/first-option", ...args]);

async function spawned(cwd: string, args: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  accessSync(cwd);
  const child = spawn(process.execPath, [medhelm, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd },
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = await once(child, "close");
  return { code, stderr };
}

test.skipIf(!mayRun)(
  "a read-only output folder is named in the message and does not change (skipped if nobody cannot read the repository)",
  () =>
    inFolder({ "out/mine.txt": "mine" }, async (cwd) => {
      chmodSync(cwd, 0o755);
      chmodSync(join(cwd, "out"), 0o555);
      const before = contents(cwd);
      const message = "you have no permission to write there; name a folder in which you can write\n";
      expect(await run(cwd, ["-o", "out"])).toEqual({ code: 2, stderr: `medhelm: --output-path out: ${message}` });
      expect(await run(cwd, ["-o", "out/new"])).toEqual({
        code: 2,
        stderr: `medhelm: --output-path out/new: ${message}`,
      });
      expect(contents(cwd)).toEqual(before);
      chmodSync(join(cwd, "out"), 0o755);
    }),
);

test.skipIf(!mayRun)(
  "the commands that only read work in a folder that they may only read, and write nothing there",
  () =>
    inFolder({}, async (cwd) => {
      chmodSync(cwd, 0o755);
      const entry = ["run", "-r", "demo_questions:model=baseline/first-option", "-m", "1", "-o", "out"];
      await cliHere("medhelm", entry, { cwd });
      await cliHere("medhelm", ["summarize", "--suite", "default", "-o", "out"], { cwd });
      rmSync(join(cwd, "out/.medhelm"), { recursive: true }); // a copied folder has none
      chmodTree(join(cwd, "out"), 0o555, 0o444);
      const before = contents(cwd);
      const name = "demo_questions:model=baseline_first-option";
      expect(await spawned(cwd, ["inspect", name, "-o", "out"])).toEqual({ code: 0, stderr: "" });
      const server = await spawned(cwd, ["server", "-o", "out", "--suite", "x"]);
      expect(server.stderr).toBe("medhelm: out/runs/x: there is no such suite; there are default\n");
      expect(contents(cwd)).toEqual(before);
      chmodTree(join(cwd, "out"), 0o755, 0o644);
    }),
);

function chmodTree(path: string, folder: number, file: number): void {
  const isFolder = statSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : file);
  if (!isFolder) return;
  for (const name of readdirSync(path)) chmodTree(join(path, name), folder, file);
  chmodSync(path, folder);
}

test.skipIf(!mayRun)("a read-only suite fails only its own runs, with a sentence and no stack", () =>
  inFolder({}, async (cwd) => {
    chmodSync(cwd, 0o755);
    for (const path of ["out", "out/runs"]) {
      mkdirSync(join(cwd, path));
      if (isRoot) chownSync(join(cwd, path), NOBODY, NOBODY);
    }
    mkdirSync(join(cwd, "out/runs/s"));
    chmodSync(join(cwd, "out/runs/s"), 0o555); // for every umask
    const { code, stderr } = await run(cwd, ["-o", "out", "--suite", "s", "-m", "1"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^medhelm: demo_questions:model=baseline_first-option: .*: you have no permission to read or write it; finished work is kept: fix this, then run the same command again\n$/m,
    );
    expect(stderr).not.toMatch(/\n {4}at /);
  }),
);

const WRITERS: readonly (readonly string[])[] = [
  ["up"],
  ["start"],
  ["run", "-r", "demo_questions:model=baseline/first-option"],
  ["inspect", "a-run"],
];

test.each(WRITERS.map((args) => [args]))(
  "medhelm %s refuses an output folder that is a file, or below a file, and ends",
  async (args) => {
    const files = { "a-file": "mine" };
    const why = "name a folder in which you can write";
    expect(await seen({ args: [...args, "-o", "a-file"], files })).toEqual(
      refusal(`--output-path a-file: it is a file; ${why}`),
    );
    expect(await seen({ args: [...args, "-o", "a-file/below"], files })).toEqual(
      refusal(`--output-path a-file/below: a part of it is a file; ${why}`),
    );
  },
);

/** The option whose folder cannot be made, and the command without that folder. */
const COMMANDS: readonly (readonly [option: string, command: string])[] = [
  ["--output-path", "run -r demo_questions:model=baseline/first-option -o"],
  ["--output-path", "run --dry-run -r demo_questions:model=baseline/first-option -o"],
  ["--output-path", "up -o"],
  ["--output-path", "start -o"],
  ["<dir>", "examples"],
];
const noFolders = (option: string): string =>
  `${option} /proc/none/below: this place takes no new files; name a folder in which you can write`;

test.skipIf(!existsSync("/proc/self")).each(COMMANDS)(
  "%s of medhelm %s refuses a place where the system makes no folders (skipped without /proc)",
  async (option, command) => {
    expect(await seen({ args: [...command.split(" "), "/proc/none/below"] })).toEqual(refusal(noFolders(option)));
  },
);

test.skipIf(!existsSync("/proc/self"))(
  "the commands that read runs refuse such a place for what they write (skipped without /proc)",
  () =>
    inFolder({}, async (cwd) => {
      await cliHere("medhelm", ["run", "-r", "demo_questions:model=baseline/first-option", "-m", "1"], { cwd });
      await cliHere("medhelm", ["summarize", "--suite", "default"], { cwd });
      const runFolder = "benchmark_output/runs/default/demo_questions:model=baseline_first-option";
      const place = "/proc/none/below";
      const sentence = async (args: string[], env = {}) => (await cliHere("medhelm", args, { cwd, env })).stderr;
      expect(await sentence(["score", runFolder, "-o", place])).toBe(`medhelm: ${noFolders("--output-path")}\n`);
      expect(await sentence(["export", "--helm", "--to", place])).toBe(`medhelm: ${noFolders("--to")}\n`);
      expect(await sentence(["server", "--export-path", place])).toBe(`medhelm: ${noFolders("--export-path")}\n`);
      expect(await sentence(["server"], { TMPDIR: place })).toBe(`medhelm: ${noFolders("TMPDIR")}\n`);
    }),
);
