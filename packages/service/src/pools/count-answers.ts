import { isAnswerSegment, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { z } from "zod";

const Answers = z.object({ answers: z.record(z.string(), z.unknown()) });

/** The number of answers in an object of cache/. A damaged segment has none, and neither has a record of which models answered. */
export function countAnswers(key: string, body: Uint8Array): number {
  if (!isAnswerSegment(key)) return key.startsWith(`${TOP_FOLDERS.cache}.`) ? 0 : 1;
  const { data } = Answers.safeParse(jsonOrUndefined(new TextDecoder().decode(body)));
  return Object.keys(data?.answers ?? {}).length;
}
