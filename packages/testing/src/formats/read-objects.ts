import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** Returns the texts of the objects in a folder of packages/testing/fixtures/formats, by key. */
export function readObjects(folder: URL): ReadonlyMap<string, string> {
  const text = gunzipSync(readFileSync(new URL("objects.json.gz", folder))).toString();
  return new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))));
}
