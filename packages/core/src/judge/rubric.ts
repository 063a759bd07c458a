import { sha256Hex } from "../store/canonical.ts";
import type { ObjectSpec } from "../helm/run-spec.ts";
import { type Jury, type JuryReader, judgesOf, LLM_JURY_CLASS, readLlmJury } from "./annotator.ts";
import type { Criteria } from "./parse-helm.ts";
import type { ItemGrading } from "./rubric-items.ts";
import type { Scale } from "./parse-strict.ts";

/** What HELM keeps in the class of a benchmark's own annotator, so that its spec names the judges alone. */
export interface Rubric {
  /** HELM's dotted name of the annotator, e.g. "helm.benchmark.annotation.aci_bench_annotator.ACIBenchAnnotator" */
  readonly className: string;
  /** HELM's name of the annotation */
  readonly name: string;
  /** with {QUESTION}, {RESPONSE} and, where the judge may see it, {GOLD_RESPONSE} */
  readonly template: string;
  readonly criteria: Criteria;
  readonly scale?: Scale;
  /** The template, with {RUBRIC_ITEM} too, is asked once for each item of the instance's own rubric. */
  readonly items?: ItemGrading;
  /** whose words: the benchmark's here, a HELM run's, or the user's file */
  readonly origin: "own" | "helm" | "custom";
}

/** Reads annotators of the rubrics' classes, and HELM's general jury, whose spec holds everything. */
export const juryReader =
  (rubrics: readonly Rubric[] = []): JuryReader =>
  (spec) => {
    const rubric = rubrics.find(({ className }) => className === spec.class_name);
    if (spec.class_name === LLM_JURY_CLASS) return withScale(readLlmJury(spec), rubrics);
    if (rubric === undefined) return readLlmJury(spec);
    const { name, template, criteria, scale, items } = rubric;
    return { name, template, criteria, judges: judgesOf(spec), ...(scale && { scale }), ...(items && { items }) };
  };

/** A scale that the template names and HELM's spec has no place for; a template from elsewhere has none. */
function withScale(jury: Jury, rubrics: readonly Rubric[]): Jury {
  const scale = jury.scale ?? rubrics.find(({ template }) => template === jury.template)?.scale;
  return scale === undefined ? jury : { ...jury, scale };
}

/**
 * For the manifest, by annotation: "own <sha256>", "helm <sha256>" or "custom <sha256>" of the template that judges are asked with.
 * `elsewhere`: where a general jury's template comes from that is not the benchmark's.
 */
export function judgePrompts(
  specs: readonly ObjectSpec[],
  rubrics: readonly Rubric[] = [],
  elsewhere: "helm" | "custom" = "custom",
): Record<string, string> {
  const read = juryReader(rubrics);
  const isJury = ({ class_name: name }: ObjectSpec) =>
    name === LLM_JURY_CLASS || rubrics.some(({ className }) => className === name);
  const juries = specs.filter(isJury).map(read);
  return Object.fromEntries(
    juries.map(({ name, template }) => {
      const origin = rubrics.find((rubric) => rubric.template === template)?.origin ?? elsewhere;
      return [name, `${origin} ${sha256Hex(template)}`];
    }),
  );
}
