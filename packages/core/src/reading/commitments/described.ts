import { isDeniedAfter } from "../left-out/denials.ts";
import type { Group, Place } from "./places.ts";
import { EXCEPT_BEFORE, KEEPS_BEFORE, ONLY_BEFORE, OPEN_BEFORE, WANTED_BEFORE } from "./phrases.ts";
import { EMPTY_AFTER, EXCEPTED_AFTER, KEPT_AFTER, KEPT_OPEN_AFTER, OPEN_AFTER } from "./phrases-after.ts";

/** A place with what its sentence says before it. */
export type Described<T> = Place<T> & {
  /** The group before it in the sentence is denied. */
  readonly isDenied: boolean;
  /** The last group before it is denied, in its sentence or in an earlier one. */
  readonly isBehindDenied: boolean;
};

/** The exception of a question for one: "C is not", "C - false". */
export const isExcepted = <T>({ isException, after }: Place<T>): boolean => isException && EXCEPTED_AFTER.test(after);

/** "I would not rule out E", "E cannot be excluded" */
export const isOpen = <T>({ before, after }: Place<T>): boolean =>
  OPEN_BEFORE.test(before) || OPEN_AFTER.test(after) || (KEEPS_BEFORE.test(before) && KEPT_OPEN_AFTER.test(after));

/** "No drug other than D explains it", "everything except B can be excluded" */
export const isLeft = <T>({ before, after }: Place<T>): boolean =>
  isDeniedAfter(after) ? EXCEPT_BEFORE.test(before) : ONLY_BEFORE.test(before);

/** In a question for the exception: "Everything but A." */
export const isException = <T>({ isException: isAsked, before }: Place<T>): boolean =>
  isAsked && EXCEPT_BEFORE.test(before);

/** "I first chose D, and I stand by it" */
export const isKept = <T>({ rest }: Place<T>): boolean => KEPT_AFTER.test(rest);

/** "The item wants D." */
export const isWanted = <T>(place: Place<T>): boolean =>
  hasCode(place.group) && WANTED_BEFORE.test(place.before) && EMPTY_AFTER.test(place.after.replace(HERE_AFTER, "$1"));
const HERE_AFTER =
  /^(["')\]*]*)\s(?:here|(?:in|for|on) (?:this|the) (?:case|question|item|patient|vignette))(?!\p{L})/iu;

/** The first mention has a letter or a label, and not only its words. */
export const hasCode = <T>({ mentions: [first] }: Group<T>): boolean => first?.hasCode === true;
