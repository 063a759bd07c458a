import { expect, test } from "vitest";
import { importFaults } from "./import-faults.ts";

const faults = (files: Record<string, string>) => importFaults(new Map(Object.entries(files)));
const imports = (path: string, name: string) => faults({ [path]: `import { a } from "${name}";` });

test.for<readonly [path: string, name: string]>([
  ["packages/core/src/run/a.ts", "@medhelm/benchmarks/registry"],
  ["packages/core/src/run/a.ts", "@medhelm/adapters/objects/fs"],
  ["packages/core/src/run/a.ts", "@medhelm/service/work/lease"],
  ["packages/core/src/run/a.ts", "../../../adapters/src/objects/fs.ts"],
  ["packages/core/src/run/a.ts", "node:fs"],
  ["packages/benchmarks/src/a/index.ts", "@medhelm/adapters/objects/fs"],
  ["packages/benchmarks/src/a/index.ts", "@medhelm/service/work/lease"],
  ["packages/adapters/src/a.ts", "@medhelm/benchmarks/registry"],
  ["packages/adapters/src/a.ts", "@medhelm/service/work/lease"],
  ["packages/encoders/src/a.ts", "@medhelm/adapters/objects/fs"],
  ["packages/service/src/work/a.ts", "@medhelm/adapters/objects/fs"],
  ["packages/service/src/work/a.ts", "@medhelm/functions/aws/jobs"],
  ["packages/service/src/work/a.ts", "medhelm/plugin"],
  ["functions/worker/entry.ts", "medhelm/plugin"],
  ["packages/cli/src/stack/a.ts", "@medhelm/functions/aws/jobs"],
  ["packages/cli/src/stack/a.ts", "@medhelm/testing/stores/memory"],
  ["packages/core/src/run/a.ts", "@medhelm/testing/stores/memory"],
  ["packages/service/src/work/a.ts", "@medhelm/testing/stores/memory"],
  ["functions/worker/entry.ts", "@medhelm/testing/stores/memory"],
  ["web/src/a.ts", "@medhelm/core/run/spec/expand"],
  ["web/src/a.ts", "@medhelm/service/api/app"],
  ["infra/api.ts", "@medhelm/service/api/app"],
  ["examples/plugin/a.ts", "@medhelm/core/run/spec/expand"],
])("%s may not import %s", ([path, name]) => {
  expect(imports(path, name)).toEqual([expect.stringMatching(new RegExp(`^${path}:1: imports `))]);
});

test.for<readonly [path: string, name: string]>([
  ["packages/benchmarks/src/a/index.ts", "@medhelm/core/run/spec/expand"],
  ["packages/adapters/src/a.ts", "@medhelm/core/ports"],
  ["packages/service/src/work/a.ts", "@medhelm/core/ports"],
  ["functions/worker/entry.ts", "@medhelm/adapters/objects/s3"],
  ["packages/cli/src/stack/a.ts", "@medhelm/service/work/lease"],
  ["packages/core/src/run/a.test.ts", "@medhelm/testing/stores/memory"],
  ["packages/core/src/run/a.test.ts", "node:fs"],
  ["web/src/a.ts", "@medhelm/core/release/leaderboard/leaderboard"],
])("%s may import %s", ([path, name]) => {
  expect(imports(path, name)).toEqual([]);
});

test.for([
  'import type { A } from "@medhelm/service/work/lease";',
  'export { a } from "@medhelm/service/work/lease";',
  'export * from "@medhelm/service/work/lease";',
  'export const a = () => import("@medhelm/service/work/lease");',
  'import "@medhelm/service/work/lease";',
])("%s is an import", (text) => {
  expect(faults({ "packages/core/src/a.ts": text })).toEqual([
    "packages/core/src/a.ts:1: imports packages/service/src/work/lease.ts: packages/core/src/ imports nothing else (scripts/imports/rooms.ts)",
  ]);
});

test("the front matter and the scripts of a page are checked, at the lines of the page", () => {
  const page =
    '---\nimport a from "@medhelm/core/run/a";\n---\n<p/>\n<script>\n  import b from "@medhelm/core/run/b";\n</script>\n';
  expect(faults({ "web/src/a.astro": page })).toEqual([
    expect.stringMatching(/^web\/src\/a\.astro:2: /),
    expect.stringMatching(/^web\/src\/a\.astro:6: /),
  ]);
});

test.for<readonly [kind: string, a: string, b: string]>([
  ["of values", 'import "./b.ts";', 'import "./a.ts";'],
  ["of types", 'import type { B } from "./b.ts";', 'import type { A } from "./a.ts";'],
  ["with a dynamic import", 'import "./b.ts";', 'export const a = () => import("./a.ts");'],
])("a circle %s is reported once", ([, a, b]) => {
  expect(faults({ "x/a.ts": a, "x/b.ts": b, "x/c.ts": 'import "./a.ts";' })).toEqual([
    "these files import each other in a circle: x/a.ts, x/b.ts",
  ]);
});

test("a circle through two packages is found", () => {
  const files = {
    "packages/core/src/a.ts": 'import type { B } from "@medhelm/core/b";',
    "packages/core/src/b.ts": 'import "./c.ts";',
    "packages/core/src/c.ts": 'export * from "./a.ts";',
    "packages/core/src/d.ts": 'import "./a.ts"; import "./c.ts";',
  };
  expect(faults(files)).toEqual([
    "these files import each other in a circle: packages/core/src/a.ts, packages/core/src/b.ts, packages/core/src/c.ts",
  ]);
});
