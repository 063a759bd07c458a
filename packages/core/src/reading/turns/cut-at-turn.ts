import { type LazyPattern, lazyPattern } from "../../text/lazy-pattern.ts";
import { endOfFirstLine } from "./end-of-first-line.ts";
import { oneOf } from "../text/pattern.ts";
import { type Step, stepAt } from "../reading.ts";
import { type ReplyText, slice } from "../text/reply-text.ts";

/** A reply up to the end of its turn. */
export interface Turn {
  readonly text: ReplyText;
  /** The text with what follows after the heading of a question or a turn; present if there is one. */
  readonly whole?: ReplyText;
  readonly steps: readonly Step[];
}

const { raw } = String;

/** A role's name or mark before the answer. */
const ROLE = lazyPattern(
  raw`^\s*${oneOf(
    raw`<\|im_start\|>\s{0,3}(?:assistant|model)?|<\|start_header_id\|>[^<\n]{0,40}<\|end_header_id\|>`,
    raw`<start_of_turn>\s{0,3}model|<\|start\|>\s{0,3}assistant|<\|(?:assistant|model|begin_of_text|startoftext)\|>`,
    raw`<s>|<bos>|\[\/INST\]|#{2,3}\s{0,3}(?:response|assistant)\s{0,3}:?[ \t]*(?=\n)`,
    raw`(?:assistant|ASSISTANT|Assistant)\s{0,3}:|(?:assistant|Assistant|model)[ \t]*\n`,
  )}`,
  "u",
);
/** Marks with which a model ends its turn or begins another one. */
const MARK = lazyPattern(
  oneOf(
    raw`<\|(?:eot_id|im_end|im_start|endoftext|end_of_text|end_of_turn|eom_id|end|return|start_header_id|start|user|assistant|model|system|eos|eot|end_of_sentence)\|>`,
    raw`<｜(?:end▁of▁sentence|User|Assistant)｜>|<\|END_OF_TURN_TOKEN\|>`,
    raw`<\/s>|<(?:end|start)_of_turn>|<eos>|<EOT>|\[\/?INST\]|<\/?INST>|\[EOS\]`,
  ),
  "u",
);
/** The start of a line, with marks of a quote or a heading. */
const LINE = raw`\n[ \t]*(?:>[ \t]?)?(?:#{1,6}[ \t]*)?(?:\*\*|__)?`;
const END = raw`(?:\*\*|__)?[ \t]?[:：]`;
const NUMBER = raw`(?:[ \t]{0,3}#?\d{1,4})`;
/** "Question:", "Question 2:", "[Question]", "[Next question]" */
const heading = (names: string): string =>
  oneOf(
    `${LINE}(?:${names})${NUMBER}?${END}`,
    raw`${LINE}\[(?:(?:[Nn]ext|[Nn]ew|[Aa]nother) )?(?:${names})${NUMBER}?\]`,
  );
/** A line that begins a person's turn. */
const PERSON = lazyPattern(
  oneOf(
    heading("[Uu]ser|USER|[Hh]uman|HUMAN|用户|Usuario|Usuário|Utilisateur|Benutzer"),
    // "user" as a line of its own, "<user>"
    raw`${LINE}(?:[Uu]ser|USER|[Hh]uman|HUMAN)(?:\*\*|__)?[ \t]*(?=\n)`,
    raw`${LINE}<(?:[Uu]ser|[Hh]uman)>`,
  ),
  "u",
);
/** An item of the task that a model may go on with. */
const ITEM = oneOf(
  "[Qq]uestion|[Pp]roblem|[Ee]xample|[Cc]ase|[Tt]ask|[Pp]atient|[Ee]xercise|[Ss]cenario|[Vv]ignette|[Tt]ext|[Pp]assage|[Aa]bstract|[Ii]tem",
  "(?:[Cc]linical )?[Nn]ote|[Rr]esponse|[Cc]riterion|[Ss]tatement",
);
/** The parts of a prompt that a grader or a judge has to grade. */
const GRADED =
  "(?:[Rr]ubric(?:[_ ][Ii]tem)?|[Cc]riterion|[Ii]tem|[Aa]nswer|[Rr]esponse|[Cc]onversation|[Ss]ubmission|[Cc]andidate(?:[_ ](?:answer|response))?)";
const NEXT = "(?:[Nn]ext|[Nn]ew|[Aa]nother|[Ff]ollow-?up|[Bb]onus|[Pp]ractice|[Aa]dditional|[Ss]econd|[Ff]urther)";
/** "Nächste Frage", "Question suivante", "Siguiente caso", "Caso 2", "下一题" */
const NEXT_ABROAD = oneOf(
  raw`(?:Nächste[rs]?|Neue[rs]?|Weitere[rs]?|Zweite[rs]?) (?:Frage|Fall|Patient(?:in)?|Aufgabe|Beispiel|Text)(?!\p{L})`,
  raw`(?:Question|Cas|Patient|Exemple|Texte|Exercice) (?:suivante?|n[°º] ?\d|\d)|Nouve(?:au|lle) (?:cas|question|patiente?)(?!\p{L})`,
  raw`(?:Siguiente|Próxim[ao]|Nuev[ao]|Otr[ao]|Nov[ao]|Outr[ao]) (?:pregunta|caso|paciente|ejemplo|texto|pergunta|questão|exemplo)(?!\p{L})`,
  raw`(?:Frage|Fall|Aufgabe|Beispiel|Pregunta|Caso|Paciente|Ejemplo|Pergunta|Questão|Exemplo|Cas) (?:[Nn][°ºr]\.? ?)?\d{1,3}(?!\d)`,
  raw`下一(?:题|道题|个问题|個問題|个病例|个患者|例|个)|(?:新|另一个?|第二)的?(?:问题|病例|题目|个问题|个病例|题)|(?:病例|问题|题目|例)\s?[2-9二三]`,
);
/** A question about another patient as a paragraph of its own: "A 44-year-old man has a fever. Why?" */
const VIGNETTE = raw`\n[ \t]*(?:\*\*)?(?:\d{1,3}[.)][ \t]|(?<=\n[ \t]*\n[ \t]*))(?:An?|The) (?:\d{1,3}|[a-z-]{3,20})[ -](?:year|month|week|day)s?[ -]old [^\n]{0,1500}\?`;
/** A line that may begin a question of its own, or repeat the one that was asked. */
const QUESTION = lazyPattern(
  oneOf(
    heading(
      "Student|Patient|[Aa]ssistant|ASSISTANT|ai|[Qq]uestion|QUESTION|Q|Problem|Example|Instruction|Input|Case|Passage|Text|TEXT|Abstract|Vignette|(?:Patient|Clinical) [Nn]ote|问题|题目|Pregunta|Frage|Pergunta",
    ),
    // a field "system: ICD-10-CM" is no turn
    raw`${LINE}(?:[Ss]ystem|SYSTEM)(?:\*\*|__)?:[ \t]*You (?:are|will|must|should)(?!\p{L})`,
    // "assistant" as a line of its own, "<assistant>"
    raw`${LINE}(?:[Aa]ssistant|ASSISTANT)(?:\*\*|__)?[ \t]*(?=\n)`,
    raw`${LINE}<[Aa]ssistant>`,
    // "Question 2." and "Next question"
    raw`${LINE}(?:Question|Q|Problem|Exercise)[ \t]{0,3}#?\d{1,4}[.)]?(?:\*\*|__)?[.)]?(?=\s)`,
    raw`${LINE}(?:Here(?:'s| is)|Now) (?:an?|another|the next) (?:[a-z]+ )?(?:question|problem|example|case)(?![a-z])[^\n]{0,40}[:.]`,
    raw`${LINE}(?:--[ \t]*)?(?:(?:Now|And now|Now for)[,:]? )?(?:[Tt]he )?${NEXT} (?:[a-z]+ )?${ITEM}(?: (?:to|for) [a-z]+)?${NUMBER}?(?:\*\*|__)?[ \t]?(?:[.:：–—-]|[ \t]*(?=\n|$))`,
    // "Case 2" and "### Question"
    raw`${LINE}${ITEM}${NUMBER}[.)]?(?:\*\*|__)?[ \t]*(?=\n|$)`,
    raw`\n[ \t]*(?:#{1,6}[ \t]*(?:\*\*)?|\*\*)(?:${ITEM}|[Ii]nstruction|[Ii]nput|[Cc]ontext)${NUMBER}?(?:\*\*)?[ \t]*(?=\n)`,
    // "Now try this one:", "Let's do another one."
    raw`${LINE}(?:(?:Now|Okay|OK|Great|Good|Next)[,.!]? )?(?:[Ll]et's|[Ll]et us|[Tt]ry|[Cc]onsider|[Dd]o|[Hh]ere(?:'s| is)) (?:[a-z]+ ){0,3}?(?:another|the next|this one|one more|a second|a new|a different) ?[^\n.:]{0,40}[.:]`,
    raw`${LINE}${NEXT_ABROAD}`,
    // "[rubric_item]: [3] Mentions sunscreen.", "<<rubric item 2>>", "Criterion 4:"
    raw`${LINE}(?:\[|<{1,2})${GRADED}[^\]>\n]{0,16}(?:\]|>{1,2})(?:[ \t]?:|[ \t]*(?=\n))`,
    raw`${LINE}<(?:[Rr]ubric|[Cc]riterion|[Ii]tem|[Cc]onversation)[^<>\n]{0,16}>`,
    raw`${LINE}${GRADED}[ \t]{1,3}#?[2-9](?:\*\*|__)?[ \t]*(?=\n|$)`,
    raw`${LINE}${GRADED}(?:${NUMBER}${END}|(?:\*\*|__)?:[ \t]*\[)`,
    VIGNETTE,
  ),
  "u",
);

/** Short answers to several questions: "Question 1: B", "Question 2: D". */
const ANSWERS = lazyPattern(
  raw`^[^\p{L}\p{N}]*(?:Question|Q|Problem|Answer|Response|Item|Frage|Pregunta|Pergunta)[ \t]{0,3}#?\d{1,4}[^\p{L}\p{N}\n]{1,6}[^\n?]{1,40}\n\s*[^\p{L}\p{N}\n]*(?:Question|Q|Problem|Answer|Response|Item|Frage|Pregunta|Pergunta)[ \t]{0,3}#?\d{1,4}[^\p{L}\p{N}\n]{1,6}[^\n?]{1,40}(?:\n|$)`,
  "u",
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
  // "The conversation was:" announces a quote
  if (person !== undefined && !/[:：][\s*_]*$/u.test(text.text.slice(Math.max(0, person - 20), person))) {
    steps.push(stepAt("cut at a turn", text, person));
    text = slice(text, 0, person);
  }
  const question = firstAfterText(text, QUESTION, isObjection);
  return question === undefined || ANSWERS.test(text.text)
    ? { text, steps }
    : { text: slice(text, 0, question), whole: text, steps };
}

/** Returns a part of a reply up to a mark of the end of its turn, or to a person's turn. */
export const beforeTurnEnds = (part: string): string => {
  const ends = [MARK.exec(part)?.index ?? -1, PERSON.exec(part)?.index ?? -1].filter((at) => at >= 0);
  return part.slice(0, Math.min(part.length, ...ends));
};

/** Returns where the pattern, which begins with a line break, first matches after some text. */
function firstAfterText(
  { text }: ReplyText,
  pattern: LazyPattern,
  isNone: (line: string, rest: string) => boolean = () => false,
): number | undefined {
  if (!text.includes("\n")) return undefined;
  const lead = endOfFirstLine(text);
  for (const { 0: line, index } of pattern.matchAll(text))
    if (index >= lead && !isNone(line, text.slice(index + line.length).slice(0, MOST_BEHIND))) return index;
  return undefined;
}

/** A question starts at most this many characters after its heading. */
const MOST_BEHIND = 2000;

/** "Problem: no table has it.": an objection to what is before it asks nothing and has no answer behind it. */
const isObjection = (line: string, rest: string): boolean =>
  /^[^\p{L}\p{N}]*problem[^\p{L}\p{N}]*$/iu.test(line) && !ASKED.test(rest);
const ASKED =
  /[?？]|(?<!\p{L})(?:an?|the) (?:\d{1,3}|[a-z-]{3,20})[ -](?:year|month|week|day)s?[ -]old(?!\p{L})|\n[^\p{L}\p{N}\n]*(?:(?:final |correct )?(?:answer|solution|response|sql|query|options?)|[A-E][.)])(?!\p{L})/iu;
