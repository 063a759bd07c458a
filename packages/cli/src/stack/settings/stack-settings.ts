import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MaxFailuresString } from "@medhelm/core/run/max-failures";
import { AWS_VARIABLES } from "@medhelm/core/models/providers";
import type { PromptsPlace } from "@medhelm/service/prompts/with-helm-prompts";
import { z } from "zod";
import { LogSettings } from "../log/stack-log.ts";
import { TraceSettings } from "../trace/stack-tracer.ts";
import { minuteOptions } from "../../run/options/minute-options.ts";
import { modelOptions } from "../../run/options/model-options.ts";
import { BUCKET_VARIABLES } from "../../places/shared-bucket.ts";
import { PROGRAM_VARIABLES } from "./page-environment.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

/** The settings of the stack's child processes. They hold no secrets, which the allowed environment passes. */
export const StackSettings = z.object({
  ...modelOptions,
  ...minuteOptions,
  outputPath: z.string(),
  numThreads: z.int().optional(),
  /** the bucket that has the objects, which several machines share */
  store: z.string().optional(),
  /** The child process works for the stack of another machine. */
  isRemote: z.boolean().default(false),
  /** the folder of medhelm prompts pull */
  promptsDir: z.string(),
  maxFailures: MaxFailuresString.optional(),
  ...LogSettings.shape,
  /** HELM's files are plain in the runs' own folders */
  helmFiles: z.boolean().optional(),
  ...TraceSettings.shape,
});
export type StackSettings = z.infer<typeof StackSettings>;

/** The file with the settings for the child processes. */
export const settingsFileOf = (outputPath: string): string => join(outputPath, PRIVATE_FOLDER, "stack.json");

/** Reads the settings in a child process: argv[2] names the file. */
export function readSettings(argv: readonly string[]): StackSettings {
  return StackSettings.parse(JSON.parse(readFileSync(argv[2] ?? "", "utf8")));
}

/** Where Node.js finds the organisation's own certificate authorities. */
const CERTIFICATE_VARIABLES = ["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** The environment variables of a child process that asks no model: paths, certificates, and the key of the bucket. */
export const ownVariables = ({ store }: Pick<StackSettings, "store">): string[] => [
  ...PROGRAM_VARIABLES,
  ...CERTIFICATE_VARIABLES,
  ...(store === undefined ? [] : [...AWS_VARIABLES, ...BUCKET_VARIABLES]),
];

/** HELM's prompts, which the operator of the stack pulls. */
export const helmPromptsOf = ({ promptsDir }: Pick<StackSettings, "promptsDir">): PromptsPlace => ({
  folder: promptsDir,
  label: "the service",
  pull: `medhelm prompts pull gs://BUCKET/FOLDER --prompts-dir ${promptsDir}`,
});
