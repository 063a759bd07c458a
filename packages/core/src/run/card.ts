import { z } from "zod";
import { Access } from "./profile.ts";
import { Cluster, Stratum } from "../scoring/row-groups.ts";

/** A year, or a year and a month. */
const Day = z.string().regex(/^\d{4}(-\d{2})?$/);

/** The facts about a benchmark that a reader of its scores needs. */
const forReaders = {
  /** what a question asks of the model, as one sentence */
  asks: z.string().exactOptional(),
  /** whose work it is, e.g. "Clinicians and researchers" */
  forWhom: z.string().exactOptional(),
  /** The organisation that licenses gated or private data. */
  org: z.string().optional(),
  licence: z.string(),
  /** `closed`: the answer is one of a list. `open`: the answer is free text. */
  form: z.enum(["closed", "open"]),
  source: z.string(),
  /** Whether the benchmark existed before MedHELM. `reformulated`: the data existed, the task is new. */
  origin: z.enum(["existing", "reformulated", "new", "unknown"]).exactOptional(),
  /** The known dates on which the data was created and on which data and answers were published: a model may have seen them since. */
  dates: z
    .object({ dataCreated: Day.exactOptional(), firstPublic: Day.exactOptional(), answersPublic: Day.exactOptional() })
    .exactOptional(),
  /** The main metric of answers that need no reading, counted on the whole data: the most frequent answer, a guess, or no answer. */
  floor: z
    .object({ kind: z.enum(["majority", "chance", "nothing"]), value: z.number(), note: z.string() })
    .exactOptional(),
  /** A question in the form of the benchmark, which this project invented. Only for public data. */
  example: z.object({ question: z.string(), answer: z.string() }).exactOptional(),
};

/** The facts of a card that leaderboard.json carries. All are absent in an older release and for a benchmark without a card. */
export const BenchmarkFacts = z.object({ ...forReaders, knownFaults: z.array(z.string()) }).partial();
export type BenchmarkFacts = z.infer<typeof BenchmarkFacts>;

/** A benchmark's description for readers and for the runner. It is available without loading the data. */
export const Card = z.object({
  /** HELM's run group, e.g. "pubmed_qa". */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  subcategory: z.string(),
  access: Access,
  ...forReaders,
  mainMetric: z.string(),
  mainSplit: z.string(),
  /** The facets of HELM's taxonomy. */
  facets: z.object({ task: z.string(), what: z.string(), who: z.string(), when: z.string(), language: z.string() }),
  /** The maximum number of instances per run in HELM's published leaderboard. */
  instanceCap: z.int().exactOptional(),
  cluster: Cluster.exactOptional(),
  stratum: Stratum.exactOptional(),
  knownFaults: z.array(z.string()).default([]),
});
export type Card = z.infer<typeof Card>;
