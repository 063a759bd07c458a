import { findCommitments } from "../commitments/commitments.ts";
import { decide } from "../commitments/decide.ts";
import type { Options } from "./letter-tokens.ts";
import { optionMentions } from "./letters.ts";
import { withoutCutOffWalk, withoutLists } from "./lists.ts";
import { readAnswer } from "../read-answer.ts";
import { type Reading, read, type Step, stepAt, unread } from "../reading.ts";
import { recall } from "../../text/recall.ts";
import { remainingOf } from "./remaining.ts";
import { type ReplyText, spanOf } from "../text/reply-text.ts";
import { withoutRanked } from "./rankings.ts";
import { weighChoice } from "../commitments/weigh-choice.ts";

const ANSWER_KEYS = new Set(
  [
    "answer answers finalanswer thefinalanswer correctanswer predictedanswer selectedanswer bestanswer chosenanswer",
    "answerchoice answerletter answeridx answerindex answerkey answeroption answertext optionletter letter",
    "correctoption selectedoption chosenoption bestoption option choice finalchoice selectedchoice correctchoice",
    "selection selected prediction final label result decision finaldecision verdict conclusion judgment correct",
    "respuesta réponse reponse resposta antwort 答案",
  ].flatMap((line) => line.split(" ")),
);

/** Keys of the chosen option's own text. */
const REPEATS =
  /^(?:the)?(?:answer|option|choice|selected|correct|chosen|selectedoption|correctoption|choiceoption)?(?:text|name|label|content|description|drug|medication|diagnosis|treatment|organism|word|meaning|title|fulltext)$/;

/** The question of a reply. */
export interface OptionQuestion {
  /** letter -> text of the option */
  readonly options: Options;
  /** A question for the exception accepts "all except C" as an answer. */
  readonly question?: string;
}

/** Reads the option to which a reply to a multiple-choice question commits, by the rule of docs/scoring.md (profile `corrected`). */
export function readOption(reply: string, { options, question }: OptionQuestion): Reading<string> {
  const isException = question !== undefined && EXCEPTION.test(question.slice(-ASKED));
  return readerOf(options, isException)(reply);
}

/** A reply and the baselines of one request are read several times; a later request has other options. */
const readers = new WeakMap<Options, Map<boolean, (reply: string) => Reading<string>>>();

function readerOf(options: Options, isException: boolean): (reply: string) => Reading<string> {
  const known = readers.get(options) ?? new Map<boolean, (reply: string) => Reading<string>>();
  readers.set(options, known);
  const reader =
    known.get(isException) ??
    recall((reply) =>
      readAnswer(reply, ANSWER_KEYS, (text, before) => readText(text, options, isException, before), {
        repeats: REPEATS,
      }),
    );
  known.set(isException, reader);
  return reader;
}

/** A question is at the end of its text. */
const ASKED = 200;
const EXCEPTION =
  /(?<!\p{L})(?:except|not|least|false|incorrect|exception|excepto|exceto|incorrect[ao]s?|sauf|fausse|inexacte|au(?:ß|ss)er|nicht|falsch|除|不|错误)(?!\p{L})/iu;

/** "A -> D -> B" says of none that it is the answer. */
const CHAIN = /^\s*[A-J](?:\s?(?:-+>|=>|→|⇒|➜)\s?[A-J]){2,}\s*$/u;

function readText(whole: ReplyText, options: Options, isException: boolean, before: readonly Step[]): Reading<string> {
  const steps = [...before];
  if (CHAIN.test(whole.text)) return unread(steps, stepAt("found alternatives", whole));
  const text = withoutRanked(withoutCutOffWalk(whole, steps), steps);
  const mentions = optionMentions(text.text, options);
  const found = findCommitments(text.text, mentions, isException);
  const remaining = remainingOf(text.text, Object.keys(options), mentions, found.made);
  if (remaining !== undefined) return read(steps, remaining.value, [spanOf(text, ...remaining.at)], remaining.value);
  const made = withoutLists(text, found.made, steps);
  return decide(text, { made, leftOut: found.leftOut }, steps, weighChoice());
}
