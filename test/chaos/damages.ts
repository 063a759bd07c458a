import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";

/** The end of a record (core/src/store/record-text.ts) or of a manifest. */
const HASH = /,\s*"(?:textSha256|ownSha256)":"[0-9a-f]{64}"\}$/;
/** The format stays: one of a later version is not damaged. */
const NUMBERS = /(?<="(?!formatVersion)\w+":)\d+(?=[,}])/g;
const LARGEST = String(Number.MAX_SAFE_INTEGER);

/** Damage that a disk, a person or another program does to a file, by its name. */
export const damages = {
  emptied: (path: string): void => truncateSync(path, 0),
  "cut to half": (path: string): void => truncateSync(path, readFileSync(path).length >> 1),
  "with a flipped byte": (path: string): void => {
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    writeFileSync(path, bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1));
  },
  deleted: (path: string): void => rmSync(path),
  "replaced by a folder": (path: string): void => {
    rmSync(path);
    mkdirSync(path);
  },
  "with bytes at its end": (path: string): void => appendFileSync(path, "\nmore"),
  "with the largest numbers and no hash": (path: string): void =>
    writeFileSync(path, readFileSync(path, "latin1").replace(HASH, "}").replaceAll(NUMBERS, LARGEST), "latin1"),
} as const;
export type Damage = keyof typeof damages;

const DAMAGES: readonly Damage[] = [
  "emptied",
  "cut to half",
  "with a flipped byte",
  "deleted",
  "replaced by a folder",
  "with bytes at its end",
  "with the largest numbers and no hash",
];

/** An empty file has no half and no byte to flip. */
export const damagesOf = (bytes: number): readonly Damage[] =>
  bytes === 0 ? ["deleted", "replaced by a folder", "with bytes at its end"] : DAMAGES;
