import type { InstanceList } from "@medhelm/core/run/instance-list";
import { turns } from "@medhelm/core/run/turns";
import { loadInstances } from "@medhelm/core/run/load-instances";
import {
  Identity,
  type IdentityCore,
  identityOf,
  type IdentityComparison,
  compareIdentity,
} from "@medhelm/core/run/identity";
import type { Lease } from "@medhelm/core/jobs/lease";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import { selectInstances } from "@medhelm/core/run/sample";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, parseJson, putJson } from "@medhelm/core/store/objects";
import { Manifest } from "@medhelm/core/release/manifest";
import type { Encoder, ObjectStore } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { settleEncoder } from "./encode.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

export interface Prepared {
  readonly train: InstanceList;
  readonly evaluation: InstanceList;
  /** The number of evaluated instances; an instance and its perturbed copies count once. */
  readonly instances: number;
  readonly identity: Identity;
  readonly dataset: Manifest["dataset"];
  /** undefined: no BERTScore in this run */
  readonly encoder: Encoder | undefined;
}

/**
 * Loads the instances and compares the run with the folder that may already exist under its name. The run is new, the
 * same (resume), sealed (nothing to do), or changed: then the old results move to another folder, and
 * answers to equal requests are reused.
 */
export async function prepare(ports: WorkerPorts, request: WorkRequest, lease: Lease): Promise<Prepared | "sealed"> {
  const { plan, suite } = request;
  const { runSpec, benchmark } = plan;
  const run = runSpec.name;
  const loaded = await loadInstances(benchmark, ports.data);
  const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
  const { train, evaluation } = await augmentInstances(selected, runSpec.data_augmenter_spec);
  const mine = await identityOf({
    runSpec,
    instances: [train, evaluation],
    sources: loaded.sources,
    identityParts: benchmark.identityParts,
    configuration: benchmark.configuration,
    protocol: runSpec.annotators === undefined ? undefined : request.protocol,
  });
  const storedIdentity = await getJson(ports.objects, keys.identity(suite, run), Identity);
  const comparison = compareIdentity(run, suite, storedIdentity, mine);
  const found = await lookAtFolder(ports.objects, suite, run, storedIdentity);
  const isDone = found.sealed?.runKey === mine.runKey && found.isWhole && !request.retryFailed;
  const settled = await settleEncoder(ports, request, isDone);
  if (settled === "sealed") return "sealed";

  const why = settled.change ?? whyReopen(comparison, found, request.retryFailed);
  if (why !== undefined) {
    const known = Math.max(lease.generation, storedIdentity?.generation ?? 0, found.manifest?.generation ?? 0);
    const kept = await reopen(ports.objects, suite, run, lease, known);
    const notice = `${why}; the earlier results are kept in ${kept}, and answers to equal requests are reused`;
    ports.report({ run, stage: "loading", done: 0, total: evaluation.length, failed: 0, reused: 0, notice });
  } else if (found.manifestEtag !== undefined)
    // deletes the outdated manifest that was read, not one that an aggregator has put since
    await ports.objects.delete(keys.manifest(suite, run), { ifMatch: found.manifestEtag });
  const identity = nextIdentity(ports, mine, why === undefined ? storedIdentity : undefined, lease);
  await putJson(ports.objects, keys.identity(suite, run), identity);
  return {
    train,
    evaluation,
    instances: await countIds(evaluation),
    identity,
    encoder: settled.encoder,
    dataset: { sha256: sha256Hex(loaded.sources.map((s) => s.sha256).join("\n")), sources: [...loaded.sources] },
  };
}

async function countIds(instances: InstanceList): Promise<number> {
  const ids = new Set<string | undefined>();
  const turn = turns();
  for (const { id } of instances) {
    ids.add(id);
    await turn();
  }
  return ids.size;
}

interface Folder {
  readonly manifest: Manifest | undefined;
  readonly manifestEtag: string | undefined;
  /** the manifest, if its generation is current: an outdated aggregator may have put an older one */
  readonly sealed: Manifest | undefined;
  /** every file that the manifest lists exists */
  readonly isWhole: boolean;
  readonly hasRunSpec: boolean;
  readonly hasState: boolean;
}

async function lookAtFolder(
  objects: ObjectStore,
  suite: string,
  run: string,
  storedIdentity: Identity | undefined,
): Promise<Folder> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  const manifest = stored && parseJson(stored.body, key, Manifest);
  const files = new Set<string>();
  for await (const file of objects.list(keys.run(suite, run))) files.add(file.key);
  const has = (file: string): boolean => files.has(keys.runFile(suite, run, file));
  return {
    manifest,
    manifestEtag: stored?.etag,
    sealed: manifest !== undefined && manifest.generation >= (storedIdentity?.generation ?? 0) ? manifest : undefined,
    isWhole: Object.keys(manifest?.files ?? {}).every(has),
    hasRunSpec: has("run_spec.json"),
    hasState: has("scenario_state.json"),
  };
}

function whyReopen(comparison: IdentityComparison, folder: Folder, retryFailed: boolean): string | undefined {
  if (comparison.kind === "reopen") return `changed since the last run: ${comparison.changed.join(", ")}`;
  if (comparison.kind === "new")
    return folder.hasRunSpec
      ? "the folder contains a run of another tool, or a run whose scratch files have expired"
      : undefined;
  if (retryFailed && (folder.sealed !== undefined || folder.hasState)) return "asking again for what failed";
  return folder.sealed === undefined ? undefined : "files that its manifest lists are missing";
}

function nextIdentity(
  ports: WorkerPorts,
  mine: IdentityCore,
  storedIdentity: Identity | undefined,
  lease: Lease,
): Identity {
  return {
    ...mine,
    generation: Math.max(lease.generation, storedIdentity?.generation ?? 0),
    startedAt: storedIdentity?.startedAt ?? new Date(ports.clock.nowMs()).toISOString(),
    attempts: (storedIdentity?.attempts ?? 0) + 1,
  };
}

/**
 * Moves the old files to a folder of their own and empties the run folder. A reader sees the old run or an open one,
 * never a mixture. After an interruption at any point it starts over with the same target folder: `known` is the
 * highest generation that any file contains.
 */
async function reopen(objects: ObjectStore, suite: string, run: string, lease: Lease, known: number): Promise<string> {
  const folder = keys.run(suite, run);
  const previous = keys.previous(suite, run, known);
  const manifest = keys.manifest(suite, run);
  const state = keys.runFile(suite, run, "scenario_state.json");
  const runSpec = keys.runFile(suite, run, "run_spec.json"); // deleted last: it shows that the folder is not empty yet
  const files: string[] = [];
  for await (const { key } of objects.list(folder)) files.push(key);
  for (const key of files) await objects.copy(key, previous + key.slice(folder.length));
  await unseal(objects, manifest);
  await objects.delete(state);
  await unseal(objects, manifest); // an aggregator may have sealed the run in between; without the scenario state it cannot do so again
  for (const key of files.filter((file) => file !== runSpec)) await objects.delete(key);
  await objects.delete(runSpec);
  await lease.raiseGeneration(known);
  return previous;
}

async function unseal(objects: ObjectStore, manifest: string): Promise<void> {
  for (;;) {
    const head = await objects.head(manifest);
    if (head === undefined || (await objects.delete(manifest, { ifMatch: head.etag })) !== "refused") return;
  }
}
