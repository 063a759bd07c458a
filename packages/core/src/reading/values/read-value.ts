import type { AskedFor } from "../quantities/asked-for.ts";
import type { IsSame } from "../commitments/decide.ts";
import type { Strength } from "../commitments/commitment.ts";
import { type Claiming, readAnswer } from "../read-answer.ts";
import type { Reading, Step } from "../reading.ts";
import type { ReplyText } from "../text/reply-text.ts";
import { decideValue } from "./decide-value.ts";
import type { ValuePlace } from "./value-place.ts";

const ANSWER_KEYS = new Set(
  "answer answers finalanswer thefinalanswer finalvalue finalresult value result output prediction final total totalscore score finalscore date duedate estimatedduedate respuesta réponse resposta antwort 答案".split(
    " ",
  ),
);

/** How values of one type are found and compared. */
export interface ValueReader<T> extends Claiming<T> {
  readonly asked: AskedFor;
  readonly placesOf: (text: string) => readonly ValuePlace<T>[];
  readonly isSame: IsSame<T>;
  /** A text that stops before its value: then no value below this strength is read. By default no text does. */
  readonly leastIfUnfinished?: (text: string) => Strength | undefined;
}

/** Reads the value to which a reply commits: from the fields, tags and boxes that state it, or else from its text. */
export const readValue = <T>(reply: string, reader: ValueReader<T>): Reading<T> =>
  readAnswer(reply, ANSWER_KEYS, (text, steps) => readText(text, reader, steps), reader);

function readText<T>(text: ReplyText, reader: ValueReader<T>, steps: readonly Step[]): Reading<T> {
  const { asked, isSame, placesOf, leastIfUnfinished } = reader;
  return decideValue(text, placesOf(text.text), { asked, isSame, least: leastIfUnfinished?.(text.text) }, steps);
}
