import type { ObjectSpec } from "../../helm/run-spec.ts";
import type { Request, RequestState } from "../../helm/scenario-state.ts";
import type { Outcome } from "../../run/asking/ask.ts";
import type { Protocol } from "../../run/profile.ts";
import type { JudgeSpec, JuryReader } from "../jury-spec.ts";
import type { Verdict } from "../verdict.ts";

export interface JudgeAnswerInput {
  readonly annotatorSpec: ObjectSpec;
  /** the request with its result */
  readonly state: RequestState;
  readonly protocol: Protocol;
  readonly ask: (judge: JudgeSpec, request: Request) => Promise<Outcome>;
  /** whether the judge's deployment enforces a JSON schema for replies; default: no */
  readonly takesSchema?: (judge: JudgeSpec) => boolean;
  /** parses the spec; default: HELM's general jury, whose args are complete */
  readonly readJury?: JuryReader;
}
export interface JudgedAnswer {
  /** HELM's name of the annotation */
  readonly name: string;
  /** exactly the annotation that HELM would store under that name (model_as_judge.py) */
  readonly annotation: Readonly<Record<string, unknown>>;
  /** one verdict for each judge in the order of the spec; empty if the answer is empty, since no judge is asked then */
  readonly verdicts: readonly Verdict[];
}
