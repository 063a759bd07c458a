import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { isBenchmarkName } from "@medhelm/benchmarks/registry";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson } from "@medhelm/core/helm/write-json";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { z } from "zod";
import type { HelmFile, HelmRuns } from "./helm-runs.ts";
import { isPulled, nameWithoutModel, type PulledPrompts } from "@medhelm/service/prompts/pulled-prompts";

/** The result of a pull, by the names of the runs without their models. */
export interface Pull {
  readonly pulled: readonly string[];
  /** there from an earlier pull */
  readonly present: readonly string[];
  /** runs of benchmarks that this program does not have, or whose prompt is a user's file */
  readonly others: readonly string[];
}

interface Candidate {
  /** without the model */
  readonly name: string;
  readonly folder: string;
  readonly spec: HelmFile;
  readonly states: HelmFile;
}

/**
 * Copies the wording of HELM's runs into a folder: run_spec.json and some answers. From their judge prompts and instances, --prompts helm reads the
 * rubrics and the loaders' sentences. One run is enough for all models; the smallest is taken. Prompts of an earlier pull stay.
 * @throws UserError if the place has no finished run of HELM
 */
export async function pullPrompts(runs: HelmRuns, target: string, report: (text: string) => void): Promise<Pull> {
  const { finished, others } = await findCandidates(runs);
  if (finished.length === 0)
    throw new UserError(
      `${runs.label}: there is no finished run of HELM (run_spec.json, scenario_state.json and stats.json without a manifest.json of this software) of a built-in benchmark; name another place`,
    );
  const pulled: string[] = [];
  const present: string[] = [];
  for (const [i, candidate] of finished.entries()) {
    if (await isPulled(join(target, candidate.name))) {
      present.push(candidate.name);
      continue;
    }
    report(`${candidate.name} (${i + 1} of ${finished.length})`);
    await writingTo(join(target, candidate.name), () => pullOne(runs, candidate, target));
    pulled.push(candidate.name);
  }
  return { pulled, present, others };
}

async function findCandidates(runs: HelmRuns): Promise<{ finished: Candidate[]; others: string[] }> {
  const byName = new Map<string, Candidate>();
  const others = new Set<string>();
  for (const [folder, files] of await filesByFolder(runs)) {
    const [spec, states] = [files.get("run_spec.json"), files.get("scenario_state.json")];
    if (spec === undefined || states === undefined || !files.has("stats.json") || files.has("manifest.json")) continue;
    const run = folder.split("/").at(-1) ?? "";
    const name = nameWithoutModel(run === "" ? await nameIn(runs, spec) : run);
    const isSmaller = states.sizeBytes < (byName.get(name)?.states.sizeBytes ?? Number.POSITIVE_INFINITY);
    if (!isBenchmarkName(name.split(/[:,]/, 1)[0] ?? name)) others.add(name);
    else if (isSmaller) byName.set(name, { name, folder, spec, states });
  }
  const finished = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { finished, others: [...others].toSorted() };
}

/** The files of each folder, by their names. */
async function filesByFolder(runs: HelmRuns): Promise<Map<string, Map<string, HelmFile>>> {
  const folders = new Map<string, Map<string, HelmFile>>();
  for await (const file of runs.list()) {
    const parts = file.path.split("/");
    const folder = parts.slice(0, -1).join("/");
    const files = folders.get(folder) ?? new Map<string, HelmFile>();
    folders.set(folder, files.set(parts.at(-1) ?? "", file));
  }
  return folders;
}

/** The place is a run folder itself. */
const nameIn = async (runs: HelmRuns, spec: HelmFile): Promise<string> =>
  parseJson(await bytesOf(runs.open(spec)), spec.path, RunSpec).name;

async function pullOne(runs: HelmRuns, { name, folder, spec, states }: Candidate, target: string): Promise<void> {
  const bytes = await bytesOf(runs.open(spec));
  parseJson(bytes, spec.path, RunSpec);
  const kept = await telling(readElements(runs.open(states), "request_states", { label: states.path }));
  const place = join(target, name);
  const part = `${place}.part`;
  await rm(part, { recursive: true, force: true });
  makeFolders(part);
  await writeFile(join(part, "run_spec.json"), bytes);
  const keptStates = helmJson({ request_states: kept.states });
  await writeFile(join(part, "scenario_state.json"), keptStates);
  const source: PulledPrompts = {
    formatVersion: 1,
    from: runs.label,
    run: folder,
    files: { "run_spec.json": sha256Hex(bytes), "scenario_state.json": sha256Hex(keptStates) },
    rubrics: kept.rubrics,
  };
  await writeFile(join(part, "source.json"), `${JSON.stringify(source, null, 2)}\n`);
  await rm(place, { recursive: true, force: true });
  await rename(part, place);
}

/** As many as run/helm-specs.ts reads. */
const ENOUGH = 40;

const Judged = z.looseObject({ prompt_text: z.string() });

/** Keeps the first answers with a judge's prompt, and the first different instances. It reads to the end, where the checksum is compared. */
async function telling(elements: AsyncIterable<unknown>): Promise<{ states: unknown[]; rubrics: string[] }> {
  const states: unknown[] = [];
  const rubrics = new Set<string>();
  const texts = new Set<string>();
  let judged = 0;
  for await (const element of elements) {
    if (judged >= ENOUGH && texts.size >= ENOUGH) continue;
    const { annotations = {}, instance } = RequestState.parse(element);
    const asked = Object.keys(annotations).filter((annotation) => Judged.safeParse(annotations[annotation]).success);
    const isJudged = asked.length > 0 && judged < ENOUGH;
    const isNew = instance.perturbation === undefined && texts.size < ENOUGH && !texts.has(instance.input.text);
    if (!isJudged && !isNew) continue;
    for (const annotation of asked) rubrics.add(annotation);
    if (asked.length > 0) judged++;
    texts.add(instance.input.text);
    states.push(element);
  }
  return { states, rubrics: [...rubrics] };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
