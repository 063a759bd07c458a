import { z } from "zod";
import { Access } from "./profile.ts";
import { Cluster, Stratum } from "../scoring/row-groups.ts";

/** A year, or a year and a month. */
const Day = z.string().regex(/^\d{4}(-\d{2})?$/);

/** What a reader and a runner must know of a benchmark without loading it. */
export const Card = z.object({
  /** HELM's run group, e.g. "pubmed_qa" */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  subcategory: z.string(),
  access: Access,
  /** who licenses gated or private data */
  org: z.string().optional(),
  licence: z.string(),
  /** closed: an answer out of a list; open: free text */
  form: z.enum(["closed", "open"]),
  source: z.string(),
  mainMetric: z.string(),
  mainSplit: z.string(),
  /** the facets of HELM's taxonomy */
  facets: z.object({ task: z.string(), what: z.string(), who: z.string(), when: z.string(), language: z.string() }),
  /** was the task a benchmark before MedHELM; reformulated: its data was, its task was not */
  origin: z.enum(["existing", "reformulated", "new", "unknown"]).exactOptional(),
  /** at most this many instances of a run in HELM's published leaderboard */
  instanceCap: z.int().exactOptional(),
  cluster: Cluster.exactOptional(),
  stratum: Stratum.exactOptional(),
  /** as far as known: when the data came about, when it could first be had, and when its answers could: what a model may have seen */
  dates: z
    .object({ dataCreated: Day.exactOptional(), firstPublic: Day.exactOptional(), answersPublic: Day.exactOptional() })
    .exactOptional(),
  knownFaults: z.array(z.string()).default([]),
});
export type Card = z.infer<typeof Card>;
