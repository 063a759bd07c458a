import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { expandEntries } from "@medhelm/core/run/spec/expand";
import { json, serve } from "@medhelm/testing/fault-server";
import { noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, onTestFinished, test } from "vitest";
import { googleRuns } from "./google-runs.ts";
import { localRuns } from "./helm-runs.ts";
import { nameWithoutModel, readPulled } from "@medhelm/service/prompts/pulled-prompts";
import { pullPrompts } from "./pull-prompts.ts";
import { withHelmPrompts } from "@medhelm/service/prompts/with-helm-prompts";

const silent = (): void => undefined;

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-prompts-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

async function plan(description: string) {
  const [planned] = await expandEntries([{ description, label: "test" }], {
    settle: async (name, args) => (await findBenchmark(name)).settle(args, noUserFiles),
    models: { deploymentOf: (model) => model, modelOf: (name) => name, tags: () => [] },
  });
  if (planned === undefined) throw new Error("no plan");
  return planned;
}

/** The files of a finished HELM run of pubmed_qa with its own instructions, by path. */
async function helmFiles(run = "pubmed_qa:model=x_y,model_deployment=x_y"): Promise<Record<string, string>> {
  const { runSpec } = await plan("pubmed_qa:model=x/y");
  const spec = { ...runSpec, name: run, adapter_spec: { ...runSpec.adapter_spec, instructions: "HELM asks.\n" } };
  const request = { model: "x/y", model_deployment: "x/y", prompt: "" };
  const instance = { input: { text: "Is it?" }, references: [] };
  const state = { instance, request, train_trial_index: 0, num_train_instances: 0, prompt_truncated: false };
  return {
    [`v1/${run}/run_spec.json`]: JSON.stringify(spec),
    [`v1/${run}/scenario_state.json`]: JSON.stringify({ request_states: [state] }),
    [`v1/${run}/stats.json`]: "[]",
  };
}

