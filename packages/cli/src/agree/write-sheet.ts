import { counted } from "@medhelm/core/text/counted";
import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { writeNew } from "@medhelm/adapters/write-new";
import { UserError } from "@medhelm/core/user-error";
import { requireOutputFile } from "../places/require-output-file.ts";
import { printMessage } from "../terminal/print-message.ts";
import { makeSheet } from "./make-sheet.ts";
import { type DrawOptions, drawInput, openSheetRuns } from "./sheet-runs.ts";

interface SheetOptions extends DrawOptions {
  readonly out?: string | undefined;
}

/** Writes a blinded sheet and its answer key. @returns the exit code. @throws UserError for a file that exists */
export async function writeSheet(names: readonly string[], given: SheetOptions): Promise<number> {
  const { out, n, heldText } = given;
  if (names.length === 0)
    throw new UserError("medhelm agree sheet needs a run: medhelm agree sheet RUN --n 40 -o FILE");
  if (out === undefined) throw new UserError("medhelm agree sheet needs a file to write: -o FILE");
  requireOutputFile(out, "-o");
  const keyFile = `${out}.key.json`;
  for (const file of [out, keyFile])
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
      throw new UserError(`-o ${out}: ${file} exists, and clinicians may have filled it in; name another file`);
  const runs = await openSheetRuns(names, given);
  const { csv, key, answers, masked, tooLong } = await makeSheet(drawInput(runs, given));
  if (answers === 0) throw new UserError(`${names.join(", ")}: no instance has an answer to rate; name another run`);
  await writeNew(keyFile, `${JSON.stringify(key, null, 1)}\n`, 0o600);
  try {
    await writeNew(out, csv, heldText ? 0o600 : 0o644);
  } catch (error) {
    await rm(keyFile); // a key without its sheet would refuse the next call
    throw error;
  }
  const few = answers < n ? `; the runs have no more than ${answers}` : "";
  printMessage(`${counted(answers, "answer")} in ${out}${few}; ${masked} named their model, which reads [model] there`);
  if (tooLong > 0)
    printMessage(`${tooLong} cells are longer than Excel's 32,767 characters; open the sheet with LibreOffice`);
  printMessage(`the answer key is ${keyFile}; keep it from the raters`);
  printMessage(`give each rater a copy; then: medhelm agree COPIES --key ${keyFile}`);
  if (heldText) printMessage(`${out} has text that is not public; it goes to raters who may read it, and nowhere else`);
  return 0;
}
