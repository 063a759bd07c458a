import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "@medhelm/adapters/write-whole";
import { openTable } from "@medhelm/benchmarks/files/open-table";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { csvCell } from "../../terminal/csv-cell.ts";

/** A rater's entry for one answer. A criterion that was not rated is absent. */
export interface Entry {
  readonly ratings: Readonly<Record<string, number>>;
  readonly comment: string;
}

/** The ratings of several raters. Each rater has a file that `medhelm agree` reads. */
export interface RaterFiles {
  /** the raters in the order of their names */
  raters(): readonly string[];
  /** the rater's name as it was first written: "Dr-A" and "dr-a" are one rater */
  known(rater: string): string | undefined;
  entry(rater: string, item: string): Entry | undefined;
  /** Saves an entry before it resolves. A new rater gets a file. */
  save(rater: string, item: string, entry: Entry): Promise<void>;
  /** the files with at least one rating */
  files(): readonly string[];
}

/** A name that is also a file's name on every system. */
export const RATER = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}])?$/u;

/** Opens the folder, and reads the ratings of earlier sessions. @throws UserError for a file that is no table of ratings */
export async function openRaterFiles(
  folder: string,
  criteria: readonly string[],
  files: UserFiles,
): Promise<RaterFiles> {
  const all = new Map<string, Map<string, Entry>>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".csv")).toSorted())
    all.set(name.slice(0, -".csv".length), await readEntries(files, join(folder, name), criteria));
  const known = (rater: string): string | undefined => [...all.keys()].find((name) => same(name, rater));
  const pathOf = (rater: string): string => join(folder, `${rater}.csv`);
  let last: Promise<void> = Promise.resolve();
  return {
    raters: () => [...all.keys()].toSorted(),
    known,
    entry: (rater, item) => all.get(known(rater) ?? rater)?.get(item),
    save(given, item, entry) {
      const rater = known(given) ?? given;
      const entries = all.get(rater) ?? new Map<string, Entry>();
      all.set(rater, entries.set(item, entry));
      // one after another, so that an older state never replaces a newer one
      last = last
        .catch(() => undefined)
        .then(() => writeWhole(pathOf(rater), csvOf(rater, entries, criteria), { mode: 0o600, flush: true }));
      return last;
    },
    files: () =>
      [...all]
        .filter(([, entries]) => [...entries.values()].some(({ ratings }) => Object.keys(ratings).length > 0))
        .map(([rater]) => pathOf(rater)),
  };
}

const same = (a: string, b: string): boolean => a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();

async function readEntries(files: UserFiles, path: string, criteria: readonly string[]): Promise<Map<string, Entry>> {
  const { rows } = await openTable({ ...(await files.open(path)), label: path });
  const entries = new Map<string, Entry>();
  for await (const { cells, line } of rows().rows) {
    const ratings = criteria.flatMap((name) => {
      const text = (cells[name] ?? "").trim();
      if (!/^-?\d*$/.test(text))
        throw new UserError(
          `${path}, line ${line}: ${name} is ${JSON.stringify(text)}, not a whole number; correct it`,
        );
      return text === "" ? [] : [[name, Number(text)] as const];
    });
    entries.set((cells["item"] ?? "").trim(), {
      ratings: Object.fromEntries(ratings),
      comment: (cells["comment"] ?? "").trim(), // csvCell puts a space before a sign
    });
  }
  return entries;
}

function csvOf(rater: string, entries: ReadonlyMap<string, Entry>, criteria: readonly string[]): string {
  const lines = [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([item, { ratings, comment }]) => [
      item,
      ...criteria.map((name) => String(ratings[name] ?? "")),
      rater,
      comment,
    ]);
  return [["item", ...criteria, "rater", "comment"], ...lines]
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");
}
