import { join } from "node:path";
import type { Env } from "../env.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

/** HELM's prompts lie next to the downloaded data, unless --prompts-dir or MEDHELM_PROMPTS names another folder. */
export const promptsFolder = (
  { promptsDir, outputPath }: { readonly promptsDir?: string | undefined; readonly outputPath: string },
  env: Env,
): string => promptsDir ?? env["MEDHELM_PROMPTS"] ?? join(outputPath, PRIVATE_FOLDER, "prompts");
