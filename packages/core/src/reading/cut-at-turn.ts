import { type Step, stepAt } from "./reading.ts";
import { type ReplyText, slice } from "./reply-text.ts";

/** A reply up to the end of its turn. */
export interface Turn {
  readonly text: ReplyText;
  /** The text with what follows after the heading of a question or a turn; present if there is one. */
  readonly whole?: ReplyText;
  readonly steps: readonly Step[];
}

/** A role's name or mark before the answer. */
const ROLE =
  /^\s*(?:<\|im_start\|>\s{0,3}(?:assistant|model)?|<\|start_header_id\|>[^<\n]{0,40}<\|end_header_id\|>|<start_of_turn>\s{0,3}model|<\|start\|>\s{0,3}assistant|<\|(?:assistant|model|begin_of_text|startoftext)\|>|<s>|<bos>|\[\/INST\]|#{2,3}\s{0,3}(?:response|assistant)\s{0,3}:?[ \t]*(?=\n)|(?:assistant|ASSISTANT|Assistant)\s{0,3}:|(?:assistant|Assistant|model)[ \t]*\n)/u;
/** Marks with which a model ends its turn or begins another one. */
const MARK =
  /<\|(?:eot_id|im_end|im_start|endoftext|end_of_text|end_of_turn|eom_id|end|return|start_header_id|start|user|eos|eot|end_of_sentence)\|>|<｜(?:end▁of▁sentence|User|Assistant)｜>|<\/s>|<(?:end|start)_of_turn>|<eos>|<EOT>|\[\/?INST\]|<\/?INST>|\[EOS\]|<\|END_OF_TURN_TOKEN\|>/u;
const heading = (names: string): RegExp =>
  new RegExp(
    `\\n[ \\t]*(?:#{1,4}[ \\t]*)?(?:\\*\\*)?(?:${names})(?:[ \\t]{0,3}#?\\d{1,4})?(?:\\*\\*)?[ \\t]?[:：]`,
    "gu",
  );
/** A line that begins a person's turn. */
const PERSON = heading("User|USER|Human|HUMAN|用户|Usuario|Usuário|Utilisateur|Benutzer");
/** A line that may begin a question of its own, or repeat the one that was asked. */
const QUESTION = heading(
  "Student|Patient|Assistant|ASSISTANT|Question|QUESTION|Q|Next question|Problem|Example|Instruction|Input|Case|问题|题目|Pregunta|Frage|Pergunta",
);

/**
 * Ends a reply at the first mark of the end of a turn, and before a person's turn, which belong to no answer. A mark before the answer is
 * left out. The text after the heading of a question may have the answer, if the text before it has no answer.
 */
export function cutAtTurn(reply: ReplyText): Turn {
  const steps: Step[] = [];
  let text = reply;
  for (let role = ROLE.exec(text.text); role !== null && role[0] !== ""; role = ROLE.exec(text.text)) {
    steps.push(stepAt("removed a role", text, 0, role[0].length));
    text = slice(text, role[0].length);
  }
  const lead = text.text.length - text.text.trimStart().length;
  const mark = MARK.exec(text.text.slice(lead));
  if (mark !== null && mark.index > 0) {
    steps.push(stepAt("cut at a turn", text, lead + mark.index, text.text.length, mark[0]));
    text = slice(text, 0, lead + mark.index);
  }
  const person = firstAfterText(text, PERSON);
  if (person !== undefined) {
    steps.push(stepAt("cut at a turn", text, person));
    text = slice(text, 0, person);
  }
  const question = firstAfterText(text, QUESTION);
  return question === undefined ? { text, steps } : { text: slice(text, 0, question), whole: text, steps };
}

/** Returns where the pattern first matches after some text. */
function firstAfterText({ text }: ReplyText, pattern: RegExp): number | undefined {
  const lead = text.length - text.trimStart().length;
  for (const { index } of text.matchAll(pattern)) if (index > lead) return index;
  return undefined;
}
