import { z } from "zod";
import type { ObjectSpec } from "../helm/run-spec.ts";
import { UserError } from "../user-error.ts";
import type { ItemGrading } from "./rubric-items.ts";
import type { Criteria } from "./reading/parse-helm.ts";
import type { Scale } from "./reading/parse-strict.ts";

export interface JudgeSpec {
  /** key of its verdict in HELM's annotation: "gpt", or the deployment */
  readonly name: string;
  readonly model: string;
  readonly modelDeployment: string;
}

/** A parsed annotator spec: the judges, their prompt and their criteria. */
export interface Jury {
  /** HELM's name of the annotation */
  readonly name: string;
  readonly template: string;
  readonly criteria: Criteria;
  readonly judges: readonly JudgeSpec[];
  readonly scale?: Scale;
  /** present: judges grade each item of the instance's own rubric by a separate request */
  readonly items?: ItemGrading;
  /** whether the judges get the images of the question */
  readonly seesImages?: true;
}
/** Parses the spec of one annotator class. */
export type JuryReader = (spec: ObjectSpec) => Jury;

/** HELM's general jury; its args contain the whole jury. */
export const LLM_JURY_CLASS = "helm.benchmark.annotation.model_as_judge.LLMAsJuryAnnotator";

const Models = z.object({
  annotator_models: z.record(z.string(), z.object({ model_name: z.string(), model_deployment: z.string() })),
});
const JuryArgs = z.object({
  name: z.string(),
  prompt_template: z.string(),
  annotation_criteria: z.record(z.string(), z.array(z.string())),
  /** our extension: the author's declared scale */
  scale: z.object({ min: z.number(), max: z.number() }).optional(),
  /** our extension: the judges get the images of the question */
  sees_images: z.literal(true).optional(),
});

/**
 * Returns the judges of any annotator spec in HELM's order; empty if the annotator uses no model.
 * @throws UserError if annotator_models does not have HELM's form
 */
export function judgesOf(spec: ObjectSpec): JudgeSpec[] {
  if (spec.args["annotator_models"] === undefined) return [];
  const parsed = Models.safeParse(spec.args);
  if (!parsed.success)
    throw new UserError(
      `annotator ${spec.class_name}: annotator_models must give each judge model_name and model_deployment`,
    );
  return Object.entries(parsed.data.annotator_models).map(([name, judge]) => ({
    name,
    model: judge.model_name,
    modelDeployment: judge.model_deployment,
  }));
}

/** Parses an LLMAsJuryAnnotator. @throws UserError for another class or wrong args */
export const readLlmJury: JuryReader = (spec) => {
  const parsed = JuryArgs.safeParse(spec.args);
  if (spec.class_name !== LLM_JURY_CLASS || !parsed.success)
    throw new UserError(
      `annotator ${spec.class_name} is unknown: use a run spec of this version, or a jury with name, prompt_template and annotation_criteria`,
    );
  const { name, prompt_template: template, annotation_criteria: criteria, scale, sees_images: sees } = parsed.data;
  return {
    name,
    template,
    criteria,
    judges: judgesOf(spec),
    ...(scale === undefined ? {} : { scale }),
    ...(sees === undefined ? {} : { seesImages: sees }),
  };
};
