import { join } from "node:path";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { PRIVATE_FOLDER } from "../run/open-store.ts";

/** Opens the stack's index of an output path. Several processes may open it at once. */
export const openIndex = (outputPath: string) => sqliteIndex(join(outputPath, PRIVATE_FOLDER, "index.sqlite"));
