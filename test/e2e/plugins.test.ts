import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { cli, launch, shell, testFolder } from "./cli.ts";
import { blocksOf, commandsOf, untimed } from "./docs/document-commands.ts";
import { writeFiles } from "./small-benchmark.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

test.each(["add-a-metric.md", "add-an-annotator.md", "add-a-model.md"])(
  "the commands in docs/%s print the documented output",
  async (page) => {
    const consoles = blocksOf(`docs/${page}`).filter(({ language }) => language === "console");
    const output = consoles.map(({ text }) => `${text}\n`).join("");
    const commands = commandsOf(output).map(({ line }) => line);
    expect(commands.length).toBeGreaterThan(2);
    const script = commands.map((command) => `printf '%s\\n' '$ ${command}'\n${command}`).join("\n");
    const { stdout } = await shell(`set -e; exec 2>&1\n${script}`, { cwd: testFolder() });
    expect(untimed(stdout)).toBe(output);
  },
);

test("examples/plugin runs outside of the repository with its own benchmark, metric, annotator and model", async () => {
  const cwd = testFolder();
  cpSync(join(repository, "examples/plugin"), cwd, { recursive: true });
  const { code, stderr } = await shell("./run.sh", { cwd });
  expect({ code, stderr: untimed(stderr) }).toEqual({
    code: 0,
    stderr: [
      "example_advice:model=example_echo: no --max-eval-instances: all 3 instances of the split",
      "medhelm: example_advice:model=example_echo: done in 0 s; 3 instances; keyword_recall 0.333 (HELM scoring, n=3), 0.333 (corrected scoring, n=3); prompts: custom (1 of 1)",
      "medhelm: suite examples: 1 run, HELM scoring, prompts: custom, in benchmark_output/runs/examples/",
      "medhelm: ranks: undefined, because there is one model",
      "",
    ].join("\n"),
  });
  const run = join(cwd, "benchmark_output/runs/examples/example_advice:model=example_echo");
  const State = z.object({ request_states: z.array(z.looseObject({ annotations: z.unknown() })) });
  const states = State.parse(JSON.parse(readFileSync(join(run, "scenario_state.json"), "utf8"))).request_states;
  expect(states.map(({ annotations }) => annotations)).toContainEqual({
    keywords: { found: ["swelling", "throat"], wanted: 3 },
  });
  const Leaderboard = z.object({ runs: z.array(z.looseObject({ run: z.string() })) });
  const leaderboard = JSON.parse(readFileSync(join(cwd, "benchmark_output/runs/examples/leaderboard.json"), "utf8"));
  expect(Leaderboard.parse(leaderboard).runs).toHaveLength(1);
});

test.each([
  ["annotator", "keyword-annotator.ts", "annotate: async ({ instance, result }) => {"],
  ["benchmark", "advice-benchmark.ts", "instances: async (_read, { args }): Promise<Instance[]> => {"],
])("Ctrl-C ends a run whose %s never ends", async (_, file, head) => {
  const cwd = testFolder();
  cpSync(join(repository, "examples/plugin"), cwd, { recursive: true });
  const code = readFileSync(join(cwd, file), "utf8").replace(/instances: \(.*=> \{/, head);
  const hang = 'process.stdout.write("reached"); await new Promise(() => undefined);';
  writeFiles(cwd, { [file]: code.replace(head, `${head} ${hang}`) });
  const args = ["run", "--plugins", ".", "-r", "example_advice", "--models-to-run", "example/echo", "--suite", "s"];
  const run = launch("medhelm", args, { cwd });
  await run.until(/reached/);
  expect(await run.stop("SIGINT")).toMatchObject({ code: 75 });
});

test("an edited plugin is run again; an argument of its benchmark names another run", async () => {
  const cwd = testFolder();
  cpSync(join(repository, "examples/plugin"), cwd, { recursive: true });
  const run = (entry: string) =>
    cli("medhelm", ["run", "--plugins", ".", "-r", entry, "--models-to-run", "example/echo", "--suite", "s"], { cwd });
  expect((await run("example_advice")).stderr).toContain("keyword_recall 0.333");
  expect((await run("example_advice")).stderr).toContain("was complete, nothing asked");
  const questions = readFileSync(join(cwd, "questions.json"), "utf8");
  writeFiles(cwd, { "questions.json": questions.replace('"breathing", ', "") });
  const again = await run("example_advice");
  expect(again.stderr).toContain("plugin ");
  expect(again.stderr).toContain("keyword_recall 0.444");
  expect((await run("example_advice:only=sting")).stderr).toContain("keyword_recall 1.000 (HELM scoring, n=1)");
  expect(readdirSync(join(cwd, "benchmark_output/runs/s"))).toContain("example_advice:only=sting,model=example_echo");
});

test("a plugin's model is hosted by default; a broken plugin is reported with its file; submit takes no plugin", async () => {
  const cwd = testFolder();
  const local = "medhelm new metric mine && ";
  writeFiles(cwd, {
    "hosted.ts": 'export const models = [{ name: "far/model", answer: (): string => "x" }];',
    "broken.ts": "export default {",
  });
  const args = "medhelm run --plugins mine hosted.ts -r mine:model=far/model --suite s";
  const hosted = await shell(local + args, { cwd });
  expect(hosted.code).toBe(2);
  expect(hosted.stderr).toContain("mine contains local text, and far/model is a hosted deployment");
  const broken = await shell("medhelm run --plugins broken.ts -r pubmed_qa:model=a/b", { cwd });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toMatch(/^medhelm: broken\.ts: the plugin does not load: .+\n$/);
  writeFiles(cwd, {
    "prod_env/model_deployments.yaml":
      "model_deployments:\n  - name: far/model\n    model_name: far/model\n    client_spec: {class_name: helm.clients.openai_client.OpenAIClient, args: {base_url: 'http://127.0.0.1:9/v1'}}\n",
  });
  const twice = await shell(args, { cwd });
  expect({ code: twice.code, stderr: twice.stderr }).toEqual({
    code: 2,
    stderr:
      "medhelm: model_deployments.yaml and a plugin both have a deployment far/model; give one of them another name\n",
  });
  const submit = await shell("medhelm submit --plugins mine --api http://127.0.0.1:9 -r mine:model=a/b", { cwd });
  expect(submit.code).toBe(2);
  expect(submit.stderr).toContain("unknown option '--plugins'");
});
