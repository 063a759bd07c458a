import { join } from "node:path";
import { PRIVATE_FOLDER } from "./private-folder.ts";

/** The stored answers of an output folder, and the mark by which a loss of them is noticed. */
export const answerFiles = (outputPath: string): { readonly file: string; readonly markFile: string } => ({
  file: join(outputPath, PRIVATE_FOLDER, "answers.sqlite"),
  markFile: join(outputPath, PRIVATE_FOLDER, "answers-mark.json"),
});
