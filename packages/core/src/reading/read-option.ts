import type { Claim } from "./claims.ts";
import { findCommitments } from "./commitments.ts";
import { decide } from "./decide.ts";
import { type Options, optionMentions } from "./letters.ts";
import { withoutLists } from "./lists.ts";
import { TAKES_BACK } from "./phrases.ts";
import { prepare } from "./prepare.ts";
import { type Reading, read, type Step, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";

const ANSWER_KEYS = new Set(
  "answer answers finalanswer thefinalanswer correctanswer correctoption answerchoice answerletter answeridx answerindex answerkey answeroption answertext choice finalchoice option selectedoption selectedanswer selectedchoice chosenoption selection selected letter optionletter prediction predictedanswer final label result correct correctchoice bestanswer bestoption respuesta réponse reponse resposta antwort 答案".split(
    " ",
  ),
);

/** The question of a reply. */
export interface OptionQuestion {
  /** letter -> text of the option */
  readonly options: Options;
  /** A question for the exception accepts "all except C" as an answer. */
  readonly question?: string;
}

/** Reads the option to which a reply to a multiple-choice question commits, by the rule of docs/scoring.md (profile `corrected`). */
export function readOption(reply: string, { options, question }: OptionQuestion): Reading<string> {
  const prepared = prepare(reply, { answers: ANSWER_KEYS });
  if (prepared.kind === "unanswered") return unread(prepared.steps, prepared.last);
  const { text, claims, steps, whole } = prepared;
  const isException = question !== undefined && EXCEPTION.test(question.slice(-ASKED));
  const inText = (one: ReplyText, before: readonly Step[]) => readText(one, options, isException, before);
  const fields = claims.filter(({ kind }) => kind === "field");
  const claimed = fromClaims(fields.length > 0 ? fields : claims, steps, (one) => inText(one, []));
  if (
    claimed !== undefined &&
    (claimed.kind === "read" || claimed.reason === "found alternatives" || fields.length > 0)
  )
    return claimed;
  const first = inText(text, steps);
  if (first.kind === "read" || whole === undefined || first.reason !== "found no answer") return first;
  return inText(whole.text, whole.steps);
}

/** A question is at the end of its text. */
const ASKED = 200;
const EXCEPTION =
  /(?<!\p{L})(?:except|EXCEPT|NOT|not|least|LEAST|false|incorrect|exception|excepto|sauf|außer|除|不)(?!\p{L})/u;

function readText(text: ReplyText, options: Options, isException: boolean, before: readonly Step[]): Reading<string> {
  const found = findCommitments(text.text, optionMentions(text.text, options), isException);
  const steps = [...before];
  const made = withoutLists(text, found.made, steps);
  return decide(text, { made, leftOut: found.leftOut }, steps);
}

/** Reads the fields, tags or boxes that state the answer; undefined without one. The last one counts after a correction. */
function fromClaims(
  claims: readonly Claim[],
  steps: readonly Step[],
  readOne: (text: ReplyText) => Reading<string>,
): Reading<string> | undefined {
  if (claims.length === 0) return undefined;
  let values = new Set<string>();
  let last: Reading<string> | undefined;
  for (const { text, before } of claims) {
    if (before.search(TAKES_BACK) !== -1) values = new Set();
    const one = readOne(text);
    if (one.kind === "read") values.add(one.value);
    last = one;
  }
  const at = claims.map(({ text }) => spanOf(text));
  const [value] = values;
  if (values.size > 1) return unread(steps, { step: "found alternatives", at });
  if (value !== undefined) return read(steps, value, at, value);
  return unread(steps, { step: last?.kind === "unread" ? last.reason : "found no answer", at });
}