function onDisk(files: Readonly<Record<string, string>>): string {
  const folder = temporary();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const md5 = (text: string): string => createHash("md5").update(text).digest("base64");

/** Google Storage's JSON API with one file per page. `damage` changes the bytes that it sends. */
async function googleStorage(
  files: Readonly<Record<string, string>>,
  damage: (text: string) => string = (text) => text,
) {
  const names = Object.keys(files);
  const requested: string[] = [];
  const server = await serve((request, _, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const [, name] = /^\/storage\/v1\/b\/helm-public\/o\/(.+)$/.exec(url.pathname) ?? [];
    if (name === undefined) {
      const page = Number(url.searchParams.get("pageToken") ?? 0);
      const key = names[page] ?? "";
      const items = [{ name: `runs/${key}`, size: String(files[key]?.length), md5Hash: md5(files[key] ?? "") }];
      return json(response, 200, page + 1 < names.length ? { items, nextPageToken: String(page + 1) } : { items });
    }
    requested.push(decodeURIComponent(name));
    return json(response, 200, damage(files[decodeURIComponent(name).slice("runs/".length)] ?? ""));
  });
  onTestFinished(() => server.close());
  return { runs: googleRuns("gs://helm-public/runs", `http://127.0.0.1:${server.port}`), requested };
}

test("prompts are copied from a folder of HELM's runs, and --prompts helm uses them for every model", async () => {
  const target = temporary();
  const pull = await pullPrompts(localRuns(onDisk(await helmFiles())), target, silent);
  expect(pull).toEqual({ pulled: ["pubmed_qa"], present: [], others: [] });
  const [prompted] = await withHelmPrompts([await plan("pubmed_qa:model=other/model")], { folder: target });
  expect(prompted?.plan.runSpec.adapter_spec.instructions).toBe("HELM asks.\n");
  expect(prompted?.prompts).toMatch(/^helm [0-9a-f]{64}$/);
});

test("runs of this program, dry runs and benchmarks that it does not have are left out", async () => {
  const [own, dry] = [await helmFiles("pubmed_qa:model=own"), await helmFiles("pubmed_qa:model=dry")];
  delete dry["v1/pubmed_qa:model=dry/stats.json"];
  const folder = onDisk({
    ...own,
    ...dry,
    "v1/pubmed_qa:model=own/manifest.json": "{}",
    ...(await helmFiles("boolq:model=a")),
  });
  await expect(pullPrompts(localRuns(folder), temporary(), silent)).rejects.toThrow(
    `${folder}: there is no finished run of HELM`,
  );
});

test("a bucket is read page by page, and a second pull reads no file again", async () => {
  const { runs, requested } = await googleStorage(await helmFiles());
  const target = temporary();
  expect((await pullPrompts(runs, target, silent)).pulled).toEqual(["pubmed_qa"]);
  expect(requested).toEqual([
    "runs/v1/pubmed_qa:model=x_y,model_deployment=x_y/run_spec.json",
    "runs/v1/pubmed_qa:model=x_y,model_deployment=x_y/scenario_state.json",
  ]);
  expect((await pullPrompts(runs, target, silent)).present).toEqual(["pubmed_qa"]);
  expect(requested).toHaveLength(2);
  expect((await readPulled(target)).get("pubmed_qa")?.from).toBe("gs://helm-public/runs");
});

test("bytes that differ from Google's checksum are refused and leave nothing", async () => {
  const { runs } = await googleStorage(await helmFiles(), (text) => text.replace("HELM asks", "HELM says"));
  const target = temporary();
  await expect(pullPrompts(runs, target, silent)).rejects.toThrow(
    "gs://helm-public/runs: v1/pubmed_qa:model=x_y,model_deployment=x_y/run_spec.json has other bytes than its checksum says; run the same command again",
  );
  expect((await readPulled(target)).size).toBe(0);
});

test("without a network the error is one sentence that says what to do", async () => {
  await expect(
    pullPrompts(googleRuns("gs://helm-public/runs", "http://127.0.0.1:9"), temporary(), silent),
  ).rejects.toThrow(
    /^gs:\/\/helm-public\/runs: 127\.0\.0\.1:9 cannot be reached from here \(.+\); pull on a machine with a network and copy the folder, or pull from a folder with HELM's runs$/,
  );
});

test("entries without HELM's prompts are refused together, also if an argument changes the words", async () => {
  const target = temporary();
  await pullPrompts(localRuns(onDisk(await helmFiles())), target, silent);
  const entries = ["pubmed_qa:model=a/b", "pubmed_qa:model=a/b,instructions=expert", "med_qa:model=a/b"];
  await expect(withHelmPrompts(await Promise.all(entries.map(plan)), { folder: target })).rejects.toThrow(
    `--prompts helm: ${target} has no prompts of HELM for pubmed_qa:model=a_b,instructions=expert; med_qa:model=a_b; pull them from runs of HELM with these benchmarks, or leave these entries out`,
  );
});

test("edited prompts are not HELM's", async () => {
  const target = temporary();
  await pullPrompts(localRuns(onDisk(await helmFiles())), target, silent);
  const file = join(target, "pubmed_qa", "run_spec.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("HELM asks", "I ask"));
  await expect(withHelmPrompts([await plan("pubmed_qa:model=a/b")], { folder: target })).rejects.toThrow(
    "has no prompts of HELM for",
  );
});

test.each([
  ["pubmed_qa:model=a_b,model_deployment=a_b", "pubmed_qa"],
  ["clear:condition=adhd,model=a_b", "clear:condition=adhd"],
  ["med_dialog,subset=icliniq:model=a_b", "med_dialog,subset=icliniq"],
  ["ehr_sql:max_train_instances=3,model=a_b,groups=x", "ehr_sql:max_train_instances=3,groups=x"],
])("%s without its model is %s", (run, name) => {
  expect(nameWithoutModel(run)).toBe(name);
});
