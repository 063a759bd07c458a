import { allowedVariables } from "@medhelm/adapters/compute/allowed-variables";
import type { Env } from "../../env.ts";

/** The environment variables that every program of the product gets. They hold no secret. */
export const PROGRAM_VARIABLES: readonly string[] = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_COMPILE_CACHE"];

/** The environment of a program that builds pages: it has no key. */
export const pageEnvironment = (env: Env): Record<string, string> =>
  allowedVariables(env, [...PROGRAM_VARIABLES, "NODE_OPTIONS"]);
