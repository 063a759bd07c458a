import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf, words } from "../text/pattern.ts";

const { raw } = String;

const MANY =
  "(?:some|many|most|several|few|other|others|novice|inexperienced|junior|less experienced|a (?:few|number|lot|minority|majority) of|the majority of)";
const PERSONS = oneOf(
  "people|students?|candidates?|clinicians?|physicians?|doctors?|test-takers?|examinees?|colleagues?|residents?|interns?|trainees?|peers?|experts?",
  "specialists?|surgeons?|nurses?|pharmacists?|consultants?|reviewers?|raters?|annotators?|models?|systems?|readers?|users?",
  "patients?|famil(?:y|ies)|learners?|teachers?|professors?|supervisors?|tutors?|friends?",
  "attendings?|consultants?|instructors?|mentors?|registrars?|seniors?|bosses|boss|fellows?|commenters?|posters?|neighbou?rs?",
  "coders?|auditors?|billers?|lecturers?|graders?|examiners?",
);
const ONE_PERSON = oneOf(
  raw`(?:an?|the|my|your|his|her|another|any|one|every|${MANY}(?:\s(?:of\s)?(?:my|the|these|those))?)\s(?:[\p{L}-]+\s){0,2}?${PERSONS}`,
  MANY,
  raw`(?:${PERSONS})\s(?:\d{1,2}|[A-Z])(?!\p{L})`,
  // "Dr. Patel's note"
  raw`(?:dr|prof|professor|mr|mrs|ms|nurse)\.?\s[\p{L}-]{2,20}(?:'s\s(?:\p{L}+\s)?(?:notes?|answer|comment|opinion|view|report|letter|sheet))?`,
  "someone(?: else)?|somebody(?: else)?|one|you(?! (?:should|must|need|want))|people|no one|nobody|everyone|students|colleagues|clinicians|they(?! (?:\\p{L}+ )?(?:suggest|favou?r))",
);
/** "mi colega diría", "mein Kollege würde", "mon collègue dirait", "同事会选" */
const OPINION_ABROAD = oneOf(
  raw`(?:(?:mi|un|una|el|la|mis|los|las|algunos|algunas|muchos|otros|otras)\s)?(?:coleg|compañer|médic|residente|estudiante|profesor|amig|expert|especialista|tutor)\p{L}*\s(?:\p{L}+\s){0,2}?(?:dice|dicen|dijo|diría|dirían|cree|creen|opina|opinan|piensa|sostiene|elige|eligió|elegiría|escogería|prefiere)`,
  raw`(?:(?:mon|ma|mes|un|une|le|la|les|certains?|plusieurs|d'autres)\s)?(?:collègues?|internes?|étudiante?s?|professeure?s?|amie?s?|médecins?|experts?|confrères?)\s(?:\p{L}+\s){0,2}?(?:dit|disent|dirait|diraient|pense|pensent|croit|choisit|choisirait|opte|opterait|préfère|répondrait)`,
  raw`(?:(?:mein|meine|ein|eine|der|die|viele|manche|einige)\s)?(?:kolleg|assisten|oberarzt|oberärzt|student|professor|freund|expert|prüfer)\p{L}*\s(?:\p{L}+\s){0,2}?(?:sagt|sagen|meint|meinen|würde|würden|wählt|wählen|glaubt|denkt|tippt|nimmt|antwortet)`,
  raw`(?:(?:meu|minha|um|uma|o|a|os|as|alguns|muitos|outros)\s)?(?:coleg|médic|residente|estudante|professor|amig|especialista)\p{L}*\s(?:\p{L}+\s){0,2}?(?:diz|dizem|disse|diria|diriam|acha|acham|pensa|escolhe|escolheria|prefere|marcaria)`,
);
const OPINION_HAN = raw`(?:同事|同学|朋友|老师|有人|有些人|别人|学生|专家|医生|主任)[^，。,；;]{0,4}(?:说|认为|会?选|觉得|主张|推荐|建议)(?:了|是|的是|答案是)?`;
const SOURCE = oneOf(
  raw`(?:(?:an?|the|my|your|one|some|older|old|most|many|current|the answer)\s)(?:[\p{L}-]+\s){0,2}(?:text\s?books?|books?|guidelines?|key|(?:answer|solution) (?:sheet|key)|sheet|literature|article|paper|abstract|wikipedia|uptodate|lectures?|slides?|reviews?)`,
  raw`(?:text\s?books|guidelines|uptodate|wikipedia)|(?:the\s)?(?:[\p{L}-]+\s)?authors?`,
);
/** "would probably" */
const MAY = raw`(?:\p{L}+\s){0,3}?`;
const SAYS = oneOf(
  "write|writes|wrote|written|say|says|said|think|thinks|thought|choose|chooses|chose|chosen|pick|picks|picked|answer|answers|answered|argue|argues|argued|believe|believes|believed|select|selects|selected",
  "insists?|insisted|maintains?|maintained|swears?|swore|asserts?|asserted|holds|tells (?:me|us)|told (?:me|us)",
  "conclude|concludes|concluded|suggest|suggests|suggested|prefer|prefers|preferred|favou?rs?|favou?red|claim|claims|claimed|state|states|stated|vote|votes|voted|go|goes|went|opt|opts|opted",
  "wants?|wanted|requests?|requested|asks?|asked|rate|rates|rated|label|labels|labelled|labeled|judge|judges|judged|call|calls|called|list|lists|listed|give|gives|gave|put|puts|mark|marks|marked|tempted|inclined|lean|leans|leaned|recommend|recommends|recommended",
);
/** "The candidate answer" is a noun. */
const SINGULAR = "(?:candidate|student|model|system|reader|user|reviewer|expert|annotator)";
/** Another person's opinion, up to the answer: "A colleague would say ". */
const OPINION_BEFORE = lazyPattern(
  raw`(?<!\p{L})${ONE_PERSON}\s${MAY}${SAYS}(?!\p{L})(?<!${SINGULAR}\s(?:answer|label|rate|claim|state|list|mark))(?![^]*(?<!\p{L})(?:i|i'd|we|my|but|however)(?!\p{L}))[^.;:\n]{0,60}[:\s"'([*]*$`,
  "iu",
);
const OPINION_ABROAD_BEFORE = lazyPattern(
  raw`(?:(?<!\p{L})${OPINION_ABROAD}(?!\p{L})[^.;:\n]{0,30}|${OPINION_HAN})[:\s"'([*]*$`,
  "iu",
);
/** "According to my attending, " */
const BY_PERSON = lazyPattern(
  raw`(?<!\p{L})(?:according to|per|as per) ${ONE_PERSON}(?!\p{L})[^.;:\n]{0,40}[:\s"'([*]*$`,
  "iu",
);
/** Another person's words in quotes: 'The student argued: "The answer is A."' */
const QUOTED_OPINION = lazyPattern(
  raw`(?<!\p{L})${ONE_PERSON}\s${MAY}${SAYS}(?!\p{L})[^.;"\n]{0,40}[:,]?\s?"([^"\n]{1,600})"`,
  "iu",
);

