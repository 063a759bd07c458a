import { isThere } from "@medhelm/adapters/is-there";
import { basename, join, resolve } from "node:path";
import { writeWhole } from "@medhelm/adapters/write-whole";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson, writeList } from "@medhelm/core/helm/write-json";
import { issueText } from "@medhelm/core/text/issue-text";
import { profileNames } from "@medhelm/core/release/profile-names";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer, type ScorerInput, scoresIn } from "@medhelm/core/scoring/score";
import { hasTokenCounter, tokenCounter } from "@medhelm/core/run/requests/window";
import { UserError } from "@medhelm/core/user-error";
import { hasRunFile, readRunFile, runFileChunks } from "@medhelm/service/prompts/run-folder-file";
import { z } from "zod";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { requireInputFolder } from "../places/require-input-folder.ts";
import { makeFolder } from "../places/make-folder.ts";
import { encoderScoresFor } from "../run/encoder-scores.ts";
import { storedTokens } from "../finished-runs/stored-tokens.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printMessage } from "../terminal/print-message.ts";

export const command = defineCommand({
  name: "medhelm score",
  description:
    "Compute stats.json and per_instance_stats.json of a run folder (run_spec.json, scenario_state.json), ours or HELM's.",
  options: {
    runDir: argument("the run folder; the command leaves it as it is", z.string()),
    outputPath: option("dir", "folder for the two files", z.string(), { short: "o" }),
    profile: commonOptions.profile,
    plugins: commonOptions.plugins,
    encoderDir: option(
      "dir",
      "compute BERTScore again with this encoder: onnx/model.onnx and tokenizer.json",
      z.string().optional(),
    ),
    json: flag("print the stats without perturbations as JSON on stdout"),
  },
  async run({ runDir: given, outputPath, profile, plugins, encoderDir, json }) {
    const runDir = resolve(given);
    requireInputFolder(runDir, given, "name the folder of one run");
    for (const file of ["run_spec.json", "scenario_state.json"])
      if (!hasRunFile(join(runDir, file)))
        throw new UserError(`${given}: there is no ${file} in it; name the folder of one run`);
    if (hasRunFile(join(outputPath, "run_spec.json")))
      throw new UserError(
        `--output-path ${outputPath}: it is the folder of a run, whose stats stay; name another folder`,
      );

    if (encoderDir !== undefined)
      requireInputFolder(encoderDir, `--encoder-dir ${encoderDir}`, "name the folder with onnx/model.onnx");
    const runSpec = await readRunFile(join(runDir, "run_spec.json"), RunSpec);
    const states = () => statesOf(join(runDir, "scenario_state.json"));
    const encoderScores = await encoderScoresFor({ runDir, runSpec, states, encoderDir });
    const { metricFor } = await loadPlugins(plugins, process.cwd());
    const metrics = await loadMetrics(runSpec, metricFor);
    const scorer = runScorer(
      {
        runSpec,
        metrics,
        encoderScores: encoderScores && scoresIn(encoderScores),
        ...(await counterOf(runDir)),
        ...(await storedTokens(runDir)),
      },
      [profile],
    );
    for await (const state of states()) scorer.add(state);
    const scored = await scorer.finish(profile);
    makeFolder(outputPath, "--output-path");
    await writeWhole(join(outputPath, "stats.json"), helmJson(scored.stats));
    await writeWhole(join(outputPath, "per_instance_stats.json"), writeList(scored.perInstance()));
    for (const [metric, reason] of Object.entries(scored.absent)) printMessage(`${metric} is absent: ${reason}`);
    const plain = scored.stats.filter(({ name, count }) => name.perturbation === undefined && count > 0);
    if (json) process.stdout.write(jsonLine({ run: runSpec.name, profile, stats: plain, absent: scored.absent }));
    else
      process.stderr.write(
        `${basename(runDir)}: ${scored.stats.length} stats (${profileNames[profile]}) in ${outputPath}\n`,
      );
    return 0;
  },
});

/** Our manifest names the tokenizer that counted the prompt tokens of the run. HELM's run folders do not name one. */
async function counterOf(runDir: string): Promise<Pick<ScorerInput, "countTokens" | "hasTokenizer">> {
  const file = join(runDir, "manifest.json");
  if (!isThere(file) && !hasRunFile(file)) return {};
  const { tokenizer } = await readRunFile(
    file,
    Manifest.pick({ formatVersion: true, tokenizer: true }).partial({ formatVersion: true }),
  );
  return { countTokens: tokenCounter(tokenizer), hasTokenizer: hasTokenCounter(tokenizer) };
}

async function* statesOf(file: string): AsyncIterable<RequestState> {
  let index = 0;
  for await (const element of readElements(runFileChunks(file), "request_states", { label: file })) {
    const parsed = RequestState.safeParse(element);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const key = ["request_states", index, ...(issue?.path ?? [])].join(".");
      throw new UserError(`${file}: ${key}: ${issueText(issue)}; it is not a scenario_state.json of HELM`);
    }
    index++;
    yield parsed.data;
  }
}
