import { z } from "zod";
import type { RunSpec } from "../helm/run-spec.ts";

const JuryArgs = z.looseObject({ metric_name: z.string(), annotator_models: z.record(z.string(), z.unknown()) });

/**
 * Whether judges' verdicts are the values of this metric: a jury's score, or its part for a criterion, a judge or a tag. HELM's earlier juries
 * have no args; their metric, e.g. aci_bench_accuracy, has the name of their annotator, e.g. ACIBenchAnnotator.
 */
export function isJuryMetric({ metric_specs, annotators = [] }: JurySpecs, metric: string): boolean {
  const isOfJury = metric_specs.some(({ args }) => {
    const name = JuryArgs.safeParse(args).data?.metric_name;
    return name !== undefined && (metric === name || metric.startsWith(`${name}_`));
  });
  return (
    isOfJury ||
    annotators.some(({ class_name }) => {
      const name = /(\w+)Annotator$/.exec(class_name)?.[1];
      return name !== undefined && plain(metric).startsWith(plain(name));
    })
  );
}

type JurySpecs = Pick<RunSpec, "metric_specs" | "annotators">;

const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** Whether a jury was asked and gave no verdict, so that its metrics have no value; HELM's files then contain a default score. */
export const hasNoVerdict = (coverage: { readonly verdictsAsked: number; readonly verdictsScored: number }): boolean =>
  coverage.verdictsAsked > 0 && coverage.verdictsScored === 0;
