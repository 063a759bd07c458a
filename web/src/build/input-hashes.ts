import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { sha256 } from "./page-record.ts";

/** The parts of a release from which its pages are made. */
export interface ReleaseParts {
  readonly releaseDir: string;
  readonly leaderboard: Leaderboard;
  /** the file with all releases of the server */
  readonly releases: string;
}

/** One hash for all parts of a release with these keys (collectReads). Each part is read and hashed once. */
export function inputHashes(parts: ReleaseParts): (keys: readonly string[]) => Promise<string> {
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (key: string): Promise<string> => {
    const hash = hashes.get(key) ?? valueOf(key, parts).then(sha256);
    hashes.set(key, hash);
    return hash;
  };
  return async (keys) =>
    sha256((await Promise.all(keys.toSorted().map(async (key) => `${key} ${await hashOf(key)}`))).join("\n"));
}

async function valueOf(key: string, { releaseDir, leaderboard, releases }: ReleaseParts): Promise<string | Uint8Array> {
  const file = key === "whole" ? "leaderboard.json" : key.startsWith("file/") ? key.slice("file/".length) : undefined;
  if (file !== undefined) return readFile(join(releaseDir, file)).catch(() => "absent");
  if (key === "releases") return readFile(releases);
  const [list = "", place, field] = key.split("/");
  const found = place === undefined ? leaderboard : fieldOf(fieldOf(leaderboard, list), place);
  const name = field ?? list;
  if (name === "fields") return JSON.stringify(Object.keys(found ?? {}));
  return JSON.stringify(fieldOf(found, name)) ?? "absent";
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
