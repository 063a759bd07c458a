import { z } from "zod";
import { Transcript } from "../../agents/transcript.ts";
import { StoredStep } from "../../reading/stored-step.ts";

/** The maximum size of runs/<suite>/<run>/pages/<n>.json. A page with a single larger instance may exceed it. */
export const PAGE_BYTES = 64 * 1024;

export const Judgement = z.object({
  judge: z.string(),
  /** whether the judge is a built-in stand-in, not a language model */
  standIn: z.boolean(),
  criteria: z.array(z.object({ name: z.string(), score: z.number(), explanation: z.string() })),
  /** the reason for a missing score */
  unscored: z.string().optional(),
  /** the judge's replies in order, with how each was read; absent if HELM judged */
  replies: z.array(z.object({ reply: z.string(), steps: z.array(StoredStep) })).optional(),
});
export type Judgement = z.infer<typeof Judgement>;

/** How a reader of profile `corrected` read the response: docs/scoring.md describes the steps. */
const PageReading = z.object({
  /** the reader, e.g. "option" */
  reader: z.string(),
  /** the value that was read; absent if the response is unread */
  value: z.unknown().optional(),
  /** in order; the last one gives the value or the reason for none */
  steps: z.array(StoredStep),
});
export type PageReading = z.infer<typeof PageReading>;

export const PageInstance = z.object({
  id: z.string(),
  trial: z.int(),
  split: z.string().optional(),
  perturbation: z.string().optional(),
  /** the exact prompt of the request */
  prompt: z.string(),
  /** the files of the prompt's images next to this page, in order; absent: none */
  images: z.array(z.string()).exactOptional(),
  /** absent if the request failed */
  response: z.string().optional(),
  /** the thinking that the server sent apart from the response */
  thinking: z.string().optional(),
  /** stretches of the response that are thinking between marks, in UTF-16 units; absent: none, or an older run */
  thinkingAt: z.array(z.tuple([z.int(), z.int()])).exactOptional(),
  /** the steps of an agent, of which the response is the last one */
  transcript: Transcript.exactOptional(),
  /** for multiple choice: the option that the response chose */
  mapped: z.string().optional(),
  failure: z.string().optional(),
  references: z.array(z.object({ text: z.string(), correct: z.boolean() })),
  /** metric -> value under profile helm; in a page with `details` only the main metric */
  stats: z.record(z.string(), z.number()),
  /** the same under profile corrected */
  corrected: z.record(z.string(), z.number()),
  judgements: z.array(Judgement),
  /** absent if no reader of profile corrected read the response */
  readings: z.array(PageReading).optional(),
});
export type PageInstance = z.infer<typeof PageInstance>;

/** runs/<suite>/<run>/pages/<n>.json: a chunk of instances for the site */
export const Page = z.object({
  formatVersion: z.literal(1),
  page: z.int(),
  /** the position of its first instance in the run, and the number of the details file that has its instances; absent in older runs */
  first: z.int().exactOptional(),
  details: z.int().exactOptional(),
  instances: z.array(PageInstance),
});
export type Page = z.infer<typeof Page>;

/** pages/index.json */
export const PageIndex = z.object({
  formatVersion: z.literal(1),
  instances: z.int(),
  pages: z.array(z.object({ page: z.int(), first: z.int(), count: z.int(), bytes: z.int() })),
});
export type PageIndex = z.infer<typeof PageIndex>;
