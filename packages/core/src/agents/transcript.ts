import { z } from "zod";

/** The annotation of a request state that has the transcript. HELM ignores it. */
export const TRANSCRIPT = "medhelm_transcript";

const TranscriptCall = z.object({
  name: z.string(),
  /** as the model wrote them */
  arguments: z.string(),
  /** what the environment answered */
  result: z.string(),
  /** why the environment did not carry out the call; absent: it did */
  invalid: z.string().exactOptional(),
});
export type TranscriptCall = z.infer<typeof TranscriptCall>;

/** One step: the model's reply, and what the environment answered. */
export const TranscriptTurn = z.object({
  text: z.string(),
  thinking: z.string().exactOptional(),
  calls: z.array(TranscriptCall),
  /** the environment's message after a reply without calls */
  says: z.string().exactOptional(),
  /** why the environment could not carry out a reply without calls */
  invalid: z.string().exactOptional(),
  /** The limit of tokens cut the reply. */
  cut: z.literal(true).exactOptional(),
});
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

/** The records that a task read from the user's server: the number of reads, and the hash of the queries and replies in their order. */
export const RecordsRead = z.object({ reads: z.int().positive(), sha256: z.string() });
export type RecordsRead = z.infer<typeof RecordsRead>;

/** The steps of one task, and what code found in the state after the last one. */
export const Transcript = z.object({
  formatVersion: z.literal(1),
  turns: z.array(TranscriptTurn),
  end: z.object({
    /** `steps`, `dollars`: a limit ended the task. `failed`: a request got no answer. The others are the environment's. */
    kind: z.enum(["finished", "no_action", "steps", "dollars", "failed"]),
    reason: z.string().exactOptional(),
  }),
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string().exactOptional() })),
  /** absent if the task read no server, and in an older run */
  records: RecordsRead.exactOptional(),
});
export type Transcript = z.infer<typeof Transcript>;

/** Reads the transcript of a request state; undefined if it has none. */
export function transcriptOf(annotations: Readonly<Record<string, unknown>> | undefined): Transcript | undefined {
  const found = annotations?.[TRANSCRIPT];
  return found === undefined ? undefined : Transcript.safeParse(found).data;
}

/** Whether the task succeeded: the model ended it, and all checks passed. */
export const isSuccess = ({ end, checks }: Transcript): boolean =>
  end.kind === "finished" && checks.every(({ passed }) => passed);

/** The calls and replies that the environment could not carry out. */
export const invalidActions = ({ turns }: Transcript): number =>
  turns.reduce(
    (sum, { calls, invalid }) =>
      sum + Number(invalid !== undefined) + calls.filter((call) => call.invalid !== undefined).length,
    0,
  );
