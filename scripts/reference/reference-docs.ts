import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { apiPage } from "./api-page.ts";
import { commandsPage } from "./commands-page.ts";
import { environmentPage, VARIABLE } from "./environment-page.ts";
import { exitCodesPage } from "./exit-codes-page.ts";
import { filesPage } from "./files-page.ts";
import { metricsPage } from "./metrics-page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** Returns the content of every file of docs/reference by its name. */
export async function referenceDocs(): Promise<ReadonlyMap<string, string>> {
  return new Map(
    [
      ["README.md", INDEX],
      ["api.md", apiPage(JSON.parse(read("docs/openapi.json")))],
      ["commands.md", await commandsPage()],
      ["environment.md", environmentPage(readVariables())],
      ["exit-codes.md", exitCodesPage(read("packages/core/src/exit-codes.ts"))],
      ["files.md", filesPage(read("packages/core/src/store/object-keys.ts"))],
      ["metrics.md", await metricsPage()],
    ].map(([name = "", text = ""]) => [name, `${text.trimEnd()}\n`] as const),
  );
}

const INDEX = `# Reference

These pages are made from the code: \`npm run docs:reference\` writes them, and a test checks that they are up to date.

- [Commands and options](commands.md)
- [The API](api.md)
- [Files and objects](files.md)
- [Metrics](metrics.md)
- [Benchmarks](../benchmarks/README.md)
- [Environment variables](environment.md)
- [Exit codes](exit-codes.md)
`;

/** The environment variables that the command line, the stack and their libraries name. */
function readVariables(): string[] {
  const files = globSync("packages/{cli,core,adapters,encoders,benchmarks}/src/**/*.ts", { cwd: root });
  const sources = files.filter((path) => !path.endsWith(".test.ts"));
  return [...new Set(sources.flatMap((path) => read(path).match(VARIABLE) ?? []))]
    .filter((name) => !name.endsWith("_TAG")) // HELM's tags of models
    .toSorted();
}
