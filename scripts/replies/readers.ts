import type { GroupReader } from "./group-reader.ts";
import type { Group } from "./reply-cases.ts";
import { fence } from "./readers/fence.ts";
import { grader } from "./readers/grader.ts";
import { icd } from "./readers/icd.ts";
import { judge } from "./readers/judge.ts";
import { labels } from "./readers/labels.ts";
import { letters } from "./readers/letters.ts";
import { medec } from "./readers/medec.ts";
import { numbers } from "./readers/numbers.ts";
import { refusals } from "./readers/refusals.ts";
import { sql } from "./readers/sql.ts";

/** The product's readers by group. */
export const READERS: { readonly [G in Group]: GroupReader<G> } = {
  letters,
  labels,
  numbers,
  medec,
  sql,
  icd,
  judge,
  grader,
  refusals,
  fence,
};
