import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { tinyGguf } from "@medhelm/testing/models/llama/tiny-gguf";
import { onTestFinished } from "vitest";
import { whyNotInstalled } from "../installed.ts";
import { testFolder } from "./cli.ts";

const PYTHON = ".peers/llama/bin/python";

/** Says why the tests of llama.cpp's server are skipped; undefined if it is installed. */
export const whyNoLlama = (): string | undefined => whyNotInstalled(PYTHON, "scripts/install-peers.sh");

/** Starts llama.cpp's own HTTP server, which the package xllamacpp has, with the options of llama-server that these tests use. */
const PROGRAM = `#!${fileURLToPath(new URL(`../../${PYTHON}`, import.meta.url))}
import argparse, signal, xllamacpp
parser = argparse.ArgumentParser()
parser.add_argument("-m", "--model", required=True)
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--alias", default="tiny")
given, _ = parser.parse_known_args()
params = xllamacpp.CommonParams()
params.model.path = given.model
params.model_alias = {given.alias}
params.hostnames = [given.host]
params.port = given.port
params.n_ctx = 4096
params.n_parallel = 2
params.warmup = False
params.cpuparams.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.pause()
`;

/** A folder with the executable llama-server and the weights tiny.gguf of a random model. */
export function llamaFolder(): string {
  const folder = testFolder();
  writeFileSync(join(folder, "llama-server"), PROGRAM, { mode: 0o755 });
  writeFileSync(join(folder, "tiny.gguf"), tinyGguf());
  return folder;
}

/** Starts the server with the random model, and ends it with the test. Returns its address. */
export async function startLlama(): Promise<string> {
  const folder = llamaFolder();
  const child = spawn(join(folder, "llama-server"), ["-m", join(folder, "tiny.gguf")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error("llama-server ended before it listened");
}
