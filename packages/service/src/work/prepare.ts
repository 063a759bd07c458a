import type { ReadImage } from "@medhelm/core/helm/media";
import type { InstanceList } from "@medhelm/core/run/requests/instance-list";
import type { Assembly } from "@medhelm/core/run/assembly";
import type { LoadedInstances } from "@medhelm/core/run/benchmark";
import type { LoadedGroups } from "@medhelm/core/scoring/row-groups";
import { turns } from "@medhelm/core/run/turns";
import { loadInstances } from "@medhelm/core/run/requests/load-instances";
import {
  compareIdentity,
  type Identity,
  type IdentityCore,
  identityOf,
  OtherConfiguration,
  otherUnsealedWording,
  otherWording,
} from "@medhelm/core/run/identity";
import type { Lease } from "@medhelm/core/jobs/lease";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { planWording, type Wording, wordingOf } from "@medhelm/core/run/spec/wording";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { Encoder, Spill } from "@medhelm/core/ports";
import { orUserError, UserError } from "@medhelm/core/user-error";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { textIndex } from "@medhelm/core/text/text-index";
import { compareModels, modelsAndAnswers, type Open } from "./models/compare-models.ts";
import { earlierResults, findRun, type FoundRun } from "./identity/found-run.ts";
import { doneBefore, generationAt, nextIdentity, type OwnIdentity } from "./identity/next-identity.ts";
import { noticesOf, openModels, type OpenModels } from "./models/open-models.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";
import { refuseLaterTerm } from "./identity/refuse-later-term.ts";
import { replaceIdentity } from "./identity/replace-identity.ts";
import { storedIdentity } from "./identity/stored-identity.ts";
import { reusedText, whyReopen } from "./identity/why-reopen.ts";

export interface Prepared {
  readonly train: InstanceList;
  readonly evaluation: InstanceList;
  /** The number of evaluated instances; an instance and its perturbed copies count once. */
  readonly instances: number;
  readonly identity: OwnIdentity;
  readonly dataset: Manifest["dataset"];
  /** those of the evaluated instances, by id */
  readonly groups: Assembly["groups"];
  /** reads the images of the prompts; undefined: the benchmark has none */
  readonly readImage: ReadImage | undefined;
  /** undefined: no BERTScore in this run */
  readonly encoder: Encoder | undefined;
  /** An error if a model cannot be opened. The run then needs no model, because an earlier worker has assembled its files. */
  readonly models: OpenModels | UserError;
}

/**
 * Loads the instances and compares the run with the one that may already exist under its name. The run is new, the
 * same (resume), sealed (nothing to do), or changed: then its generation is raised, and answers to equal requests are
 * reused. The old results stay where they are, and readers see them until the new generation is sealed.
 * @throws LeaseLost if another worker took over the run
 */
export async function prepare(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  spill: Spill | undefined,
): Promise<Prepared | "sealed"> {
  const { runSpec, benchmark } = request.plan;
  const loaded = await loadInstances(benchmark, ports.data, spill);
  const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
  const { train, evaluation } = await augmentInstances(selected, runSpec, {
    data: ports.data,
    spill,
  });
  const mine = await identityOf({
    runSpec,
    instances: [train, evaluation],
    sources: loaded.sources,
    identityParts: benchmark.identityParts,
    configuration: benchmark.configuration,
    protocol: runSpec.annotators === undefined ? undefined : request.protocol,
  });
  const canPool = benchmark.agent === undefined && loaded.readImage === undefined;
  let opening: Promise<OpenModels> | undefined;
  const instances = evaluation.length;
  const open: Open = (known) =>
    (opening ??= openModels(ports, request, { ...known, canPool, instances })).catch(orUserError);
  let started: Started | "sealed" | undefined;
  while (started === undefined)
    started = await begin(ports, request, lease, { core: mine, total: evaluation.length, open });
  if (started === "sealed") return "sealed";
  return {
    train,
    evaluation,
    ...(await idsAndGroups(evaluation, loaded.groups)),
    ...started,
    readImage: loaded.readImage,
    dataset: { sha256: sha256Hex(loaded.sources.map((s) => s.sha256).join("\n")), sources: [...loaded.sources] },
  };
}

type Started = Pick<Prepared, "identity" | "encoder" | "models">;

interface Begin {
  readonly core: IdentityCore;
  /** the number of evaluated instances */
  readonly total: number;
  readonly open: Open;
}

