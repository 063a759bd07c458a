import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";

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
} as const;
export type Damage = keyof typeof damages;

const DAMAGES: readonly Damage[] = [
  "emptied",
  "cut to half",
  "with a flipped byte",
  "deleted",
  "replaced by a folder",
  "with bytes at its end",
];

/** An empty file has no half and no byte to flip. */
export const damagesOf = (bytes: number): readonly Damage[] =>
  bytes === 0 ? ["deleted", "replaced by a folder", "with bytes at its end"] : DAMAGES;
