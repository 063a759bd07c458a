import { sha256Hex } from "../store/canonical.ts";
import type { ObjectSpec } from "../helm/run-spec.ts";
import { type Jury, type JuryReader, judgesOf, LLM_JURY_CLASS, readLlmJury } from "./jury-spec.ts";
import type { Criteria } from "./reading/parse-helm.ts";
import type { ItemGrading } from "./rubric-items.ts";
import type { Scale } from "./reading/parse-strict.ts";

/** The jury of a benchmark's own annotator. HELM keeps it in the annotator's class, so the run spec names only the judges. */
export interface Rubric {
  /** HELM's dotted name of the annotator, e.g. "helm.benchmark.annotation.aci_bench_annotator.ACIBenchAnnotator" */
  readonly className: string;
  /** HELM's name of the annotation */
  readonly name: string;
  /** with {QUESTION}, {RESPONSE} and, if the judge may see it, {GOLD_RESPONSE} */
  readonly template: string;
  readonly criteria: Criteria;
  readonly scale?: Scale;
  /** Present: the template also has {RUBRIC_ITEM}, and judges answer it for each item of the instance's own rubric. */
  readonly items?: ItemGrading;
  /** source of the wording: this repository, a HELM run, or the user's file */
  readonly origin: "own" | "helm" | "custom";
}

/** Parses annotators of the rubrics' classes and HELM's general jury. */
export const juryReader =
  (rubrics: readonly Rubric[] = []): JuryReader =>
  (spec) => {
    const rubric = rubrics.find(({ className }) => className === spec.class_name);
    if (spec.class_name === LLM_JURY_CLASS) return withScale(readLlmJury(spec), rubrics);
    if (rubric === undefined) return readLlmJury(spec);
    const { name, template, criteria, scale, items } = rubric;
    return { name, template, criteria, judges: judgesOf(spec), ...(scale && { scale }), ...(items && { items }) };
  };

/** Adds the scale of the rubric with the same template, since HELM's spec cannot state a scale. Other templates have no scale. */
function withScale(jury: Jury, rubrics: readonly Rubric[]): Jury {
  const scale = jury.scale ?? rubrics.find(({ template }) => template === jury.template)?.scale;
  return scale === undefined ? jury : { ...jury, scale };
}

/**
 * Describes the judges' templates for the manifest, by annotation: "own <sha256>", "helm <sha256>" or "custom <sha256>".
 * `otherOrigin`: the origin of a general jury's template that is not the benchmark's.
 */
export function judgePrompts(
  specs: readonly ObjectSpec[],
  rubrics: readonly Rubric[] = [],
  otherOrigin: "helm" | "custom" = "custom",
): Record<string, string> {
  const read = juryReader(rubrics);
  const isJury = ({ class_name: name }: ObjectSpec) =>
    name === LLM_JURY_CLASS || rubrics.some(({ className }) => className === name);
  const juries = specs.filter(isJury).map(read);
  return Object.fromEntries(
    juries.map(({ name, template }) => {
      const origin = rubrics.find((rubric) => rubric.template === template)?.origin ?? otherOrigin;
      return [name, `${origin} ${sha256Hex(template)}`];
    }),
  );
}
