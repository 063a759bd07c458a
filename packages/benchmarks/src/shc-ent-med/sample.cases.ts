import { sheetFiles } from "../shared/shc/sample-sheet.ts";

export const files = sheetFiles("ent");
