import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderServer } from "./folder-server.ts";

const baseUrl = "http://127.0.0.1:8000/v1";

test("the folder holds the server's last lines and its exit code", async () => {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-server-"));
  const server = folderServer(baseUrl, folder);
  expect([await server.ended(), await server.lastLines()]).toEqual([undefined, []]);
  await writeFile(join(folder, "log"), "loading\nCUDA out of memory\n");
  await writeFile(join(folder, "exit"), "1\n");
  expect(await server.ended()).toBe("exit code 1");
  expect(await server.lastLines()).toEqual(["loading", "CUDA out of memory"]);
});

test("without a folder the server has no lines and no exit code", async () => {
  const server = folderServer(baseUrl, undefined);
  expect([await server.ended(), await server.lastLines()]).toEqual([undefined, []]);
});
