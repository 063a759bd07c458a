import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf, words } from "../text/pattern.ts";

const { raw } = String;

/** "if I had to choose" and "if so" state no condition. */
const NO_CONDITION = oneOf(
  raw` (?:i|we) (?:\p{L}+ly )?(?:had|have|were|need) (?:to|forced|pressed|asked)`,
  raw` (?:(?:i|we) (?:\p{L}+ly )?must|you (?:made|forced|pressed|asked|pushed) me to) (?:choose|pick|commit|decide|answer|guess|select|give|say|name)`,
  raw`\s+(?:forced|pressed|anything|so|correct|necessary|possible|not already)`,
);
/** "wenn ich mich entscheiden muss" */
const I_CHOOSE_GERMAN =
  " (?:ich|man|wir) (?:[\\p{L}]+ ){0,4}?(?:entscheiden|festlegen|wählen|nennen|raten|antworten) m(?:u|ü)ss";
const CLAUSE_START = raw`(?:^[^\p{L}\p{N}]*|[.;:,(–—]\s?|(?<!\p{L})(?:but|and|so|however|yet),? )`;
const SUBJECT = "(?:the|a|an|this|that|these|those|his|her|its|their|any|one|we|you|i|there|no)";
const PRONOUN = "(?:he|she|it|they|there)";

const ENGLISH = [
  words(
    `if(?!${NO_CONDITION})`,
    "unless",
    "(?:would have|would've) been",
    "in case of",
    "assuming",
    "suppose|supposing",
    "provided that",
    "only (?:when|if)",
    `(?:had|were) (?:${PRONOUN}|the|this|not)`,
    `should (?:${PRONOUN}|the patient)`,
  ),
  // "Had the patient been a child, ..."
  raw`${CLAUSE_START}(?:were|should) ${SUBJECT}(?!\p{L})`,
  raw`^[^\p{L}\p{N}]*(?:otherwise|else|if not)(?!\p{L})(?!\s(?:healthy|well|normal|unremarkable|stable|fit))`,
  // "Were time no issue, ..."
  raw`^[^\p{L}\p{N}]*were \p{L}`,
  raw`(?<!\p{L})in (?:an ideal|a perfect|another|a different) (?:world|case|situation|scenario|setting)(?!\p{L})`,
  // "and had a fracture" states none
  raw`${CLAUSE_START}had (?:the|this|that|these|those|we|you|i|there)(?!\p{L})`,
];
const ABROAD = [
  words(
    "si (?:el|la|fuera|fuese|le|elle|il|estuviera|hubiera|o|a|ela|ele)",
    `(?:wenn|falls(?= (?:der|die|das|dem|den|ein|eine|einer|kein|keine|er|sie|es|ich|man|wir|dies|diese|dieser|ihr|ihre|sein|seine|nicht|doch|noch|nur|bei|im)(?!\\p{L})))(?!${I_CHOOSE_GERMAN})`,
    "se (?:fosse|o|a|il|la) ",
    "hätte",
    "wäre (?:er|sie|es)",
  ),
  "如果(?!我?(?:一定|必须|非)?要?(?:选|選|作答|回答))|假如|若(?!干|必须选|要选)|もし|場合は|अगर|यदि|إذا|لو ",
];
const CONDITION = lazyPattern(oneOf(...ENGLISH, ...ABROAD), "iu");
/** "even if" states no condition. */
const EVEN_IF = lazyPattern(
  words("even if", "(?:unless|if not) contraindicated", "auch wenn", "même si", "aunque", "incluso si"),
  "iu",
);
const NOT_REAL = lazyPattern(
  words("would", "could", "might", "only", "wäre|würde|hätte|könnte|serait|pourrait|sería|seria|podría|sarebbe"),
  "iu",
);

/** Whether a text, such as the clause before an answer, states a condition. */
export const hasCondition = (text: string): boolean => CONDITION.test(text) && !EVEN_IF.test(text);

/**
 * Whether an answer holds under a condition only. `head`: the text of its sentence before it, from the last "but" on; `before` and `after`:
 * its clause around it.
 */
export const isConditional = (head: string, before: string, after: string): boolean =>
  hasCondition(head) || (hasCondition(after) && NOT_REAL.test(`${before}|${after}`));
