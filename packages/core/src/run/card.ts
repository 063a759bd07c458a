import { z } from "zod";
import { Access } from "./profile.ts";
import { Cluster, Stratum } from "../scoring/row-groups.ts";

/** A year, or a year and a month. */
const Day = z.string().regex(/^\d{4}(-\d{2})?$/);

/** A benchmark's description for readers and for the runner. It is available without loading the data. */
export const Card = z.object({
  /** HELM's run group, e.g. "pubmed_qa". */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  subcategory: z.string(),
  access: Access,
  /** The organisation that licenses gated or private data. */
  org: z.string().optional(),
  licence: z.string(),
  /** `closed`: the answer is one of a list. `open`: the answer is free text. */
  form: z.enum(["closed", "open"]),
  source: z.string(),
  mainMetric: z.string(),
  mainSplit: z.string(),
  /** The facets of HELM's taxonomy. */
  facets: z.object({ task: z.string(), what: z.string(), who: z.string(), when: z.string(), language: z.string() }),
  /** Whether the benchmark existed before MedHELM. `reformulated`: the data existed, the task is new. */
  origin: z.enum(["existing", "reformulated", "new", "unknown"]).exactOptional(),
  /** The maximum number of instances per run in HELM's published leaderboard. */
  instanceCap: z.int().exactOptional(),
  cluster: Cluster.exactOptional(),
  stratum: Stratum.exactOptional(),
  /** The known dates on which the data was created and on which data and answers were published: a model may have seen them since. */
  dates: z
    .object({ dataCreated: Day.exactOptional(), firstPublic: Day.exactOptional(), answersPublic: Day.exactOptional() })
    .exactOptional(),
  knownFaults: z.array(z.string()).default([]),
});
export type Card = z.infer<typeof Card>;
