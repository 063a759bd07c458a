import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const script = fileURLToPath(new URL("../../infra/server-image/serve.sh", import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "medhelm-serve-"));
  await mkdir(join(folder, "seen"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts serve.sh, as the image does, with a `vllm` that the test writes. */
async function serve(vllm: string, ...args: string[]) {
  await writeFile(join(folder, "vllm"), `#!/bin/bash\n${vllm}\n`);
  await chmod(join(folder, "vllm"), 0o755);
  return spawn("bash", [script, "vllm", "serve", ...args], {
    env: {
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      MEDHELM_SERVER_FOLDER: join(folder, "seen"),
      BASH_ENV: join(folder, "bash-env"), // bash reads this file first, if it exists
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
const seen = (file: string) => readFile(join(folder, "seen", file), "utf8");

describe("the model server's container", () => {
  test("serves the given model, and its output goes to its log and to the worker", async () => {
    const server = await serve('echo "got $*"; echo "and an error" >&2; exit 0', "/weights/a b", "--port");
    const [output] = await Promise.all([once(server.stdout, "data"), once(server, "exit")]);
    expect(String(output[0])).toContain("got serve /weights/a b --port");
    expect((await seen("log")).split("\n")).toEqual(["got serve /weights/a b --port", "and an error", ""]);
    expect(await seen("exit")).toBe("0\n");
  });

  test("reports the server's exit status and exits with the same status", async () => {
    await writeFile(join(folder, "seen", "exit"), "an earlier one\n");
    const server = await serve('echo "CUDA out of memory" >&2; exit 3');
    server.stdout.resume();
    await once(server, "exit");
    expect(server.exitCode).toBe(3);
    expect(await seen("exit")).toBe("3\n");
    expect(await seen("log")).toBe("CUDA out of memory\n");
  });

  test("reports the exit status of a server that ends before the script waits for it", async () => {
    await writeFile(join(folder, "bash-env"), 'trap() { sleep 0.3; builtin trap "$@"; }\n');
    const server = await serve("exit 3");
    server.stdout.resume();
    await once(server, "exit");
    expect(server.exitCode).toBe(3);
    expect(await seen("exit")).toBe("3\n");
  });

  test("passes SIGTERM to the server and waits for its end", async () => {
    const server = await serve('trap "echo stopping; exit 7" TERM; echo ready; while true; do sleep 0.05; done');
    server.stdout.setEncoding("utf8");
    await once(server.stdout, "data");
    server.kill("SIGTERM");
    await once(server, "exit");
    expect(server.exitCode).toBe(7);
    expect(await seen("exit")).toBe("7\n");
    expect(await seen("log")).toBe("ready\nstopping\n");
  });
});
