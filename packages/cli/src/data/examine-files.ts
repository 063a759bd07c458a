import { isThere } from "@medhelm/adapters/is-there";
import { join } from "node:path";
import type { NeededFile } from "@medhelm/benchmarks/shared/data-needs";
import type { BenchmarkData } from "./data-catalogue.ts";
import { type DataRecords, readRecords } from "./data-records.ts";
import { type FileFacts, fileFacts } from "./file-facts.ts";

/** `pinned`: this version of medhelm knows the checksum. `recorded`: it is that of the pull. `reported`: others published it. */
type ChecksumKind = "pinned" | "reported" | "recorded" | "unknown";

export interface ExaminedFile {
  readonly benchmark: string;
  readonly path: string;
  /**
   * missing: in no folder. unchecked: nobody published a checksum, and it was not pulled. unpacked: an archive whose folder is there,
   * which a run reads instead.
   */
  readonly state: "right" | "wrong" | "unchecked" | "unpacked" | "missing";
  readonly checksum: ChecksumKind;
  /** the file, if it is there */
  readonly at?: string;
  /** the path in a mirror of the folder that replaces an archive */
  readonly unpackedAt?: string;
  readonly sha256?: string;
  readonly expected?: string;
  readonly sizeBytes?: number;
}

/** Compares each file with its checksum. The first folder that has a file counts, as in a run. */
export async function examineFiles(
  catalogue: readonly BenchmarkData[],
  folders: readonly string[],
): Promise<ExaminedFile[]> {
  const records = new Map<string, DataRecords>();
  for (const folder of folders) records.set(folder, await readRecords(folder));
  const examined: ExaminedFile[] = [];
  for (const { card, files } of catalogue)
    for (const file of files) {
      const folder = folders.find((each) => isThere(join(each, file.path)));
      const recorded = records.get(folder ?? "")?.files.get(file.path)?.sha256;
      const facts = folder === undefined ? undefined : await fileFacts(join(folder, file.path));
      const place = folders.find((each) => file.unpackedAt !== undefined && isThere(join(each, file.unpackedAt)));
      examined.push({
        benchmark: card.name,
        path: file.path,
        checksum: checksumOf(file, recorded),
        ...(folder === undefined || facts === undefined
          ? stateOfMissing(place, file)
          : stateOf(file, join(folder, file.path), facts, recorded)),
      });
    }
  return examined;
}

function checksumOf({ sha256, isReported }: NeededFile, recorded: string | undefined): ChecksumKind {
  if (sha256 !== undefined) return isReported === true ? "reported" : "pinned";
  return recorded === undefined ? "unknown" : "recorded";
}

type FoundState = Pick<ExaminedFile, "state" | "at" | "unpackedAt" | "sha256" | "sizeBytes" | "expected">;

const stateOfMissing = (place: string | undefined, { unpackedAt }: NeededFile): FoundState =>
  place === undefined || unpackedAt === undefined
    ? { state: "missing" }
    : { state: "unpacked", at: join(place, unpackedAt), unpackedAt };

function stateOf(file: NeededFile, at: string, facts: FileFacts, recorded: string | undefined): FoundState {
  // a run takes a file with another checksum than the reported one
  const expected = file.isReported === true ? (recorded ?? file.sha256) : (file.sha256 ?? recorded);
  if (expected === undefined) return { state: "unchecked", at, ...facts };
  return { state: facts.sha256 === expected ? "right" : "wrong", at, expected, ...facts };
}
