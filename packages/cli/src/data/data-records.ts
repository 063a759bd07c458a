import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { z } from "zod";

/** The file in a folder of data that lists what `medhelm data pull` wrote there, and which licences it showed. */
export const RECORDS = ".medhelm-data.jsonl";

const PulledFile = z.object({ path: z.string(), url: z.string(), sha256: z.string(), sizeBytes: z.number() });
export type PulledFile = z.infer<typeof PulledFile>;
const ShownLicence = z.object({ benchmark: z.string(), licence: z.string() });
export type ShownLicence = z.infer<typeof ShownLicence>;

export interface DataRecords {
  /** the last record of each path */
  readonly files: ReadonlyMap<string, PulledFile>;
  isShown(licence: ShownLicence): boolean;
}

/** Reads the records of a folder. A line that a killed process left incomplete does not count. */
export async function readRecords(folder: string): Promise<DataRecords> {
  const text = await readFile(join(folder, RECORDS), "utf8").catch(() => "");
  const lines = text.split("\n").map(jsonOrUndefined);
  const files = lines.flatMap((line) => PulledFile.safeParse(line).data ?? []);
  const shown = lines.flatMap((line) => ShownLicence.safeParse(line).data ?? []);
  return {
    files: new Map(files.map((file) => [file.path, file])),
    isShown: ({ benchmark, licence }) => shown.some((each) => each.benchmark === benchmark && each.licence === licence),
  };
}

export async function addRecords(folder: string, records: readonly (PulledFile | ShownLicence)[]): Promise<void> {
  await appendFile(join(folder, RECORDS), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}
