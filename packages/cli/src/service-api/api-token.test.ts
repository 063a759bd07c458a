import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { apiToken, tokenFor } from "./api-token.ts";

const STACK = "http://127.0.0.1:8787";
let folder = "";
let env: Readonly<Record<string, string>> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-token-"));
  env = { MEDHELM_HOME: join(folder, "home") };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const out = (): string => join(folder, "out");

test("a stack keeps its token over a restart, so that its clients stay logged in", async () => {
  const token = await apiToken(out(), STACK, env);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await apiToken(out(), STACK, env)).toBe(token);
});

test("two output paths have two tokens", async () => {
  expect(await apiToken(out(), STACK, env)).not.toBe(await apiToken(join(folder, "other"), STACK, env));
});

test("only its owner can read it", async () => {
  await apiToken(out(), STACK, env);
  const files = [join(out(), ".medhelm/api-token"), join(folder, "home/stacks/127.0.0.1_8787.token")];
  expect(files.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(["600", "600"]);
  expect((statSync(join(folder, "home/stacks")).mode & 0o777).toString(8)).toBe("700");
});

test("a MEDHELM_HOME that is a file is named in one sentence", async () => {
  const home = join(folder, "file");
  writeFileSync(home, "");
  await expect(apiToken(out(), STACK, { MEDHELM_HOME: home })).rejects.toThrow(
    `MEDHELM_HOME ${home}/stacks: a part of it is a file; name a folder in which you can write`,
  );
});

test.each(["cut", `${"a".repeat(32)}\nmore`, `${"a".repeat(31)}\u0000`])(
  "a damaged token file, %j, gets a new token",
  async (text) => {
    await apiToken(out(), STACK, env);
    writeFileSync(join(out(), ".medhelm/api-token"), text);
    expect(await apiToken(out(), STACK, env)).toMatch(/^[\w-]{32}$/);
  },
);

test("a folder in the place of the token file is named in one sentence", async () => {
  const file = join(out(), ".medhelm/api-token");
  mkdirSync(file, { recursive: true });
  await expect(apiToken(out(), STACK, env)).rejects.toThrow(`${file}: a folder is in the place of this file`);
});

test("an empty token file, which a full disk may leave, is not a token", async () => {
  await apiToken(out(), STACK, env);
  writeFileSync(join(out(), ".medhelm/api-token"), "\n");
  const token = await apiToken(out(), STACK, env);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(readFileSync(join(out(), ".medhelm/api-token"), "utf8")).toBe(`${token}\n`);
  writeFileSync(join(folder, "home/stacks/127.0.0.1_8787.token"), "");
  expect(await tokenFor(STACK, env)).toBeUndefined();
});

test("a client finds the token of the stack that its user started, by both names of the host", async () => {
  const token = await apiToken(out(), STACK, env);
  expect(await tokenFor(STACK, env)).toBe(token);
  expect(await tokenFor("http://localhost:8787", env)).toBe(token);
  expect(await tokenFor("http://127.0.0.1:8788", env)).toBeUndefined();
});

test("MEDHELM_TOKEN has precedence, unless it is empty", async () => {
  const token = await apiToken(out(), STACK, env);
  expect(await tokenFor(STACK, { ...env, MEDHELM_TOKEN: "mine" })).toBe("mine");
  expect(await tokenFor(STACK, { ...env, MEDHELM_TOKEN: "" })).toBe(token);
});
