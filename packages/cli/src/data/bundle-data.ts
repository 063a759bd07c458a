import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import type { TarEntry } from "../archive/tar-stream.ts";
import { type BenchmarkData, mayTravel } from "./data-catalogue.ts";
import { examineFiles } from "./examine-files.ts";

export interface TravellingData {
  readonly entries: readonly TarEntry[];
  /** why a benchmark's files stay, one sentence each */
  readonly left: readonly string[];
}

/**
 * Chooses the files that an archive may contain: present, with the right checksum, and under a licence that allows everybody to pass them on.
 * `consented`: benchmarks whose owner allowed it.
 * @throws UserError for a file with wrong bytes
 */
export async function travellingData(
  catalogue: readonly BenchmarkData[],
  folders: readonly string[],
  consented: readonly string[],
): Promise<TravellingData> {
  const mayGo = ({ card }: BenchmarkData): boolean => mayTravel(card) || consented.includes(card.name);
  const files = (await examineFiles(catalogue, folders)).filter(({ state }) => state !== "missing");
  const wrong = files.find(({ state }) => state === "wrong");
  if (wrong !== undefined)
    throw new UserError(
      `${wrong.at} has sha256 ${wrong.sha256}, but ${wrong.expected} is expected: medhelm data pull ${wrong.benchmark} replaces it`,
    );
  const going = new Set(catalogue.filter(mayGo).map(({ card }) => card.name));
  const entries = new Map<string, TarEntry>();
  for (const { benchmark, path, unpackedAt, at } of files) {
    if (!going.has(benchmark) || at === undefined) continue;
    if (unpackedAt === undefined) entries.set(path, { path, from: at });
    else for (const [below, from] of await filesBelow(at, unpackedAt)) entries.set(below, { path: below, from });
  }
  const left = catalogue
    .filter(({ card }) => !going.has(card.name) && files.some(({ benchmark }) => benchmark === card.name))
    .map(({ card }) => `${card.name} stays: its licence (${card.licence}) does not allow everybody to pass it on`);
  return { entries: [...entries.values()], left };
}

/** The files of an unpacked folder, by their paths in a mirror. */
async function filesBelow(folder: string, mirrorPath: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const from = join(entry.parentPath, entry.name);
      return [[mirrorPath, ...relative(folder, from).split(sep)].join("/"), from];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