/** Any third person's words in quotes: 'The post claimed that "B is correct"' */
const QUOTED_WORDS = lazyPattern(
  raw`(?<!(?<!\p{L})(?:i|we|answer|reply|response|verdict|conclusion)\s(?:\p{L}+\s){0,2})(?<!\p{L})(?:insist(?:s|ed)|claim(?:s|ed)|assert(?:s|ed)|maintain(?:s|ed)|argue[sd]|swears|swore|believe[sd]|thinks|thought|wrote|writes|told (?:me|us)|holds)\s?[,:]?\s?(?:that\s?)?[,:]?\s?"([^"\n]{1,600})"`,
  "iu",
);

/** Written words in quotes: 'The answer sheet has "Answer: B" on it.' */
const QUOTED_SHEET = lazyPattern(
  raw`(?<!\p{L})(?:the|this|that|an?|his|her|their)\s(?:[\p{L}'-]+\s){0,2}?(?:key|sheet|note|chart|sticker|e-?mail|message|comment|post|form|slip|label)\s(?:\p{L}+ly\s)?(?:has|had|says|said|reads?|shows?|gives?|lists?|states?|suggests?|contains?|bears)\s?[,:]?\s?"([^"\n]{1,600})"`,
  "iu",
);

/** Where a text quotes another person's opinion, from each quote's first character to its last. */
export const quotedOpinions = (text: string): readonly (readonly [from: number, to: number])[] =>
  [QUOTED_OPINION, QUOTED_WORDS, QUOTED_SHEET]
    .flatMap((quotes) => [...quotes.matchAll(text)])
    .map(({ 0: all, index }): [number, number] => {
      const from = index + all.indexOf('"') + 1;
      return [from, index + all.length - 1];
    });

