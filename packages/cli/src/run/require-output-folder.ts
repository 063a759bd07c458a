import { existsSync } from "node:fs";
import { UserError } from "@medhelm/core/user-error";

/** Checks that --output-path exists, for commands that read runs. @throws UserError */
export function requireOutputFolder(outputPath: string): void {
  if (existsSync(outputPath)) return;
  throw new UserError(`--output-path ${outputPath}: there is no such folder; name the folder that medhelm run wrote`);
}