/** Decides how the run goes on and stores its identity. Undefined: a worker of an earlier term has changed the identity meanwhile. */
async function begin(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  { core, total, open }: Begin,
): Promise<Started | "sealed" | undefined> {
  const { suite, retryFailed } = request;
  const run = request.plan.runSpec.name;
  const { identity: stored, isDamaged } = await storedIdentity(ports.objects, suite, run);
  await refuseLaterTerm(ports.objects, { suite, run }, stored, lease);
  const found = await findRun(ports.objects, suite, run, stored);
  const worded = checkedWording(request, found, stored);
  const compared = await compareModels(ports, request, { core, open, stored, found });
  const { models, mine, settled, isFresh } = compared;
  const notice = (text: string): void =>
    ports.report({ run, stage: "loading", done: 0, total, failed: 0, reused: 0, notice: text });
  const comparison = compareIdentity(run, suite, stored, mine);
  const why = settled === "sealed" ? undefined : (settled.change ?? whyReopen(comparison, found, retryFailed, isFresh));
  const needsNoModel = settled === "sealed" || (found.isAssembled && why === undefined && !retryFailed);
  for (const text of checkedModels(models, needsNoModel)) notice(text);
  for (const text of damageNotices(isDamaged, found)) notice(text);
  if (settled === "sealed" && !isDamaged) return "sealed";

  const isNewGeneration = why !== undefined || (retryFailed && stored !== undefined);
  const identity = nextIdentity(ports, mine, lease, generationAt(stored, found, settled, isNewGeneration), {
    ...modelsAndAnswers(ports, request, compared, stored),
    ...worded,
    ...(await doneBefore(ports.objects, suite, run, { stored, isNewGeneration })),
  });
  if (why !== undefined) {
    const kept = await earlierResults(ports.objects, suite, run, found);
    notice(`${why}; ${kept}${reusedText(isFresh, comparison)}`);
  }
  if (!(await replaceIdentity(ports.objects, { suite, run }, stored, identity))) return undefined;
  if (settled === "sealed") return "sealed";
  return { identity, encoder: settled.encoder, models };
}

const DAMAGED_IDENTITY =
  "the record of its inputs (identity.json) was damaged and is written again; stored answers are used";
const DAMAGED_ATTEMPT = "files of its last attempt were damaged and are written again from the stored answers";

const damageNotices = (isIdentityDamaged: boolean, { isAttemptDamaged }: FoundRun): string[] => [
  ...(isIdentityDamaged ? [DAMAGED_IDENTITY] : []),
  ...(isAttemptDamaged ? [DAMAGED_ATTEMPT] : []),
];

/** The wording of the request. @throws OtherConfiguration if it would replace results of another wording */
function checkedWording(
  { plan, prompts, suite }: WorkRequest,
  found: FoundRun,
  stored: Identity | undefined,
): Pick<Identity, "wording"> {
  const wording = wordingOf(planWording(plan, prompts));
  const replaced =
    otherWording(suite, sealedWording(found), wording) ??
    (found.isAssembled ? otherUnsealedWording(suite, stored?.wording, wording) : undefined);
  if (replaced !== undefined) throw new OtherConfiguration(replaced);
  return wording === undefined ? {} : { wording };
}

const sealedWording = ({ manifest }: FoundRun): Wording | undefined => manifest && wordingOf(manifest, manifest.judges);

/**
 * Returns the sentences for the user about the models.
 * @throws UserError if a model that the run needs cannot be opened
 */
function checkedModels(models: OpenModels | UserError, needsNoModel: boolean): readonly string[] {
  if (!(models instanceof UserError)) return noticesOf(models);
  if (!needsNoModel) throw models;
  return [`the run is complete, and it was not checked which model answers now: ${models.message}`];
}

async function idsAndGroups(
  evaluation: InstanceList,
  known: LoadedInstances["groups"],
): Promise<Pick<Prepared, "instances" | "groups">> {
  const ids = textIndex();
  const groups = new Map<string, LoadedGroups>();
  const turn = turns();
  for (const { id } of evaluation) {
    const found = id === undefined ? undefined : known?.get(id);
    if (id !== undefined && found !== undefined) groups.set(id, found);
    ids.add(id ?? "");
    const turning = turn();
    if (turning !== undefined) await turning;
  }
  return { instances: ids.size(), groups: groups.size === 0 ? undefined : Object.fromEntries(groups) };
}
