import { readdirSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The beginnings of the folders that our programs make in TMPDIR and delete at their end. They may have texts, or a copy of a database. */
const OWN = /^medhelm-(?:site|live|sql|bundle)-/;

/** This user's folders in `dir` that a program uses now, or that a killed one has left. */
export function leftFolders(dir = tmpdir()): string[] {
  const user = userInfo().uid;
  return readdirSync(dir)
    .filter((name) => OWN.test(name))
    .map((name) => join(dir, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === user);
}
