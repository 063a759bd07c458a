import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import type { Card } from "@medhelm/core/run/card";
import { UserError } from "@medhelm/core/user-error";
import { ask, canAsk } from "../terminal/ask.ts";
import { printMessage } from "../terminal/print-message.ts";
import { sizeText } from "../terminal/size-text.ts";
import { dataCatalogue } from "./data-catalogue.ts";
import { addRecords, readRecords } from "./data-records.ts";
import { byHandLines, licenceTable, pulledTable } from "./data-text.ts";
import { pullData } from "./pull-data.ts";
import { makeFolder } from "../places/make-folder.ts";

export interface PullCommandOptions {
  readonly folder: string;
  readonly mirrors: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/**
 * Shows the licences that this folder's user has not seen, copies the files, and prints what a person must get.
 * @returns the exit code
 */
export async function pullDataCommand(names: readonly string[], options: PullCommandOptions): Promise<number> {
  const catalogue = await dataCatalogue(names);
  const closed = catalogue.filter(({ files }) => files.length === 0);
  for (const line of byHandLines(closed)) printMessage(`${line}; medhelm cannot get it`);
  const open = catalogue.filter(({ files }) => files.length > 0);
  const files = [...new Map(open.flatMap((each) => each.files).map((file) => [file.path, file])).values()];
  if (files.length === 0) return exitCodes.userError;
  if (options.dryRun) {
    for (const { path, url } of files) process.stdout.write(`${path}  ${url}\n`);
    return exitCodes.success;
  }
  makeFolder(options.folder, "--data-dir");
  if (
    !(await agreesToLicences(
      open.map(({ card }) => card),
      options,
    ))
  )
    return exitCodes.userError;
  const pulls = await pullData(files, { ...options, report: progress() });
  process.stdout.write(pulledTable(pulls));
  for (const { problems } of pulls) for (const problem of problems) printMessage(problem);
  for (const line of byHandLines(open)) printMessage(`also needed, or for other arguments: ${line}`);
  const failed = pulls.filter(({ state }) => state === "failed");
  if (failed.length === 0) return exitCodes.success;
  throw new UserError(
    `${failed.map(({ file }) => file.path).join(", ")}: not pulled; run the same command again, or name a web server that has the files with --mirror`,
  );
}

/** @throws UserError for a script without --yes */
async function agreesToLicences(cards: readonly Card[], { folder, yes }: PullCommandOptions): Promise<boolean> {
  const records = await readRecords(folder);
  const fresh = cards.filter(({ name, licence }) => !records.isShown({ benchmark: name, licence }));
  if (fresh.length === 0) return true;
  process.stderr.write(licenceTable(fresh));
  if (!yes) {
    if (!canAsk()) throw new UserError("read the licences above, and give --yes to accept them");
    if (!(await ask("medhelm: accept these licences and copy the data?"))) return false;
  }
  await addRecords(
    folder,
    fresh.map(({ name, licence }) => ({ benchmark: name, licence })),
  );
  return true;
}

const LOG_EVERY_MS = 10_000;

/** Returns a function that prints the bytes of a file, every ten seconds. */
function progress(): (path: string, bytes: number) => void {
  const arrived = new Map<string, number>();
  let lastMs = systemClock.monotonicMs();
  return (path, bytes) => {
    arrived.set(path, (arrived.get(path) ?? 0) + bytes);
    if (systemClock.monotonicMs() - lastMs < LOG_EVERY_MS) return;
    lastMs = systemClock.monotonicMs();
    printMessage(`${path}: ${sizeText(arrived.get(path) ?? 0)}`);
  };
}