/** A source's statement, which supports an answer at most: "The textbook says ". */
const SOURCE_BEFORE = lazyPattern(
  raw`(?<!\p{L})${SOURCE}\s${MAY}${SAYS}(?!\p{L})(?![^]*(?<!\p{L})(?:i|i'd|we|my|but|however)(?!\p{L}))[^.;:\n]{0,60}[:\s"'([*]*$`,
  "iu",
);
const BY_SOURCE = lazyPattern(
  raw`(?<!\p{L})(?:according to|per|as per|going by|if we follow)\s${SOURCE}(?!\p{L})[^.;:\n]{0,40}[:\s"'([*]*$`,
  "iu",
);
/** "El libro dice ", "Im Lehrbuch steht ", "教科书说是" */
const SOURCE_ABROAD_BEFORE = lazyPattern(
  raw`(?:(?<!\p{L})(?:(?:el|la|los|las|le|les|l'|der|die|das|im|in den|o|os|as)\s?)?(?:libro|manual|manuel|livre|guías?|guidelines?|leitlinien?|lehrbuch|buch|recommandations|diretriz(?:es)?|livro|texto)\s(?:dicen?|indican?|recomiendan?|dit|disent|indique|recommandent?|steht|sagt|sagen|empfiehlt|empfehlen|diz|dizem|recomendam?)|(?:教科书|课本|指南|书上|文献)(?:上|里)?(?:说|写|认为|推荐|建议)(?:的?是)?)[^.;:\n]{0,20}[:\s"'([*]*$`,
  "iu",
);
const BEHIND = raw`^["')\]*]*,?\s(?:(?:is|was|would be)\s)?`;
const WHAT = "(?:what|the (?:one|answer|option|choice)(?: that)?)";
const SAID = "(?:says?|said)";
const IS_CHOSEN = raw`(?:is|was)\s(?:often|commonly|frequently|sometimes|usually|wrongly|mistakenly)\s(?:chosen|picked|selected|given|answered)`;
/** "B is what most students pick", "B, says my colleague" */
const OPINION_AFTER = lazyPattern(
  raw`${BEHIND}(?:${WHAT}\s${ONE_PERSON}\s${MAY}${SAYS}|${SAID}\s(?:${ONE_PERSON}|${SOURCE})|${IS_CHOSEN})(?!\p{L})`,
  "iu",
);
// Each match of a long pattern also matches one of these. V8 takes up to 20 ms to compile a long pattern at its first use, and most replies need no such match.
const MAY_BE_OPINION_AFTER = lazyPattern(raw`${BEHIND}(?:${WHAT}\s|${SAID}\s|${IS_CHOSEN})`, "iu");
const MAY_NAME_WHO = /(?<!\p{L})(?:according to|per|going by|if we follow)\s/iu;
const MAY_NAME_SOURCE =
  /book|guideline|key|sheet|literature|article|paper|abstract|wikipedia|uptodate|lecture|slide|review|author/iu;
/** The answer to another question. */
const OTHER_QUESTION = lazyPattern(
  words("(?:previous|earlier|last|next|other) question", raw`answer to question \d+ was`),
  "iu",
);

const isOpinionBefore = (before: string): boolean =>
  OPINION_BEFORE.test(before) ||
  OPINION_ABROAD_BEFORE.test(before) ||
  (MAY_NAME_WHO.test(before) && BY_PERSON.test(before));

/** Whether the reply shares the opinion of others: "Everyone says B, and I agree." */
export const isShared = (before: string, after: string): boolean => isOpinionBefore(before) && AGREED.test(after);

/** Whether an answer is the opinion of another person. `before` and `after`: its clause around it. */
export const isOthersOpinion = (before: string, after: string): boolean =>
  (isOpinionBefore(before) || (MAY_BE_OPINION_AFTER.test(after) && OPINION_AFTER.test(after))) && !AGREED.test(after);

/** The reply shares the opinion. */
const AGREED = /(?<!\p{L})i (?:\p{L}+ )?(?:agree|concur)(?!\p{L})/iu;

/** Whether a source such as a textbook gives the answer that follows. */
export const isOfSource = (before: string): boolean => MAY_NAME_SOURCE.test(before) && SOURCE_BEFORE.test(before);

/** Whether the statement of an answer leans on a source: "According to the textbook, the answer is ". */
export const isBySource = (before: string): boolean =>
  isOfSource(before) || (MAY_NAME_WHO.test(before) && BY_SOURCE.test(before)) || SOURCE_ABROAD_BEFORE.test(before);

/** Whether a sentence is about another question. */
export const isOfOtherQuestion = (sentence: string): boolean =>
  /question/iu.test(sentence) && OTHER_QUESTION.test(sentence);
