import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import { type Identity, type IdentityCore, withModels } from "@medhelm/core/run/identity";
import { UserError } from "@medhelm/core/user-error";
import { settleEncoder } from "../assembly/encode.ts";
import type { FoundRun } from "../identity/found-run.ts";
import { modelsOf, type openModels, type OpenModels } from "./open-models.ts";
import type { WorkerPorts, WorkRequest } from "../ports.ts";

/** Opens the models at the first call. */
export type Open = (
  known: Omit<Parameters<typeof openModels>[2], "canPool" | "instances">,
) => Promise<OpenModels | UserError>;

export interface Compared {
  readonly models: OpenModels | UserError;
  /** the models that answer, by deployment; the earlier ones if they cannot be opened */
  readonly answering: Readonly<Record<string, ModelOfRun>>;
  /** the run's identity with these models */
  readonly mine: IdentityCore;
  readonly settled: Awaited<ReturnType<typeof settleEncoder>>;
  /** everything is asked again from here */
  readonly isFresh: boolean;
}

/** Opens the models, and finds out whether the run is complete as it is. */
export async function compareModels(
  ports: WorkerPorts,
  request: WorkRequest,
  {
    core,
    open,
    stored,
    found,
  }: {
    readonly core: IdentityCore;
    readonly open: Open;
    readonly stored: Identity | undefined;
    readonly found: FoundRun;
  },
): Promise<Compared> {
  const run = request.plan.runSpec.name;
  const isFresh = request.fresh === true && !isAskedAlready(request, stored?.fresh, found);
  const isOpen = request.retryFailed || isFresh || found.sealed?.coverage.transient !== undefined;
  const isDoneAs = ({ runKey }: IdentityCore): boolean =>
    found.sealed?.runKey === runKey && found.isWhole && !found.isEdited && !isOpen;
  const known = stored?.models ?? found.manifest?.models ?? {};
  const isDoneAsBefore = isDoneAs(withModels(core, run, known));
  // an encoder that is missing is found before any request
  const settledAsBefore = await settleEncoder(ports, request, isDoneAsBefore);
  const models = await open({ known, isDone: isDoneAsBefore });
  const answering = models instanceof UserError ? known : modelsOf(request, models);
  const mine = withModels(core, run, answering);
  const isDone = isDoneAs(mine);
  const settled = isDone === isDoneAsBefore ? settledAsBefore : await settleEncoder(ports, request, isDone);
  return { models, answering, mine, settled, isFresh };
}

/**
 * Whether earlier workers ask everything again for the same request, so that this one keeps their answers. A submission names its answers, and they also
 * count if a worker is killed between the seal and its record.
 */
const isAskedAlready = ({ submission }: WorkRequest, fresh: string | undefined, { sealed }: FoundRun): boolean =>
  submission === undefined ? fresh !== undefined && sealed === undefined : fresh === submission;

export function modelsAndAnswers(
  { clock }: WorkerPorts,
  { submission }: WorkRequest,
  { answering, isFresh }: Compared,
  stored: Identity | undefined,
): Pick<Identity, "models" | "fresh"> {
  const fresh = isFresh ? (submission ?? clock.randomUuid()) : stored?.fresh;
  return {
    ...(Object.keys(answering).length === 0 ? {} : { models: answering }),
    ...(fresh === undefined ? {} : { fresh }),
  };
}
