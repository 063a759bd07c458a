import type { ObjectSpec, RunSpec } from "../helm/run-spec.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import type { DataSource } from "./benchmark.ts";
import type { SqlGuard } from "./sql-guard.ts";

/** A program that annotates the answers of a run. A jury of models is not an Annotator. */
export interface Annotator {
  /** HELM's name of the annotation. */
  readonly name: string;
  /**
   * Annotates one answered request. The result is deterministic, because a resumed run annotates some requests again.
   * Rejects only if `signal` aborts.
   */
  annotate(
    state: RequestState,
    options: { readonly signal: AbortSignal },
  ): Promise<{
    /** The value that HELM stores under `name`. */
    readonly annotation: unknown;
    /** Additional details, stored as the annotation "medhelm_<name>". HELM does not read them. */
    readonly details?: unknown;
  }>;
  close?(): Promise<void>;
}

/** The ports of an annotator. */
export interface AnnotatorTools {
  readonly data: DataSource;
  readonly sql: SqlGuard;
}

/** Opens an annotator. A run calls it before its first request, so that a missing file costs nothing. @throws UserError naming the missing file */
export type AnnotatorFactory = (spec: ObjectSpec, tools: AnnotatorTools) => Promise<Annotator>;

/** Returns the factory for a spec's class; undefined if the class is a jury or unknown to this version. */
export type FindAnnotator = (
  spec: ObjectSpec,
  run: Pick<RunSpec, "name" | "scenario_spec">,
) => Promise<AnnotatorFactory | undefined>;

/** Returns the name under which the details of the annotation `name` are stored. */
export const medhelmAnnotationName = (name: string): string => `medhelm_${name}`;
