import { counted } from "@medhelm/core/text/counted";
import { UserError } from "@medhelm/core/user-error";
import { exitCodes } from "@medhelm/core/exit-codes";
import { writeArchive } from "../archive/write-archive.ts";
import { printMessage } from "../terminal/print-message.ts";
import { sizeText } from "../terminal/size-text.ts";
import { travellingData } from "./bundle-data.ts";
import { dataCatalogue } from "./data-catalogue.ts";
import { requireOutputFile } from "../places/require-output-file.ts";

export interface BundleDataOptions {
  readonly folders: readonly string[];
  readonly to: string;
  readonly consent: readonly string[];
}

/** Writes the archive. @returns the exit code */
export async function bundleDataCommand(
  names: readonly string[],
  { folders, to, consent }: BundleDataOptions,
): Promise<number> {
  requireOutputFile(to, "--to");
  const { entries, left } = await travellingData(await dataCatalogue(names), folders, consent);
  for (const sentence of left) printMessage(`${sentence}; --consent says that its owner allowed it`);
  if (entries.length === 0)
    throw new UserError(
      "no file that may be passed on is here; medhelm data pull public copies the public files first",
    );
  const size = await writeArchive(to, "data", entries);
  printMessage(`${to}: ${counted(entries.length, "file")}, ${sizeText(size)}`);
  process.stdout.write(`next     tar xzf ${to} there, and give its folder data to --data-dir\n`);
  return exitCodes.success;
}
