import { createHash } from "node:crypto";
import { z } from "zod";
import type { Instance } from "../helm/instance.ts";
import type { RunSpec } from "../helm/run-spec.ts";
import { GENERATION_FOLDER } from "../store/object-keys.ts";
import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import { raisedInt } from "../store/raised-int.ts";
import { fastCanonicalJson } from "../store/fast-canonical.ts";
import { ModelOfRun, servedName } from "../models/model-of-run.ts";
import { UserError } from "../user-error.ts";
import type { Protocol } from "./profile.ts";
import { turns } from "./turns.ts";
import { Wording } from "./spec/wording.ts";

/**
 * The inputs that determine a run's results. HELM's run names omit some of them: config_path, data_path, judges and -m
 * (docs/architecture.md, rule 5). The worker writes work/<suite>/<run>/identity.json before the first request.
 */
export const Identity = z.object({
  formatVersion: z.literal(1),
  runKey: z.string(),
  generation: raisedInt,
  /** Hashes or short values by readable name. Equal parts give an equal runKey. */
  parts: z.record(z.string(), z.string()),
  /** The configuration file of a custom benchmark. */
  configuration: z.string().optional(),
  /** Start of the first attempt at this generation, ISO 8601. */
  startedAt: z.string(),
  /** The number of workers that have started this generation. */
  attempts: raisedInt,
  /** The term of the worker that wrote this file (jobs/lease.ts). */
  term: raisedInt.exactOptional(),
  /** The models that answer, by deployment, as the last worker found them before its first request. */
  models: z.record(z.string(), ModelOfRun).exactOptional(),
  /** Whose words the prompts and rubrics are; absent in an older identity. */
  wording: Wording.exactOptional(),
  /** Distinguishes the answers of `--fresh` from earlier ones. */
  fresh: z.string().exactOptional(),
  /** The folder of a complete attempt at this generation, which an aggregator seals (keys.generation). */
  folder: z.string().regex(GENERATION_FOLDER).exactOptional(),
  /** sha256 of the files in this folder. A worker that finds the attempt compares them. Absent in an older identity. */
  files: z.record(z.string(), z.string()).exactOptional(),
  /**
   * The most requests of this generation that an interrupted worker had done. It shows the dispatcher whether jobs that are interrupted again and
   * again make progress.
   */
  done: z.int().exactOptional(),
  /** Hash of the other fields, by which a reader notices a damage that leaves it valid JSON. Absent in an older identity. */
  ownSha256: z.string().exactOptional(),
});
export type Identity = z.infer<typeof Identity>;

/** The fields by which two executions are compared. The other fields of Identity describe one execution. */
export type IdentityCore = Pick<Identity, "formatVersion" | "runKey" | "parts" | "configuration">;

export interface IdentityInput {
  readonly runSpec: RunSpec;
  /** The lists of instances: train, then evaluation. */
  readonly instances: readonly Iterable<Instance>[];
  readonly sources: readonly { readonly label: string; readonly sha256: string }[];
  readonly identityParts: Readonly<Record<string, string>>;
  readonly configuration?: string | undefined;
  readonly protocol: Protocol | undefined;
}

/** Computes the identity of a run from its inputs. */
export async function identityOf(input: IdentityInput): Promise<IdentityCore> {
  const { max_eval_instances: limit, ...adapter } = input.runSpec.adapter_spec;
  const scenario = input.runSpec.scenario_spec;
  const parts: Record<string, string> = {
    "max eval instances": limit === undefined ? "all" : String(limit),
    "adapter and instructions": sha256Hex(canonicalJson(adapter)),
    // Paths are left out: the contents of the files count, as identity parts or data files.
    "scenario arguments": sha256Hex(
      canonicalJson(Object.entries(scenario.args).filter(([name]) => !name.endsWith("_path"))),
    ),
    metrics: sha256Hex(canonicalJson(input.runSpec.metric_specs)),
    groups: input.runSpec.groups.join(", "),
    instances: await hashInstances(input.instances),
    ...Object.fromEntries(input.sources.map((source, i) => [`data file ${i + 1}`, source.sha256])),
    ...input.identityParts,
  };
  if (input.runSpec.annotators !== undefined) parts["jury"] = sha256Hex(canonicalJson(input.runSpec.annotators));
  if (input.protocol !== undefined) parts["judge protocol"] = input.protocol;
  return {
    formatVersion: 1,
    runKey: sha256Hex(canonicalJson({ name: input.runSpec.name, parts })),
    parts,
    ...(input.configuration === undefined ? {} : { configuration: input.configuration }),
  };
}

