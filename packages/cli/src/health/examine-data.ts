import { isThere } from "@medhelm/adapters/is-there";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { whyNoInputFolder } from "../places/require-input-folder.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import type { Finding } from "./examine.ts";

export interface DataPlaces {
  readonly outputPath: string;
  /** --data-dir or MEDHELM_DATA */
  readonly dataDir: string | undefined;
  readonly offline: boolean;
}

const CHECK = "medhelm doctor -r BENCHMARK looks for its files";

/** Where runs find the data of the benchmarks: in a mirror, among earlier downloads, or on the internet. */
export function examineData({ outputPath, dataDir, offline }: DataPlaces): Finding {
  const check = "data";
  if (dataDir !== undefined) {
    const why = whyNoInputFolder(dataDir);
    if (why !== undefined)
      return { check, state: "blocked", detail: `${dataDir}: ${why}`, cure: "--data-dir DIR, or MEDHELM_DATA" };
    const count = readdirSync(dataDir).length;
    return count > 0
      ? { check, state: "ok", detail: `the mirror ${dataDir} has ${count} data sets; ${CHECK}` }
      : { check, state: "warning", detail: `the mirror ${dataDir} is empty`, cure: "--data-dir DIR, or MEDHELM_DATA" };
  }
  const cache = join(outputPath, PRIVATE_FOLDER, "data");
  const count = isThere(cache) ? readdirSync(cache).length : 0;
  if (offline && count === 0)
    return { check, state: "warning", detail: "no data is here, and --offline downloads none", cure: "--data-dir DIR" };
  const here = count === 0 ? "none is here" : `${count} data sets are in ${cache}`;
  return { check, state: "ok", detail: `${here}, and a run downloads public ones; ${CHECK}` };
}
