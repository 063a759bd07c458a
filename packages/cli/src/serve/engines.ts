import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import type { Env } from "../env.ts";

/** An inference server that --serve starts. */
export interface Engine {
  readonly program: string;
  /** How to install the program. */
  readonly install: string;
  arguments(given: { readonly weights: string; readonly port: number; readonly name: string }): readonly string[];
  env(port: number): Env;
  /** @throws UserError if the weights are not on this machine */
  requireWeights(weights: string, env: Env): void;
  /** The sentence for a server that does not list the model. */
  missing(name: string): string;
}

const HOST = "127.0.0.1";

export const ENGINES = {
  vllm: {
    program: "vllm",
    install: "install vLLM with pip install vllm",
    arguments: ({ weights, port, name }) => [
      "serve",
      weights,
      "--host",
      HOST,
      "--port",
      String(port),
      "--served-model-name",
      name,
    ],
    // the weights are on this machine, so nothing is downloaded, and vLLM reports nothing about its use to its authors
    env: () => ({ HF_HUB_OFFLINE: "1", TRANSFORMERS_OFFLINE: "1", VLLM_NO_USAGE_STATS: "1", DO_NOT_TRACK: "1" }),
    requireWeights(weights, env) {
      const hub = env["HF_HUB_CACHE"] ?? join(env["HF_HOME"] ?? join(homedir(), ".cache/huggingface"), "hub");
      if (existsSync(weights) || existsSync(join(hub, `models--${weights.replaceAll("/", "--")}`))) return;
      throw new UserError(
        `--serve vllm: the weights ${weights} are neither a folder nor in ${hub}; run hf download ${weights} first, or give their folder with --weights`,
      );
    },
    missing: (name) => `--serve vllm: the server does not list ${name}; leave out --served-model-name in its settings`,
  },
  ollama: {
    program: "ollama",
    install: "install Ollama",
    arguments: () => ["serve"],
    env: (port) => ({ OLLAMA_HOST: `${HOST}:${port}` }),
    requireWeights() {
      // only its server knows which weights it has
    },
    missing: (name) => `--serve ollama: there are no weights ${name}; run ollama pull ${name} first`,
  },
  "llama.cpp": {
    program: "llama-server",
    install: "install llama.cpp, which has the program llama-server",
    arguments: ({ weights, port, name }) => ["-m", weights, "--host", HOST, "--port", String(port), "--alias", name],
    env: () => ({}),
    requireWeights(weights) {
      if (existsSync(weights)) return;
      throw new UserError(`--serve llama.cpp: there is no file ${weights}; give the .gguf file with --weights`);
    },
    missing: (name) => `--serve llama.cpp: the server does not list ${name}; give the .gguf file with --weights`,
  },
} as const satisfies Readonly<Record<string, Engine>>;
export type EngineName = keyof typeof ENGINES;
