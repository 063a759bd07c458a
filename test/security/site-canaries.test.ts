import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, testFolder } from "../e2e/cli.ts";
import { filesHolding } from "../e2e/files-holding.ts";
import { problem, type Reply, startModelServer } from "../e2e/model-server.ts";
import { entry, judgedBenchmark, writeFiles } from "../e2e/small-benchmark.ts";

const HELD = /canary-(?:gated|private|local|path)[\w-]*/i;
const ACCESS = /canary-(gated|private|local|public)/;

/** One question of each kind of access fails with an echo of its prompt. */
const questions = (access: string) => [
  `canary-${access}-question is the bed free?`,
  `canary-${access}-refused is the lamp on?`,
];

const files = {
  ...judgedBenchmark,
  "prompt.txt": "canary-local-template {bed} {question} Answer Yes or No:",
  "questions.csv": [
    "bed,question,correct_answer,incorrect_answers",
    ...questions("local").map((text) => `canary-local-extra,${text},canary-local-reference,"[""No""]"`),
    "",
  ].join("\n"),
  "canary-path/mimic_rrs/test.findings.tok": questions("gated")
    .map((text) => `${text} .\n`)
    .join(""),
  "canary-path/mimic_rrs/test.impression.tok": "canary-gated-reference .\ncanary-gated-reference .\n",
  "canary-path/shc/bmt.csv": [
    "prompt,question,context,label",
    ...questions("private").map((text) => `"${text}","${text}","canary-private-context",A`),
    "",
  ].join("\n"),
};

/** The reply of a model or of a judge, with the access of the text in the request. */
function reply(body: string): Reply {
  const access = ACCESS.exec(body)?.[1] ?? "public";
  if (body.includes("explanation")) {
    const verdict = { score: 2, explanation: `canary-${access}-verdict` };
    const criteria = body.includes("completeness")
      ? { accuracy: verdict, completeness: verdict, clarity: verdict }
      : { clarity: verdict };
    return thought(`canary-${access}-judging`, JSON.stringify(criteria));
  }
  if (body.includes("-refused")) return problem(400, { message: `cannot answer: ${body.slice(0, 4000)}` });
  return thought(`canary-${access}-thinking`, `canary-${access}-answer Appointment desk`);
}
const thought = (thinking: string, content: string): Reply => ({
  body: JSON.stringify({ choices: [{ finish_reason: "stop", message: { reasoning_content: thinking, content } }] }),
});

test("no file of a built site holds text of gated, private or local runs, compressed or not, next to a public run that it shows", async () => {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  writeFiles(cwd, files);
  const server = await startModelServer(reply);
  const entries = ["mimic_rrs:model=host/model-1", "shc_bmt_med:model=host/model-1", "demo_doses:model=host/model-1"];
  const flags = ["--endpoint", server.endpoint, "--judges-may-be-candidate", "--data-dir", "canary-path"];
  const limits = ["-m", "4", "--max-failures", "100%", "--max-retries", "0", "--trust", "local", "--prompts", "own"];
  const where = { cwd, env };
  const run = await cli(
    "medhelm",
    ["run", "-r", ...entries, entry("judged", "host/model-1"), "--suite", "my", ...flags, ...limits],
    where,
  );
  expect(run).toMatchObject({ code: 0 });
  const made = await cli("medhelm", ["summarize", "--release", "r", "--suites", "my"], where);
  expect(made).toMatchObject({ code: 0 });
  for (const args of [
    ["site", "build", "--release", "r", "--out", "built"],
    ["server", "--release", "r", "--export-path", "exported"],
  ])
    expect(await cli("medhelm", args, where)).toMatchObject({ code: 0 });

  // the runs have every canary; otherwise the test proves nothing
  const runs = join(cwd, "benchmark_output", "runs");
  for (const canary of [
    ...["question", "refused", "answer", "thinking"].flatMap((kind) => [
      `gated-${kind}`,
      `private-${kind}`,
      `local-${kind}`,
    ]),
    "gated-reference",
    "gated-verdict",
    "local-reference",
    "local-verdict",
    "local-extra",
    "private-context",
  ])
    expect([canary, filesHolding(runs, new RegExp(`canary-${canary}`)).length > 0]).toEqual([canary, true]);
  for (const folder of [join(cwd, "built"), join(cwd, "exported"), join(cwd, "benchmark_output", "releases")])
    expect(filesHolding(folder, HELD)).toEqual([]);
  // the search finds public text in pages and in compressed files
  const shown = filesHolding(join(cwd, "built"), /canary-public-answer/);
  for (const end of ["models/host_model-1/index.html", ".html.br", ".json.gz", ".json"])
    expect([end, shown.some((file) => file.endsWith(end))]).toEqual([end, true]);
});
