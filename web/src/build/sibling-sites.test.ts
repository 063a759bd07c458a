import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { siblingSites } from "./sibling-sites.ts";

test("the sites next to a new one are found, the newest first, and other folders and its own base are left out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-sites-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = (name: string, marker: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "medhelm-site.json"), marker);
  };
  place("r1", '{"formatVersion":1,"name":"r1","base":"/r/r1/","date":"2026-01-01"}');
  place("r2", '{"formatVersion":1,"name":"r2","base":"/r/r2/","date":"2026-02-01"}');
  place("r3", '{"formatVersion":1,"name":"r3","base":"/r/r3/","date":"2026-03-01"}');
  place("copy", '{"formatVersion":1,"name":"copy","base":"/r/r3/"}');
  place("damaged", "{");
  mkdirSync(join(folder, "photos"));
  expect(await siblingSites(join(folder, "r3"), "/r/r3/")).toEqual([
    { name: "r2", base: "/r/r2/", date: "2026-02-01" },
    { name: "r1", base: "/r/r1/", date: "2026-01-01" },
  ]);
  expect(await siblingSites(join(folder, "nowhere", "r4"), "/")).toEqual([]);
});
