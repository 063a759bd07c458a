import { z } from "zod";

const Goldens = z.object({
  sections: z.record(
    z.string(),
    z.object({
      tolerance: z
        .object({ abs: z.number().nonnegative().optional(), rel: z.number().nonnegative().optional() })
        .refine(({ abs, rel }) => abs !== undefined || rel !== undefined, "expected abs or rel"),
      cases: z.array(z.object({ id: z.string(), input: z.unknown(), expected: z.json() })),
    }),
  ),
});

/** Sections of cases with expected values, in the form of ../shared/stats/goldens.json. null is a missing or undefined value. */
export type Goldens = z.infer<typeof Goldens>;
/** abs: the greatest difference; rel: the same as a share of max(1, |expected|) */
export type Tolerance = Goldens["sections"][string]["tolerance"];

/** @throws zod's error for another form */
export const parseGoldens = (data: unknown): Goldens => Goldens.parse(data);
