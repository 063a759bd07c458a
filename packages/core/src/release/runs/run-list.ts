import { z } from "zod";

const Counts = z.record(z.string(), z.int());

/** The line of an instance in the list of its run. */
export const ListRow = z.object({
  id: z.string(),
  /** absent: 0 */
  trial: z.int().exactOptional(),
  perturbation: z.string().exactOptional(),
  /** the chunk that has the instance */
  page: z.int(),
  /** the first words of the question */
  text: z.string(),
  /** the outcome under profile helm and under corrected, one character each: see OUTCOMES of list-marks.ts */
  outcomes: z.string(),
  /** the main metric under profile helm */
  helm: z.number().exactOptional(),
  corrected: z.number().exactOptional(),
  /** see MARKS of list-marks.ts; absent: none */
  marks: z.string().exactOptional(),
  /** the number of the instance's cluster, from 0; absent: it is independent, or unknown */
  cluster: z.int().exactOptional(),
  /** the mean score of each judge of `judges` in list.json; null: none */
  judges: z.array(z.number().nullable()).exactOptional(),
});
export type ListRow = z.infer<typeof ListRow>;

/** pages/list-<part>.json: lines in the order of the run */
export const ListPart = z.object({ formatVersion: z.literal(1), part: z.int(), rows: z.array(ListRow) });
export type ListPart = z.infer<typeof ListPart>;

/** pages/list.json: the counts over all instances, and where their lines are */
export const RunList = z.object({
  formatVersion: z.literal(1),
  instances: z.int(),
  /** number of chunks */
  pages: z.int(),
  /** the metric of the lines */
  metric: z.string(),
  judges: z.array(z.string()).exactOptional(),
  /** "helm:0" and "corrected:<" for outcomes, "d" for marks -> the number of instances */
  counts: Counts,
  /** part n is list-<n>.json; `first`: the position of its first line in the run */
  parts: z.array(z.object({ first: z.int(), count: z.int(), counts: Counts })),
  /** number of ids-<n>.json, and of details-<n>.json */
  ids: z.int(),
  details: z.int(),
});
export type RunList = z.infer<typeof RunList>;

/** pages/ids-<n>.json: [hash of the address, chunk] of the instances whose address belongs to bucket n */
export const IdBucket = z.object({ formatVersion: z.literal(1), ids: z.array(z.tuple([z.int(), z.int()])) });
export type IdBucket = z.infer<typeof IdBucket>;

/** The fields that only the explanation of a score shows. */
export const InstanceDetails = z.object({
  stats: z.record(z.string(), z.number()),
  corrected: z.record(z.string(), z.number()),
  /** annotation -> the prompt that its judges received */
  judgePrompts: z.record(z.string(), z.string()).exactOptional(),
  /** annotations that are no judgements, such as the results of queries */
  annotations: z.record(z.string(), z.unknown()).exactOptional(),
  /** annotations that are too large for this file */
  leftOut: z.array(z.string()).exactOptional(),
});
export type InstanceDetails = z.infer<typeof InstanceDetails>;

/** pages/details-<n>.json: the details of the instances of several chunks; `first`: the position of its first instance in the run */
export const DetailsPart = z.object({
  formatVersion: z.literal(1),
  part: z.int(),
  first: z.int(),
  instances: z.array(InstanceDetails),
});
export type DetailsPart = z.infer<typeof DetailsPart>;
