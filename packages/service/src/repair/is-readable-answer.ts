import { ServedModels } from "@medhelm/core/models/served-model";
import { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { isAnswerSegment, keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { DamagedObject, parseJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { Segment } from "../pools/answer-segments.ts";

/** Whether a stored answer, or another object of its file, has a form that its readers take. One of a later version is kept. */
export function isReadableAnswer(key: string, body: Uint8Array): boolean {
  try {
    parseJson(body, key, schemaOf(key));
    return true;
  } catch (error) {
    return !(error instanceof DamagedObject);
  }
}

function schemaOf(key: string): z.ZodType {
  if (isAnswerSegment(key)) return Segment;
  if (key.startsWith(keys.allServedModels())) return ServedModels;
  return key.startsWith(TOP_FOLDERS.cache) && !key.startsWith(`${TOP_FOLDERS.cache}.`) ? StoredAnswer : z.unknown();
}
