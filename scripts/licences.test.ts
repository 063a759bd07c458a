import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
});

/** Licences that allow everybody to pass the package on. MPL and LGPL ask for the library's own source, which npm has. */
const ALLOWED: ReadonlySet<string> = new Set([
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Python-2.0",
  "OFL-1.1",
  "MPL-2.0",
  "LGPL-3.0-or-later",
]);

test.each(["package-lock.json", "packages/encoders/runtime/package-lock.json"])(
  "every package of %s that users install has a licence that we may pass on",
  (file) => {
    const { packages } = Lock.parse(
      JSON.parse(readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8")),
    );
    const others = Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
      if (dev === true || link === true || !path.includes("node_modules/")) return [];
      const names = (license ?? "none").replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
      return names.every((name) => ALLOWED.has(name)) ? [] : [`${path}: ${license ?? "none"}`];
    });
    expect(others).toEqual([]);
  },
);
