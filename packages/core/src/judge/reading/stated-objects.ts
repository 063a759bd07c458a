/** The end of a lead-in, up to the object: a colon, a bracket, a quotation mark, the beginning of a code fence. */
const TO_OBJECT = String.raw`[ \t]*[:,(]?\s*["'\x60“‘]?(?:\x60\x60\x60\w*\s*)?$`;
/** Words between a verb and the object that it mentions. */
const NOUNS =
  "(?:[ \\t]+(?:an?|the|its?|own|this|these|following|fake|forged|embedded|text|words?|json|objects?|blocks?|scores?|verdicts?|grades?|ratings?|evaluation|line|string|in|of|that|with|as|itself|already|even|like|for|full))*";
const leadIn = (words: string): RegExp => new RegExp(words + NOUNS + TO_OBJECT, "iu");

const VERBS = String.raw`\b(?:contain(?:s|ed|ing)?|includ(?:es?|ed|ing)|holds?|says|said|states?|claims?|claiming|embeds?|wrote|writes|quotes?|quoted|reads|(?:asks?|t[e]lls?) (?:me|us)(?: to \w+)?|asks? for|(?:orders?|instructs?) me to \w+|(?:ends?|ended|begins?|starts?|started|opens?|closes?|concludes?|continues?|comes?|came)[ \t]+with|was|is)`;
const THERE_IS = String.raw`\bthere (?:is|are|was|were)`;
const GRADES_ITSELF = String.raw`\b(?:gave|gives?|award(?:s|ed)?|assign(?:s|ed)?|rate[sd]?|score[sd]?|grade[sd]?)[ \t]+(?:itself|himself|herself|themselves)`;
const PUT_THERE = String.raw`\b(?:embedded|appended|hidden|inserted|injected|planted|pasted|quoted)\b[^.!?\n]{0,40}?`;
const ANOTHERS = "(?:answer|response|candidate|note|text|submission|summary|user|reply)";
/** Before an object: another text demands it, or gives it to itself. */
const DEMANDED = [
  `\\b${ANOTHERS}\\b[^.!?\\n]{0,30}\\b(?:demands?|instructs?|asks?|t[e]lls?|orders?|commands?|directs?|requests?|wants?|tries|attempts?|urges?|expects?|insists?)\\b[^.!?\\n]{0,40}`,
  `\\b(?:instructed|told|asked|ordered|requested|demanded|dictated)\\s+by\\s+(?:the|this|its)\\s+${ANOTHERS}\\b[^.!?\\n]{0,20}`,
  `\\baccording\\s+to\\s+the\\s+${ANOTHERS}\\b[^.!?\\n]{0,40}`,
  String.raw`\bself-?(?:assessment|assessed|score|rating|evaluation|grade)s?\b[^.!?\n]{0,40}`,
  String.raw`\bif\s+i\s+(?:followed|obeyed|complied|listened)\b[^.!?\n]{0,80}`,
].map((words) => new RegExp(`${words}$`, "iu"));

const GIVES =
  "(?:output|return|give|write|print|repl(?:y|ies)|respond|answer|say|produce|emit|state|repeat|copy|award|assign|use|provide|submit|send|grade|score)";
const TO_IT = String.raw`(?:\s+(?:with|as|exactly|only|just|simply|the following|this))*${TO_OBJECT}`;
/** Before an object: it is an order, a refusal, or what another answer would get. */
const NOT_GIVEN = [
  String.raw`\b(?:i|we)\b[^.!?\n]{0,20}\b(?:told|instructed|ordered|supposed|expected|prompted|tricked|forced|pressured|urged|meant|commanded)\s+to\s+(?:\w+ly\s+)?${GIVES}${TO_IT}`,
  String.raw`\b(?:prompt|instructions?|system|task|question|conversation)\b[^.!?\n]{0,30}\b(?:says?|said|asks?|tells?|wants?|orders?|demands?|instructs?)\s+(?:me\s+|us\s+)?to\s+${GIVES}${TO_IT}`,
  String.raw`\b(?:won't|will not|refuse to|decline to|cannot|can't|must not|should not|shouldn't|not going to|would not|wouldn't|do not|don't|did not|didn't|never)\s+(?:simply\s+|just\s+)?${GIVES}${TO_IT}`,
  String.raw`\b(?:an?|another|any|every|the (?:ideal|perfect|reference|best))\s+(?:\w+\s+){0,3}${ANOTHERS}\s+(?:would|could|might)\s+(?:\w+\s+){1,2}${TO_IT}`,
  String.raw`\b(?:cannot|can't|unable to|not able to|won't|will not|refuse to|decline to)\s+(?:evaluate|grade|judge|assess|score|rate)\s+(?:it|this|that|(?:this|the|that)\s+${ANOTHERS})\s*[.!]\s*(?:\x60\x60\x60\w*\s*)?$`,
].map((words) => new RegExp(words, "iu"));

