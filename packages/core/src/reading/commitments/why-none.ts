import { isDeniedInBrackets } from "../left-out/denials.ts";
import { isOfOtherQuestion } from "../left-out/opinions.ts";
import type { Place } from "./places.ts";
import {
  CONCEDED_BEFORE,
  EMPTY_BEFORE,
  NEXT_BEFORE,
  OPEN_SENTENCE,
  SEE_BEFORE,
  STATED_BEFORE,
  UNTICKED_BEFORE,
  WEIGHED_BEFORE,
} from "./phrases.ts";
import {
  AT_FIRST_AFTER,
  COMMON_AFTER,
  EMPTY_AFTER,
  FOR_OTHERS_AFTER,
  LEGEND_AFTER,
  REJECTED_TOO_AFTER,
  SECOND_AFTER,
  SHARE_AFTER,
  TOO_AFTER,
  WEIGHED_AFTER,
  WRONG_MARK_AFTER,
} from "./phrases-after.ts";
import type { StepName } from "../reading.ts";
import { whyLeftOut } from "../left-out/why-left-out.ts";
import { type Described, isExcepted, isOpen, isLeft, isException, isKept, isWanted } from "./described.ts";

/** Only this many characters at the start of a sentence are searched for its subject. */
const LONGEST = 300;

/** "The answer is D, isn't it?" */
const TAG = /,\s(?:isn't it|is it not|right|correct)\?["')]*$/iu;

/** Returns why a place is no commitment, if it is none. */
export function whyNone<T>(place: Described<T>): StepName | undefined {
  const { after, group, head, sentence, isMany } = place;
  if (isDeniedToo(place)) return "left out a denial";
  const why = whyLeftOut(place, sentence.text);
  if (why !== undefined) return isMistaken(place, why) ? undefined : why;
  const whyOfMany = isMany ? whyNoneOfMany(place) : undefined;
  if (whyOfMany !== undefined) return whyOfMany;
  const isWeighed = WEIGHED_BEFORE.test(place.before) && WEIGHED_AFTER.test(after);
  if (isWeighed || isOfOtherQuestion(sentence.text.slice(0, LONGEST))) return "left out a question";
  const isBare = group.mentions.length === 1 && EMPTY_BEFORE.test(head) && EMPTY_AFTER.test(after);
  return sentence.isQuestion && !isBare && !TAG.test(sentence.text) ? "left out a question" : undefined;
}

/** Whether the words that leave a place out commit to it here. */
const isMistaken = <T>(place: Place<T>, why: StepName): boolean =>
  (why === "left out a denial" && isNoDenial(place)) ||
  (["left out a question", "left out an opinion"].includes(why) && isWanted(place) && !place.sentence.isQuestion);

/** "The answer is not A; B should be avoided too.", "Not A; B fails as well." */
const isDeniedToo = <T>({ isDenied, between, after }: Described<T>): boolean =>
  REJECTED_TOO_AFTER.test(after) || (isDenied && TOO_AFTER.test(after) && !TURNS.test(between));
const TURNS = /(?<!\p{L})(?:but|however|yet|instead|rather|so)(?!\p{L})/iu;

function whyNoneOfMany<T>(place: Place<T>): StepName | undefined {
  if ((isMarkedWrong(place) && !isExcepted(place)) || isSecond(place)) return "left out a denial";
  if (AT_FIRST_AFTER.test(place.after)) return "left out another time";
  if (FOR_OTHERS_AFTER.test(place.after) || isConceded(place)) return "left out a condition";
  const isShare = SHARE_AFTER.test(place.after) && !STATED_BEFORE.test(place.before);
  return isShare || LEGEND_AFTER.test(place.after) || SEE_BEFORE.test(place.before) ? "left out a question" : undefined;
}

/** "Although A is the most common overall, the organism here is D." */
const isConceded = <T>({ between, after, rest, sentence, isOnly }: Place<T>): boolean =>
  CONCEDED_BEFORE.test(between) &&
  COMMON_AFTER.test(after) &&
  (IT_IS_NOT.test(rest) || (!isOnly && !OPEN_SENTENCE.test(sentence.text.slice(0, 2 * LONGEST))));
/** "Although A is the most common, it does not fit." */
const IT_IS_NOT =
  /,\s(?:it|this|that)\s(?:(?:is|does|did|was|would|can|could|has)(?:n't|\snot)|cannot)\s(?:\p{L}+ly\s)?(?!rare|uncommon|unlikely|only|always|the only)\p{L}/iu;

/** "A would be my second choice", "failing that, D" */
const isSecond = <T>({ before, after, isFirst }: Place<T>): boolean =>
  (SECOND_AFTER.test(after) && !(isFirst && /^["')\]*]*\s(?:second|third)/iu.test(after))) || NEXT_BEFORE.test(before);

/** "C: no", "[ ] C", "not much less likely (-2)" */
const isMarkedWrong = <T>({ before, after }: Place<T>): boolean =>
  WRONG_MARK_AFTER.test(after) || UNTICKED_BEFORE.test(before) || isDeniedInBrackets(before);

const isNoDenial = <T>(place: Place<T>): boolean =>
  isKept(place) || isExcepted(place) || isException(place) || isOpen(place) || isLeft(place);
