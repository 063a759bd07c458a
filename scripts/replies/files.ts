import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "@medhelm/core/user-error";
import { type ReplyCases, replyCases } from "./reply-cases.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The project's own small set: one file per group. */
const OWN = at("packages/testing/fixtures/replies/");

/** The project's own cases. */
export function ownReplies(): ReplyCases {
  const files = readdirSync(OWN).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => fileReplies(join(OWN, name))));
}

/** The reference cases next to the repository; undefined if they are not on this machine. */
export function sharedReplies(): ReplyCases | undefined {
  const folder = process.env["MEDHELM_SHARED"] ?? at("../shared");
  const file = join(folder, "replies/replies.json");
  return existsSync(file) ? fileReplies(file) : undefined;
}

/** @throws UserError if the file is absent, a folder or malformed */
export function fileReplies(file: string): ReplyCases {
  if (!existsSync(file)) throw new UserError(`${file} is not there; give the path of a file of replies`);
  if (statSync(file).isDirectory())
    throw new UserError(`${file} is a folder; give the path of one file of replies in it`);
  return replyCases(readFileSync(file, "utf8"), file);
}
