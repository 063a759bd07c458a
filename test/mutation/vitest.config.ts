import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));

export default defineConfig({
  root,
  // Stryker tests a copy of the repository whose node_modules links to the original packages: name the copy's packages instead
  resolve: { alias: [{ find: /^@medhelm\/(\w+)\/(.+)$/, replacement: `${root}packages/$1/src/$2.ts` }] },
  test: {
    include: ["packages/core/src/**/*.test.ts", "packages/service/src/money/**/*.test.ts"],
    testTimeout: 10_000,
    isolate: false,
  },
});
