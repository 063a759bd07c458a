import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Outcome, openFolder, type Program } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface BadCase {
  /** the mistake, as the test's name */
  readonly what: string;
  readonly args: readonly string[];
  /** the whole of stderr without the leading "medhelm: "; paths are relative to the test's folder */
  readonly message: string;
  readonly files?: Files;
  readonly program?: Program;
}

/** The output of a command, and whether the folder is unchanged. */
export interface Seen {
  readonly code: number | null;
  readonly stdout: string;
  /** stderr, without the folder's name, which differs from run to run */
  readonly stderr: string;
  readonly isUntouched: boolean;
}

/** Runs the command in a separate folder, in this process: a test awaits one call at a time. */
export async function seen({
  args,
  files = {},
  program = "medhelm",
}: Omit<BadCase, "what" | "message">): Promise<Seen> {
  return inFolder(files, async (folder) => {
    const before = contents(folder);
    const outcome = said(await cliHere(program, args, { cwd: folder }), folder);
    return { ...outcome, isUntouched: isDeepStrictEqual(contents(folder), before) };
  });
}

/** Expects one sentence, exit code 2, nothing on stdout, and an unchanged folder. */
export const refusal = (message: string): Seen => ({
  code: 2,
  stdout: "",
  stderr: `medhelm: ${message}\n`,
  isUntouched: true,
});

/** Calls `work` with a folder that holds these files, and then removes the folder. Works in concurrent tests, unlike testFolder(). */
export async function inFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = openFolder();
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await work(folder);
  } finally {
    remove();
  }
}

/** Removes the folder's name, which differs in every execution, from stderr. */
export function said({ code, stdout, stderr }: Outcome, folder: string): Outcome {
  return { code, stdout, stderr: stderr.replaceAll(`${folder}/`, "").replaceAll(folder, ".") };
}

/**
 * path -> bytes of a file in base64, or "folder". It leaves out the home folder that cli() adds, and the journals of SQLite, which disappear when a
 * database is closed
 */
export function contents(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.startsWith(".home") && !/-(?:journal|wal|shm)$/.test(path),
  );
  return Object.fromEntries(
    paths.toSorted().map((path) => {
      const at = join(folder, path);
      return [path, statSync(at).isDirectory() ? "folder" : readFileSync(at, "base64")];
    }),
  );
}
