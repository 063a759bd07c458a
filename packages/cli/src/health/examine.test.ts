import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { diskFinding, examineKeys, examineNode, examineOutput, examineSystem, findingOf } from "./examine.ts";
import { clockFindings, examineServer } from "./examine-server.ts";

test("an old Node blocks, with the command that installs another", () => {
  expect(examineNode("22.11.0")).toEqual({
    check: "Node",
    state: "blocked",
    detail: "22.11.0 is older than 24",
    cure: "npm ci, which installs Node 24 next to medhelm",
  });
});

test("a certificate that this machine does not trust is named with what to do", async () => {
  const unknown = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause: unknown }));
  expect(await examineServer({ baseUrl: "https://127.0.0.1:1/v1", of: "--endpoint", isNeeded: true })).toEqual([
    {
      check: "server of --endpoint",
      state: "blocked",
      detail:
        "https://127.0.0.1:1/v1: its certificate is self-signed; name the file of your certificate authority in NODE_EXTRA_CA_CERTS",
      cure: "curl -vI https://127.0.0.1:1/v1, which shows the certificate",
    },
  ]);
});

test("Windows itself is blocked and WSL is named", () => {
  expect(examineSystem("win32")).toEqual({
    check: "system",
    state: "blocked",
    detail: "Windows itself is not supported",
    cure: "wsl --install, then run medhelm in WSL, in a folder of Linux such as ~/medhelm",
  });
});

/** As a Windows file system does. */
function withoutColon(prefix: string): string {
  if (prefix.includes(":")) throw new Error("EINVAL");
  return mkdtempSync(prefix);
}

test("a folder on a Windows disk, which takes no colon, is blocked", () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-doctor-"));
  expect(examineOutput(folder, withoutColon)).toMatchObject({
    state: "blocked",
    cure: "medhelm run ... --output-path DIR, on a Linux file system (in WSL: below ~, not below /mnt/c)",
  });
  expect(examineOutput(folder)).toMatchObject({ state: "ok" });
  rmSync(folder, { recursive: true });
});

test.each([
  [100e9, "ok", "100.0 GB are free at out"],
  [2e9, "warning", "2.0 GB are free at out"],
  [1e8, "blocked", "0.1 GB are free at out"],
])("%d free bytes are %s", (bytes, state, detail) => {
  expect(diskFinding(bytes, "out")).toMatchObject({ state, detail });
});

test("a key is named and its value is not", () => {
  const env = { OPENAI_API_KEY: "sk-secret", GEMINI_API_KEY: "" };
  expect(examineKeys(env, ["OPENAI_API_KEY", "GEMINI_API_KEY"])).toEqual({
    check: "keys",
    state: "ok",
    detail: "OPENAI_API_KEY is set",
  });
});

test.each([
  ["a/b needs an API key: set A_KEY", "a/b needs an API key", "set A_KEY"],
  ["suite s: another run; use --suite, or X; or Y", "suite s: another run", "use --suite, or X; or Y"],
])("%s is split into what is wrong and what to do", (sentence, detail, cure) => {
  expect(findingOf("run", "blocked", sentence)).toEqual({ check: "run", state: "blocked", detail, cure });
});

const NOON = "Sun, 22 Nov 2026 12:00:00 GMT";

test.each([
  ["2026-11-22T12:00:30Z", "ok", "agrees with example.org"],
  ["2026-11-22T12:02:00Z", "warning", "this clock is 120 s ahead of that of example.org"],
  ["2026-11-22T11:50:00Z", "blocked", "this clock is 600 s behind that of example.org"],
])("a clock at %s is %s when the server's is at noon", (now, state, detail) => {
  expect(clockFindings(NOON, Date.parse(now), "https://example.org/v1")).toMatchObject([{ state, detail }]);
});

test("a server without a Date header says nothing about the clock", () => {
  expect(clockFindings(null, 0, "https://example.org/v1")).toEqual([]);
});

test("an output folder that is a file is named as one, and no rights are advised", () => {
  expect(examineOutput(join(import.meta.filename, "out"))).toEqual({
    check: "output folder",
    state: "blocked",
    detail: `${import.meta.filename} is a file, not a folder`,
    cure: "medhelm run ... --output-path DIR",
  });
});

test.each([
  ["EACCES", "medhelm run ... --output-path DIR, or chmod u+w /"],
  ["EROFS", "medhelm run ... --output-path DIR"],
])("the advice for an output folder fits the error %s", (code, cure) => {
  const refuses = () => {
    throw Object.assign(new Error(code), { code });
  };
  expect(examineOutput("/", refuses)).toMatchObject({ state: "blocked", cure });
});
