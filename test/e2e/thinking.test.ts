import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { cliHere } from "./cli-here.ts";
import { testFolder } from "./cli.ts";
import { filesHolding } from "./files-holding.ts";
import { type Reply, startModelServer } from "./model-server.ts";

const where = shared === undefined ? ` (skipped: ${whyNoShared})` : "";
const THINKING_TOKENS = 100;
const Sent = z.object({ max_tokens: z.int() });

const reply = (finish_reason: string, message: object): Reply => ({
  body: JSON.stringify({ model: "thinker", choices: [{ finish_reason, message }] }),
});

/** Models that think for 100 tokens before the answer A, and write their thinking where such servers do. */
const thinkers = {
  "in a field of its own": (body: string) =>
    Sent.parse(JSON.parse(body)).max_tokens < THINKING_TOKENS
      ? reply("length", { content: "", reasoning_content: "I weigh B and C" })
      : reply("stop", { content: "A", reasoning_content: "I weigh B and C." }),
  "between tags": (body: string) =>
    Sent.parse(JSON.parse(body)).max_tokens < THINKING_TOKENS
      ? reply("length", { content: "<think>I weigh B and C" })
      : reply("stop", { content: "<think>I weigh B and C.</think>A" }),
};

/** Runs 20 questions of PubMedQA, of which 13 have the answer A. */
async function pubmedQa(says: (body: string) => Reply, ...more: readonly string[]) {
  const cwd = testFolder();
  const { endpoint } = await startModelServer(says);
  const model = ["--model", endpoint, "--model-name", "thinker"];
  const args = ["run", "-r", "pubmed_qa", "-m", "20", "--data-dir", join(shared ?? "", "datasets"), ...model, ...more];
  const { code, stdout, stderr } = await cliHere("medhelm", [...args, "--json"], { cwd });
  return { code, stderr, report: JSON.parse(stdout) };
}

test.skipIf(shared === undefined).each(Object.entries(thinkers))(
  `a model that thinks %s gets room on pubmed_qa, and its answers are read${where}`,
  async (_, says) => {
    const { code, report } = await pubmedQa(says);
    expect({ code, report }).toMatchObject({
      code: 0,
      report: {
        replies: { cut: 0, unread: 0 },
        scores: [{ profile: "helm" }, { profile: "corrected", mean: 0.65, n: 20 }],
      },
    });
  },
);

test.skipIf(shared === undefined).each(Object.entries(thinkers))(
  `under HELM's protocol a model that thinks %s is cut on pubmed_qa, and the run says so and what to do${where}`,
  async (_, says) => {
    const { stderr } = await pubmedQa(says, "--protocol", "helm");
    expect(stderr).toContain("20 of 20 answers were cut at max_tokens 1 before an answer could be read");
    expect(stderr).toContain("leave out --protocol helm");
  },
);

test.skipIf(shared === undefined)(
  `thinking about gated text stays in the run: no release and no site has it${where}`,
  async () => {
    const cwd = testFolder();
    const { endpoint } = await startModelServer(() =>
      reply("stop", { content: "yes", reasoning_content: "marker-of-thinking" }),
    );
    const entry = `n2c2_ct_matching:data_path=${join(oracle("oracle-d"), "data/n2c2")},subject=ABDOMINAL`;
    const medhelm = (...args: readonly string[]) => cliHere("medhelm", args, { cwd });
    const model = ["--model", endpoint, "--model-name", "thinker"];
    expect(await medhelm("run", "-r", entry, ...model, "--suite", "s", "-o", "out")).toMatchObject({ code: 0 });
    expect(await medhelm("summarize", "--release", "r", "--suites", "s", "-o", "out")).toMatchObject({ code: 0 });
    expect(await medhelm("site", "build", "--release", "r", "--out", "public", "-o", "out")).toMatchObject({ code: 0 });
    const holding = (folder: string): string[] => filesHolding(join(cwd, folder), /marker-of-thinking/);
    expect(holding("out/runs")).not.toEqual([]);
    expect([...holding("out/releases"), ...holding("public")]).toEqual([]);
  },
);
