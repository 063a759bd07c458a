import { counted } from "@medhelm/core/text/counted";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@medhelm/adapters/temporary-folder";
import { exitCodes } from "@medhelm/core/exit-codes";
import { z } from "zod";
import { writeArchive } from "../archive/write-archive.ts";
import { bundleEntries } from "../bundle/bundle-entries.ts";
import { travellingData } from "../data/bundle-data.ts";
import { dataCatalogue } from "../data/data-catalogue.ts";
import { packedApp, packProgram } from "../packaged.ts";
import { modelOptions } from "../run/options/model-options.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { removeAtSignal } from "../terminal/remove-at-signal.ts";
import { sizeText } from "../terminal/size-text.ts";
import { version } from "../version.ts";
import { requireOutputFile } from "../places/require-output-file.ts";

export const command = defineCommand({
  name: "medhelm bundle",
  description:
    "Write one archive for a machine without internet. It has this command line, its Node, configuration, site and documents, the data sets that may be passed on, and checksums. ./medhelm in it runs every command.",
  options: {
    to: option(
      "file",
      "the archive to write; default medhelm-VERSION-SYSTEM.tar.gz in this folder",
      z.string().optional(),
    ),
    data: option(
      "names",
      "benchmarks whose files go into the archive, if they are here and may be passed on",
      z.array(z.string()).default(["public"]),
    ),
    consent: option(
      "names",
      "benchmarks whose owner allowed you to pass their files on",
      z.array(z.string()).default([]),
    ),
    dataDir: modelOptions.dataDir,
    outputPath: commonOptions.outputPath,
  },
  async run({ to, data: names, consent, dataDir = process.env["MEDHELM_DATA"], outputPath }) {
    if (to !== undefined) requireOutputFile(to, "--to");
    const folders = [...(dataDir === undefined ? [] : [dataDir]), join(outputPath, PRIVATE_FOLDER, "data")];
    const { entries, left } = await travellingData(await dataCatalogue(names), folders, consent);
    for (const sentence of left) printMessage(`${sentence}; --consent says that its owner allowed it`);
    const stage = await temporaryFolder("bundle");
    const stopRemoving = removeAtSignal(stage);
    try {
      const app = packedApp ?? (await packInto(stage));
      const name = `medhelm-${version}-${process.platform}-${process.arch}`;
      const archive = to ?? `${name}.tar.gz`;
      printMessage(`writing ${archive}; this may take a minute`);
      const size = await writeArchive(
        archive,
        name,
        await bundleEntries({ app, node: process.execPath, data: entries }),
      );
      printMessage(
        `${archive}: ${sizeText(size)}, ${counted(entries.length, "file")} of data, for ${process.platform} on ${process.arch}`,
      );
      process.stdout.write(`next     copy ${archive}; there: tar xzf ${archive}, cd ${name}, ./medhelm doctor\n`);
      return exitCodes.success;
    } finally {
      stopRemoving();
      await rm(stage, { recursive: true, force: true });
    }
  },
});

/** Packs the command line of a checkout. @returns its folder */
async function packInto(stage: string): Promise<string> {
  await promisify(execFile)(process.execPath, [packProgram, "cli", "--out", stage]);
  return join(stage, "cli");
}
