import type { ObjectSpec, RunSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { DataSource } from "./benchmark.ts";
import type { SqlGuard } from "./sql-guard.ts";

/** A step after the answers that is no jury: a program that looks at each answer once. */
export interface Annotator {
  /** HELM's name of the annotation */
  readonly name: string;
  /**
   * The annotation of one answered request, the same bytes each time. It may be asked twice for one request. Rejects only when
   * `signal` aborts.
   */
  annotate(
    state: RequestState,
    options: { readonly signal: AbortSignal },
  ): Promise<{
    /** exactly what HELM stores under `name` */
    readonly annotation: unknown;
    /** what is ours, stored as "medhelm_<name>", which HELM does not read */
    readonly own?: unknown;
  }>;
  close?(): Promise<void>;
}

/** What an annotator may use. */
export interface AnnotatorTools {
  readonly data: DataSource;
  readonly sql: SqlGuard;
}

/** Opened before the first request, so that a missing file costs nothing. @throws UserError naming what is missing */
export type AnnotatorFactory = (spec: ObjectSpec, tools: AnnotatorTools) => Promise<Annotator>;

/** Loads the annotator of a spec's class. Undefined: the class is a jury, or this version has no annotator of that name. */
export type FindAnnotator = (
  spec: ObjectSpec,
  run: Pick<RunSpec, "name" | "scenario_spec">,
) => Promise<AnnotatorFactory | undefined>;

/** Name of our annotation beside the one that HELM reads. */
export const ownAnnotation = (name: string): string => `medhelm_${name}`;
