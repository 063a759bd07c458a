import { isThere } from "@medhelm/adapters/is-there";
import { refuseSpecialFile } from "@medhelm/adapters/refuse-special-file";
import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { refuseFolder } from "@medhelm/adapters/refuse-folder";
import { writingTo } from "@medhelm/core/writing-to";
import { makeFolder } from "../places/make-folder.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import type { Env } from "../env.ts";

/** The form of a token that is safe; an operator may have written another one than ours. */
const TOKEN = /^[\w.~+/=-]{32,}$/;

export const tokenFile = (outputPath: string): string => join(outputPath, PRIVATE_FOLDER, "api-token");

/**
 * Returns the stack's API token. The first start makes it, and later starts with the same output path reuse it, so that a restart
 * does not lock clients out. Only its owner can read the file.
 * @throws UserError if the output path or MEDHELM_HOME takes no files
 */
export async function apiToken(outputPath: string, url: string, env: Env): Promise<string> {
  const file = tokenFile(outputPath);
  const stored = await readSecret(file);
  // a damaged file: a cut token could be guessed, and one of two lines cannot be sent
  const token = stored !== undefined && TOKEN.test(stored) ? stored : randomBytes(24).toString("base64url");
  await writeSecret(file, token, "--output-path");
  await rememberToken(url, token, env);
  return token;
}

/** Keeps the token for the commands of this user that name this address of the stack. */
export async function rememberToken(url: string, token: string, env: Env): Promise<void> {
  await writeSecret(rememberedAt(url, env), token, "MEDHELM_HOME");
}

/** The token for an API address: MEDHELM_TOKEN, or the token of the stack that this user started on this machine. */
export async function tokenFor(url: string, env: Env): Promise<string | undefined> {
  const given = env["MEDHELM_TOKEN"];
  if (given !== undefined && given !== "") return given;
  return readSecret(rememberedAt(url, env));
}

function rememberedAt(url: string, env: Env): string {
  const home = env["MEDHELM_HOME"] ?? join(homedir(), ".medhelm");
  return join(home, "stacks", `${new URL(url).host.replace(/^localhost/, "127.0.0.1").replaceAll(":", "_")}.token`);
}

const MAX_BYTES = 64 * 1024;

/** Ignores an empty file, which a full disk may leave: an empty token would let every client in. */
async function readSecret(file: string): Promise<string | undefined> {
  refuseFolder(file);
  refuseSpecialFile(file, MAX_BYTES);
  const text = isThere(file) ? (await readFile(file, "utf8")).trim() : "";
  return text === "" ? undefined : text;
}

async function writeSecret(file: string, text: string, setting: string): Promise<void> {
  makeFolder(dirname(file), setting, 0o700);
  const stage = `${file}.${process.pid}.part`;
  await writingTo(file, async () => {
    try {
      await writeFile(stage, `${text}\n`, { mode: 0o600 });
      await rename(stage, file);
    } finally {
      await rm(stage, { force: true });
    }
  });
}
