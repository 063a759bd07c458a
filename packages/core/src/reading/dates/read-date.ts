import { askedFor } from "../quantities/asked-for.ts";
import { datePlaces } from "./date-places.ts";
import type { Claim } from "../wrappers/claims.ts";
import { isUnfinishedNaegele } from "./naegele.ts";
import { join, spanOf, textAt } from "../text/reply-text.ts";
import { readValue } from "../values/read-value.ts";
import type { Reading } from "../reading.ts";
import { type WeeksAndDays, weekPlaces } from "./week-places.ts";

/** Reads the date to which a reply commits, as YYYY-MM-DD. */
export const readDate = (reply: string, question: string): Reading<string> =>
  readValue(reply, {
    asked: askedFor(question),
    placesOf: datePlaces,
    isSame: (a, b) => a === b,
    leastIfUnfinished: (text) => (isUnfinishedNaegele(text) ? "total" : undefined),
  });

/** Every question for weeks and days is for this quantity, in any words: "How far along is she?" */
const GESTATIONAL_AGE = askedFor("What is the gestational age in weeks and days?");

/** Reads the span of weeks and days to which a reply commits. Days are not carried into weeks. */
export const readWeeksAndDays = (reply: string, question: string): Reading<WeeksAndDays> =>
  readValue(reply, {
    asked: /gestational/iu.test(question)
      ? askedFor(question)
      : { ...GESTATIONAL_AGE, context: askedFor(question).context },
    placesOf: weekPlaces,
    isSame: (a, b) => a[0] === b[0] && a[1] === b[1],
    joined: pairOf,
  });

/** A list of two numbers in JSON. */
function pairOf([weeks, days, ...others]: readonly Claim[]): readonly Claim[] | undefined {
  if (weeks === undefined || days === undefined || others.length > 0) return undefined;
  if (![weeks, days].every(({ text }) => /^\s*\d{1,3}\s*$/.test(text.text))) return undefined;
  return [{ ...weeks, text: join([weeks.text, textAt(", ", spanOf(days.text)), days.text]) }];
}