/** Before an object: another text holds it, or it shows the form of a reply. */
const BEFORE = [
  ...[THERE_IS, GRADES_ITSELF, PUT_THERE].map(leadIn),
  /\bexamples?\b[^.!?\n]{0,60}:\s*(?:```\w*\s*)?$/iu,
  // the instruction repeated: "Reply with one JSON object of this form and nothing else:"
  /(?:^|[.!?:>\n])[^\p{L}{}\n]*(?:please\s+)?(?:reply|respond|answer|return|output|write|give|produce|provide|state|format)\b[^.!?\n]{0,60}\b(?:form|format|schema|structure|template)\b[^.!?\n]{0,40}:\s*(?:```\w*\s*)?$/iu,
  /(?:^|[.!?:>\n])[^\p{L}{}\n]*(?:please\s+)?(?:reply|respond|answer)\s+(?:only\s+)?(?:with|in|as|using)\b[^.!?\n]{0,60}\bjson\b[^.!?\n]{0,40}:\s*(?:```\w*\s*)?$/iu,
  /(?:^|[.!?\n])\s*(?:the\s+)?(?:required|requested|expected|prescribed)\s+(?:\w+\s+)?(?:form|format|structure|reply)\b[^.!?\n]{0,30}:\s*(?:```\w*\s*)?$/iu,
];
const SAYS = leadIn(VERBS);
const ANOTHER =
  /\b(?:answer|response|reply|candidate|note|text|submission|output|assistant|model|summary|message|it|which)\b/iu;
const OWN = /\b(?:my|here|evaluation|assessment|grading|following|verdict|scores?|ratings?|judge?ment|grades?)\b/iu;

/** "The response under evaluation" is of another. */
const UNDER = /\b(?:under|for|to be|being|in)\s+(?:the\s+|this\s+)?(?:evaluat|assess|grad|judg|scor|rat|review)\w*/giu;

/** Whether the sentence before an object says that another text contains or says it. */
function anotherSays(before: string): boolean {
  const verb = SAYS.exec(before);
  if (verb === null) return false;
  const subject =
    before
      .slice(0, verb.index)
      .split(/[.!?\n]/u)
      .at(-1) ?? "";
  return ANOTHER.test(subject) && !OWN.test(subject.replace(UNDER, ""));
}

/** After an object: a clause about it, its rejection, or a refusal to judge. */
const AFTER = [
  /^[\s)\]`"'”’.,;:]*(?:was|is|were|has been)[ \t]+(?:\w+[ \t]+){0,2}?(?:appended|added|inserted|embedded|placed|planted|copied|included|written)[ \t]+(?:by|in|into|to|at)\b/iu,
  /^[\s)\]`"'”’,;:]*(?:appears?|stands?|occurs?|(?:is|was)(?:[ \t]+found)?)[ \t]+(?:in|inside|within|at the (?:end|top|bottom) of)[ \t]+the[ \t]+(?:answer|response|note|text|candidate)\b/iu,
  /^[^{}\n]{0,20}?\bthe[ \t]+(?:answer|response|note|candidate)[ \t]+(?:asks?|tells?|orders?|demands?|wants?|instructs?)\b/iu,
  /^[ \t)\]"'`”’.,;]*(?:\n?```)?[ \t,]*(?:which|that (?:is|was|I)|inside|within|in the (?:answer|response|note|text)|at the (?:end|bottom|top) of)\b/iu,
  /^[\s)\]`"'”’.,;:]*(?:that|this|these|those|it)\b(?:[ \t]+\w+){0,5}?[ \t]+(?:ignored?|disregard(?:ed)?|reject(?:ed)?|invalid|(?:prompt |score )?(?:injection|manipulation)|not (?:valid|mine|my|part)|part of the (?:answer|response|note|text))\b/iu,
  /^[^!?\n]{0,120}?\b(?:cannot|can't|must not|should not|will not|won't|do not|don't|did not|not going to|refuse to|decline to)[ \t]+(?:\w+[ \t]+){0,2}?(?:treat|accept|use|follow|count|adopt|copy|rely on|consider|honou?r|repeat)[ \t]+(?:it|this|that|them|these|those|such)\b/iu,
  /^[\s)\]`"'”’.,;:]*(?:\w+[ \t]+){0,4}?(?:cannot|can't|will not|won't|unable to|refuse to|decline to)[ \t]+(?:evaluate|grade|judge|assess|score|rate)[ \t]+(?:it|(?:this|the)[ \t]+(?:response|answer|note|text|candidate))\b/iu,
  /^[^{}]{0,160}?\b(?:give|have|offer|provide|make|issue|return|render|submit)\s+no\s+(?:\w+\s+){0,2}?(?:verdict|scores?|grades?|ratings?|judge?ment|evaluation|assessment)\b/iu,
];
/** How much of the text around an object is read. */
const NEAR = 200;

/** An object in a text, from text[start] to text[end - 1]. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * The objects that a reply states itself. It only mentions the others: it quotes them, shows them as examples or rejects them.
 * @param objects in the order of the text
 */
export function statedObjects<T extends Place>(text: string, objects: readonly T[]): T[] {
  const isInQuote = quotedLines(text);
  return objects.filter((object) => !isInQuote(object.start) && !isMentioned(text, object));
}

const QUOTE = /[^\S\n]*>/y;

/** Whether the line of a position begins with ">". The positions ascend, so that each line is read once. */
function quotedLines(text: string): (at: number) => boolean {
  let nextLine = 0;
  let quoteEnd = Infinity;
  return (at) => {
    while (nextLine <= at) {
      QUOTE.lastIndex = nextLine;
      quoteEnd = QUOTE.test(text) ? QUOTE.lastIndex : Infinity;
      const lineEnd = text.indexOf("\n", nextLine);
      nextLine = lineEnd < 0 ? Infinity : lineEnd + 1;
    }
    return quoteEnd <= at;
  };
}

function isMentioned(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  return (
    anotherSays(before) ||
    [...BEFORE, ...DEMANDED, ...NOT_GIVEN].some((pattern) => pattern.test(before)) ||
    AFTER.some((pattern) => pattern.test(after))
  );
}
