import { join } from "node:path";
import type { DataFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { makeFolder } from "../places/make-folder.ts";
import { pullFile } from "../results/pull-file.ts";
import { addRecords, type PulledFile, readRecords } from "./data-records.ts";
import { fileFacts } from "./file-facts.ts";
import { httpPlace } from "./http-place.ts";

const CONCURRENT_FILES = 4;

export interface FilePull {
  readonly file: DataFile;
  /** here: the file was there. pulled: it was copied. failed: no place has it. */
  readonly state: "here" | "pulled" | "failed";
  readonly record?: PulledFile;
  /** why it failed, one sentence a place */
  readonly problems: readonly string[];
}

export interface PullDataOptions {
  readonly folder: string;
  /** folders on web servers with the layout of a mirror, which are asked before the files' own addresses */
  readonly mirrors: readonly string[];
  /** gets the bytes as they arrive */
  readonly report: (path: string, bytes: number) => void;
}

/** Copies the files that the folder does not have with their checksums. A file that fails does not stop the others. */
export async function pullData(files: readonly DataFile[], options: PullDataOptions): Promise<FilePull[]> {
  const { folder } = options;
  makeFolder(folder, "--data-dir");
  const { files: records } = await readRecords(folder);
  return mapBounded(files, CONCURRENT_FILES, async (file): Promise<FilePull> => {
    const present = await fileFacts(join(folder, file.path));
    const wanted = file.sha256 ?? records.get(file.path)?.sha256;
    if (present !== undefined && (wanted === undefined || present.sha256 === wanted))
      return { file, state: "here", problems: [] };
    const problems: string[] = [];
    for (const url of addressesOf(file, options.mirrors)) {
      try {
        await pullFrom(url, file, options);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        problems.push(error.message);
        continue;
      }
      const facts = await fileFacts(join(folder, file.path));
      if (facts === undefined) throw new Error(`${file.path} is not there after its pull`);
      const record = { path: file.path, url, ...facts };
      await addRecords(folder, [record]);
      return { file, state: "pulled", record, problems };
    }
    return { file, state: "failed", problems };
  });
}

const addressesOf = ({ path, url, mirrors = [] }: DataFile, first: readonly string[]): string[] => [
  ...first.map((mirror) => `${mirror.replace(/\/$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`),
  url,
  ...mirrors,
];

async function pullFrom(url: string, file: DataFile, { folder, report }: PullDataOptions): Promise<void> {
  const place = httpPlace(file, url);
  const found = await place.find(file.path);
  if (found === undefined) throw new UserError(`${url}: there is no such file`);
  await pullFile(place, found, folder, (bytes) => report(file.path, bytes));
}