/** The beginning of the part that a later model of a deployment adds. */
export const MODEL_PART = "model behind ";

/**
 * The identity with what answers. Only a later model of a deployment and an allowance are parts, so that runs without them keep the
 * keys that they have always had.
 */
export function withModels(
  core: IdentityCore,
  run: string,
  models: Readonly<Record<string, ModelOfRun>>,
): IdentityCore {
  const added = Object.entries(models).flatMap(([deployment, { reasoningAllowance, requests, revision, ...model }]) => [
    ...(reasoningAllowance === undefined ? [] : [[`reasoning allowance of ${deployment}`, String(reasoningAllowance)]]),
    ...(requests === undefined ? [] : [[`request of ${deployment} in model_deployments.yaml`, requests]]),
    ...(revision === undefined ? [] : [[`${MODEL_PART}${deployment}`, `${servedName(model)}, ${revision}`]]),
  ]);
  if (added.length === 0) return core;
  const parts: Record<string, string> = { ...core.parts, ...Object.fromEntries(added) };
  return { ...core, parts, runKey: sha256Hex(canonicalJson({ name: run, parts })) };
}

async function hashInstances(lists: readonly Iterable<Instance>[]): Promise<string> {
  const hash = createHash("sha256");
  const turn = turns();
  for (const list of lists)
    for (const instance of list) {
      hash.update(`${fastCanonicalJson(instance)}\n`);
      const turning = turn();
      if (turning !== undefined) await turning;
    }
  return hash.digest("hex");
}

export type IdentityComparison =
  | { readonly kind: "new" }
  | { readonly kind: "same" }
  /** The earlier results must be set aside and computed again. */
  | { readonly kind: "reopen"; readonly changed: readonly string[] };

/** The suite holds a run of this name with another configuration. The new run is refused; the existing one is unaffected. */
export class OtherConfiguration extends UserError {}

/**
 * Compares a run with the stored run of the same name and decides whether to start, resume or reopen it.
 * @throws OtherConfiguration if the stored run has another configuration file: two benchmarks would overwrite each other
 */
export function compareIdentity(
  run: string,
  suite: string,
  stored: Identity | undefined,
  current: IdentityCore,
): IdentityComparison {
  if (stored === undefined) return { kind: "new" };
  if (stored.runKey === current.runKey) return { kind: "same" };
  if (stored.configuration !== current.configuration)
    throw new OtherConfiguration(
      `${run}: suite "${suite}" already has a run of this name from ${stored.configuration ?? "the built-in benchmark"}, and this run is from ${current.configuration ?? "the built-in benchmark"}; rename one of them, or use another --suite`,
    );
  const names = new Set([...Object.keys(stored.parts), ...Object.keys(current.parts)]);
  const changed = [...names]
    .filter((name) => stored.parts[name] !== current.parts[name])
    .map((name) => describeChange(name, stored, current));
  // A larger -m or another data file also changes the instances, so the message names only the cause.
  const causes = changed.filter((what) => what !== "instances");
  return { kind: "reopen", changed: causes.length > 0 ? causes : changed };
}

/**
 * Compares the wording of a run with that of the sealed run of the same name. HELM's run names do not say whose words the prompts are, so one of the
 * two would replace the other. An unknown wording is not compared.
 * @returns the sentence that refuses the run; undefined if the wordings do not differ
 */
export function otherWording(
  suite: string,
  sealed: Wording | undefined,
  current: Wording | undefined,
): string | undefined {
  if (sealed === undefined || current === undefined || sealed === current) return undefined;
  return `suite "${suite}" has this run with prompts: ${sealed}, and one with prompts: ${current} would replace it; use another --suite, and compare both with medhelm summarize --release NAME --suites ${suite} OTHER`;
}

/** Says that a run whose answers are complete is not sealed yet, and that prompts of another wording would replace it. */
export function otherUnsealedWording(
  suite: string,
  complete: Wording | undefined,
  current: Wording | undefined,
): string | undefined {
  if (complete === undefined || current === undefined || complete === current) return undefined;
  return `suite "${suite}" has all answers of this run with prompts: ${complete}, but not its scores, and one with prompts: ${current} would replace it; start it again with prompts: ${complete}, which writes the scores, or use another --suite`;
}

function describeChange(name: string, stored: Identity, current: IdentityCore): string {
  const [before, after] = [stored.parts[name], current.parts[name]];
  return isShort(before) && isShort(after) ? `${name} (${before} -> ${after})` : name;
}

function isShort(value: string | undefined): boolean {
  return value !== undefined && value.length < 40;
}
