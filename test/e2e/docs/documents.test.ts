import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { smallPng } from "@medhelm/testing/small-png";
import { packedShell, testFolder } from "../cli.ts";
import { answer, startModelServer } from "../model-server.ts";
import { covers, type FencedCommand, fencedCommands, untestedRows } from "./fenced-commands.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const rows = untestedRows(readFileSync(`${root}docs/testing.md`, "utf8"));
const commands = globSync("docs/**/*.md", { cwd: root }).toSorted().flatMap(fencedCommands);
const isUntested = (command: FencedCommand) => rows.some((row) => covers(row, command));

/** Commands that another test reads from the document and runs. */
const ELSEWHERE: Readonly<Record<string, (line: string) => boolean>> = {
  "docs/agents.md": () => true, // fhir.test.ts
  "docs/tutorial.md": () => true, // tutorial.test.ts
  "docs/add-a-metric.md": () => true, // plugins.test.ts
  "docs/add-a-model.md": () => true,
  "docs/add-an-annotator.md": () => true,
  "docs/hospital.md": () => true, // hospital.test.ts
  "docs/connect-your-model.md": (line) => /demo_questions|^export|^gcloud|new model/.test(line), // connect.test.ts
};

interface Script {
  /** commands that a reader has run before */
  readonly before?: readonly string[];
  /** names of the document, and those that this test has instead */
  readonly names?: Readonly<Record<string, string>>;
  /** the exit codes of commands that end with another one than 0 */
  readonly codes?: Readonly<Record<string, number>>;
}

const TWO_RUNS =
  "medhelm run --run-entries demo_questions --models-to-run baseline/first-option baseline/longest-option --suite trial -m 4";

const SCRIPTS: Readonly<Record<string, Script>> = {
  "docs/from-helm.md": {},
  "docs/guides/model-maker.md": {},
  "docs/add-a-benchmark.md": {
    before: [
      `echo ${smallPng(99).toString("base64")} | base64 -d > one.png`,
      "printf 'image,question,answer\\none.png,Is it grey?,Yes\\n' > table.csv",
    ],
    names: { "local/MODEL": "acme/model-1" },
  },
  "docs/ci.md": {
    before: [
      `echo 'entries: [{description: "demo_questions:model=acme/model-1", priority: 1}]' > ci.conf`,
      "medhelm run --conf-paths ci.conf --endpoint http://127.0.0.1:8000/v1 --suite production",
    ],
    // the 30 questions of the demo decide a wide margin only
    names: { "--baseline production": "--baseline production --fail-under 0.3" },
  },
  "docs/commands.md": { before: ["mkdir -p ~/.config/fish/completions"] },
  "docs/agreement.md": {
    before: [
      "medhelm run --run-entries demo_notes --models-to-run baseline/lead-sentences --suite my --judges judge/lexical",
    ],
    names: { "RUN...": '"benchmark_output/runs/my/demo_notes:model=baseline_lead-sentences"' },
  },
  "docs/evidence.md": {
    before: [TWO_RUNS, "medhelm summarize --release r1 --suites trial"],
    names: { MODEL: "baseline/first-option", "--release R ": "--release r1 " },
  },
  "docs/operate.md": {
    before: [TWO_RUNS, "medhelm summarize --release r1 --suites trial"],
    names: { "pubmed_qa:model=qwen_qwen3-8b": "demo_questions:model=baseline_first-option" },
    // without --yes it counts, and deletes nothing
    codes: { 'npx medhelm withdraw --suite trial --run "pubmed_qa:model=qwen_qwen3-8b"': 2 },
  },
  "docs/data-protection.md": {
    before: ["medhelm run --run-entries demo_questions --models-to-run baseline/first-option --suite trial -m 2"],
    names: { "/backup/medhelm-2026-11-23": "copy" },
  },
  "docs/qualities.md": {
    before: [
      `mkdir -p lists/perturbations && echo '{"Choose the one right option. Reply with its letter and nothing else.": ["Reply with one letter."]}' > lists/perturbations/instructions.json`,
    ],
  },
  "docs/site.md": {
    before: [
      TWO_RUNS,
      "medhelm summarize --release NAME --suites trial",
      "git config --global user.email a@example.org && git config --global user.name A",
    ],
    names: { OUTPUT_PATH: "benchmark_output", REPOSITORY: "repository" },
  },
};

test("every command of the documents is run by a test, or a row of docs/testing.md has the reason", () => {
  const lost = commands.filter(
    (command) =>
      !isUntested(command) && !(command.document in SCRIPTS) && ELSEWHERE[command.document]?.(command.line) !== true,
  );
  expect(lost).toEqual([]);
  expect(commands.length).toBeGreaterThan(80);
});

test("every row has a command", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !commands.some((command) => covers(row, command)))).toEqual([]);
});

test.each(Object.keys(SCRIPTS))("the commands of %s run in their order", async (document) => {
  const { before = [], names = {}, codes = {} } = SCRIPTS[document] ?? {};
  const server = await startModelServer();
  server.says(() => answer("A"));
  const shown = commands.filter((command) => command.document === document && !isUntested(command));
  const script = [
    ...before,
    ...shown.map(({ line }) => (codes[line] === undefined ? line : `${line} || [ $? = ${codes[line]} ]`)),
  ]
    .map((line) => Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), line))
    .map((line) => line.replaceAll("npx medhelm", "medhelm")) // outside of a checkout npx asks the registry
    .map((line) => line.replaceAll("http://127.0.0.1:8000/v1", server.endpoint));
  const { code, stderr } = await packedShell(`set -e\n${script.join("\n")}`, { cwd: testFolder() });
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  expect(shown.length).toBeGreaterThan(0);
});
