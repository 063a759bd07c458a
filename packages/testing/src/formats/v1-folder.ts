import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { v1AnswersFile, v1Objects } from "./v1-objects.ts";

/** Writes the objects of `v1Objects` as the output folder of that version, and returns the folder's path. */
export function v1Folder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-v1-"));
  for (const [key, text] of v1Objects()) {
    if (key.startsWith("cache/")) continue; // in answers.sqlite
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), text);
  }
  mkdirSync(join(folder, ".medhelm"));
  copyFileSync(v1AnswersFile, join(folder, ".medhelm/answers.sqlite"));
  return folder;
}
