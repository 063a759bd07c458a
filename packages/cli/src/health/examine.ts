import { existsSync, mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hasLostRows } from "@medhelm/adapters/sqlite/database-mark";
import { openSqlite } from "../places/open-sqlite.ts";
import { errorCode } from "@medhelm/core/error-code";
import { UserError } from "@medhelm/core/user-error";
import { packedApp } from "../packaged.ts";
import { answerFiles } from "../places/answer-files.ts";

/** The result of one check of medhelm doctor. */
export interface Finding {
  readonly check: string;
  /** `unknown`: it could not be examined. `blocked`: no run can end well. */
  readonly state: "ok" | "unknown" | "warning" | "blocked";
  readonly detail: string;
  /** the command that corrects it */
  readonly cure?: string;
}

/** A sentence for users says what is wrong, and then what to do: behind its first semicolon, or its first colon if it has none. */
export function findingOf(check: string, state: Finding["state"], sentence: string): Finding {
  const [detail = "", ...cure] = sentence.split(sentence.includes("; ") ? "; " : ": ");
  const found: Finding = { check, state, detail };
  return cure.length === 0 ? found : { ...found, cure: cure.join("; ") };
}

/** A checkout runs TypeScript, which needs Node 24. The packed command line runs on older ones, too. */
const NODE_MAJOR = packedApp === undefined ? 24 : 22;
const LEAST_BYTES = 1e9;
const GOOD_BYTES = 5e9;

export function examineNode(version: string = process.versions.node): Finding {
  const isNew = Number(version.split(".")[0]) >= NODE_MAJOR;
  if (isNew) return { check: "Node", state: "ok", detail: version };
  const detail = `${version} is older than ${NODE_MAJOR}`;
  return { check: "Node", state: "blocked", detail, cure: "npm ci, which installs Node 24 next to medhelm" };
}

/** The folder itself, or the nearest one above it that exists. */
function existing(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) || dirname(whole) === whole ? whole : existing(dirname(whole));
}

export function examineDisk(outputPath: string): Finding {
  const { bavail, bsize } = statfsSync(existing(outputPath));
  return diskFinding(bavail * bsize, outputPath);
}

export function diskFinding(freeBytes: number, outputPath: string): Finding {
  const detail = `${(freeBytes / 1e9).toFixed(1)} GB are free at ${outputPath}`;
  if (freeBytes >= GOOD_BYTES) return { check: "disk", state: "ok", detail };
  const state = freeBytes < LEAST_BYTES ? "blocked" : "warning";
  return { check: "disk", state, detail, cure: "medhelm run ... --output-path DIR, on a larger disk" };
}

/** Windows itself cannot run this program, and its file systems allow no colon in a name. WSL is a Linux. */
export function examineSystem(platform: string = process.platform): Finding {
  return platform === "win32"
    ? {
        check: "system",
        state: "blocked",
        detail: "Windows itself is not supported",
        cure: "wsl --install, then run medhelm in WSL, in a folder of Linux such as ~/medhelm",
      }
    : { check: "system", state: "ok", detail: `${platform} on ${process.arch}` };
}

/** A part of the names of run folders, as HELM writes them. */
const RUN_NAME = "a:b=c,d=e";

/** Whether new files, and folders with the names of runs, can be made in the output folder, or where it would be made. */
export function examineOutput(outputPath: string, makesFolders: (prefix: string) => string = mkdtempSync): Finding {
  const folder = existing(outputPath);
  try {
    rmdirSync(makesFolders(join(folder, ".medhelm-")));
    if (!takesRunNames(folder, makesFolders))
      return {
        check: "output folder",
        state: "blocked",
        detail: `${folder} takes no folder with the name of a run, such as ${RUN_NAME}, because it is on a Windows file system`,
        cure: "medhelm run ... --output-path DIR, on a Linux file system (in WSL: below ~, not below /mnt/c)",
      };
    return { check: "output folder", state: "ok", detail: `${outputPath} is writable` };
  } catch (error) {
    const code = errorCode(error);
    const isFile = code === "ENOTDIR";
    const detail = isFile
      ? `${folder} is a file, not a folder`
      : `${outputPath} is not writable (${code ?? String(error)} at ${folder})`;
    // Other rights do not change a file into a folder, nor a read-only file system.
    const isDenied = code === "EACCES" || code === "EPERM";
    const cure = `medhelm run ... --output-path DIR${isDenied ? `, or chmod u+w ${folder}` : ""}`;
    return { check: "output folder", state: "blocked", detail, cure };
  }
}

function takesRunNames(folder: string, makesFolders: (prefix: string) => string): boolean {
  try {
    rmdirSync(makesFolders(join(folder, `.medhelm-${RUN_NAME}-`)));
    return true;
  } catch {
    return false;
  }
}

/** Whether SQLite works, and whether the stored answers of the output folder can be read. */
export async function examineSqlite(outputPath: string): Promise<Finding> {
  const { DatabaseSync } = await import("node:sqlite");
  const { file, markFile } = answerFiles(outputPath);
  const path = existsSync(file) ? file : ":memory:";
  try {
    openSqlite(path, "medhelm repair keeps its readable answers", () => {
      if (hasLostRows(file, markFile)) throw new UserError(`${file}: this file has lost answers`);
      const database = new DatabaseSync(path, { readOnly: path === file });
      database.prepare("SELECT count(*) FROM sqlite_master").get();
      database.close();
    });
    return { check: "SQLite", state: "ok", detail: path === file ? `${file} can be read` : "works" };
  } catch (error) {
    const detail = error instanceof UserError ? error.message : String(error);
    return { check: "SQLite", state: "blocked", detail, cure: `medhelm repair -o ${outputPath}` };
  }
}

/** The keys that are set, by their names. Their values are never read into a finding. */
export function examineKeys(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): Finding {
  const set = names.filter((name) => (env[name] ?? "") !== "");
  const detail =
    set.length === 0 ? "no provider's key is set" : `${set.join(", ")} ${set.length === 1 ? "is" : "are"} set`;
  return { check: "keys", state: "ok", detail };
}
