import { z } from "zod";
import { Undefined } from "./cell-statistics.ts";

/** The mean that clinicians would give to all answers of a run: PPI++ (statistics/ppi-mean.ts), from their ratings of some. */
export const ClinicianMean = z.object({
  /** number of answers that clinicians rated, and that only the jury scored */
  rated: z.int(),
  others: z.int(),
  /** the scale of the ratings, which `mean` has */
  scale: z.object({ min: z.number(), max: z.number() }),
  mean: z.union([
    z.object({
      value: z.number(),
      /** the limits of the 95 % interval */
      low: z.number(),
      high: z.number(),
      /** how much the jury's scores count, from 0 to 1 */
      lambda: z.number(),
      /** the mean of the rated answers by the clinicians, and of all answers by the jury */
      cliniciansOnly: z.number(),
      juryOnly: z.number(),
    }),
    Undefined,
  ]),
});
export type ClinicianMean = z.infer<typeof ClinicianMean>;

/** The means of a release by suite and run. */
export type ClinicianMeans = ReadonlyMap<string, ClinicianMean>;

/** The key of a run in `ClinicianMeans`. */
export const clinicianKey = ({ suite, run }: { readonly suite: string; readonly run: string }): string =>
  `${suite}/${run}`;
