import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const infra = new URL("../../infra/", import.meta.url);
/** A comment that says why the file does not use a component of sst. */
const REASON = /^\s*(?:\/\/|\/?\*).*\bsst\b/m;

test("each file of infra with resources of Pulumi says why they are no components of sst", () => {
  const files = readdirSync(infra).filter((name) => name.endsWith(".ts"));
  const raw = files.filter((name) => /\bnew (?:aws|random)\./.test(readFileSync(new URL(name, infra), "utf8")));
  expect(raw.length).toBeGreaterThan(20);
  expect(raw.filter((name) => !REASON.test(readFileSync(new URL(name, infra), "utf8")))).toEqual([]);
});
