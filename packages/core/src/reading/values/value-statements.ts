import { lazyPattern } from "../../text/lazy-pattern.ts";
import { announcedSentences } from "../commitments/announcements.ts";
import { isNamedAbroad } from "../quantities/named-abroad.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { depthAfter, isOwnBracket, type Open, openAfter } from "./brackets.ts";
import { ALSO_AFTER, statementWith } from "./make-statement.ts";
import { withoutOthers } from "./other-values.ts";
import type { Found, LeftOutValue, Statement } from "./statement.ts";
import { type Context, NEAR } from "./value-context.ts";
import type { ValuePlace } from "./value-place.ts";
import { strengthOf } from "./value-strength.ts";
import { whyLeftOut } from "./why-left-out-value.ts";

/** Finds what the places of a text commit to, in order. */
export function statements<T>(text: string, places: readonly ValuePlace<T>[], asked: AskedFor): Found<T> {
  const made: Statement<T>[] = [];
  const leftOut: LeftOutValue<T>[] = [];
  const inputs: Context<T>[] = [];
  let next = 0;
  let first = 0;
  let index = -1;
  let line = -1;
  let open: Open = { depth: 0, end: 0 };
  for (const sentence of announcedSentences(text, within(places), () => next > first)) {
    let previous = sentence.from;
    let depth = sentence.line === line ? openAfter(text, open, sentence.from) : 0;
    ({ line } = sentence);
    first = next;
    index++;
    for (let place = places[next]; place !== undefined && place.from < sentence.to; place = places[++next]) {
      depth = depthAfter(text, previous, place.from, depth);
      const context: Context<T> = {
        text,
        place,
        sentence,
        previous,
        next: places[next + 1]?.from ?? text.length,
        isFirst: isFirst(sentence.announced, index, next, first),
        isAlone: index > 0 && next === first,
        isBeside: depth > 0 && !isOwnBracket(text, sentence, place),
        announced: sentence.announced,
        asked,
      };
      const why = whyLeftOut(context);
      const statement = why === undefined ? statementOf(context) : undefined;
      if (statement !== undefined) made.push(statement);
      else {
        leftOut.push({ ...place, why: why ?? "left out an input" });
        if (why === undefined) inputs.push(context);
      }
      previous = place.to;
    }
    open = { depth: depthAfter(text, previous, sentence.to, depth), end: sentence.to };
  }
  return onlyAbroad({ made, leftOut }, inputs) ?? withoutOthers(text, { made, leftOut }, asked);
}

/** Whether a place leads a first or an announced sentence, or the second one if the first has no place. */
const isFirst = (announced: unknown, index: number, at: number, first: number): boolean =>
  index === 0 || announced !== undefined ? at === first : index === 1 && at === 0;

/** The only value with a label in another language, where no other place commits to a value. */
function onlyAbroad<T>({ made, leftOut }: Found<T>, inputs: readonly Context<T>[]): Found<T> | undefined {
  if (made.length > 0) return undefined;
  const [only, ...others] = inputs.filter(isNamedAbroad);
  if (only === undefined || others.length > 0) return undefined;
  return {
    made: [statementWith(only, { strength: "result", share: 0 })],
    leftOut: leftOut.filter(({ from }) => from !== only.place.from),
  };
}

/** Undefined: it is an input, a step on the way, or a value to compare with. */
function statementOf<T>(context: Context<T>): Statement<T> | undefined {
  const { place, sentence, text, previous } = context;
  const head = text.slice(Math.max(sentence.from, place.from - NEAR), place.from);
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const isOtherwise = previous > sentence.from && ALSO_AFTER.test(text.slice(place.to, place.to + 24));
  const isNextWay = previous > sentence.from && FORMULA_BEFORE.test(head) && FORMULA_NEXT.test(before);
  const strong =
    strengthOf(context, head, before) ?? (isOtherwise || isNextWay ? { strength: "named", share: 0 } : undefined);
  return strong === undefined ? undefined : statementWith(context, strong);
}

/** "With the Devine formula it is 66.1 kg and with the Robinson formula 65.4 kg" */
const FORMULA = String.raw`(?:with|by|using|per|mit|nach|con|según|avec|selon|com|pela)\s(?:(?:the|der|la|el|le|a|o)\s)?[^,.;:\d]{0,40}(?:formula|equation|method|formel|methode|fórmula|ecuación|método|formule|équation|méthode)(?:\s\p{L}[\p{L}-]*)?`;
const FORMULA_BEFORE = lazyPattern(String.raw`^[^\p{L}]*${FORMULA}`, "iu");
const FORMULA_NEXT = lazyPattern(
  String.raw`(?<!\p{L})(?:and|und|y|et|e)\s${FORMULA},?(?:\s(?:it is|it gives|is|gives|sind es|es|c'est|é))?\s["'(]*$`,
  "iu",
);

function within<T>(places: readonly ValuePlace<T>[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while ((places[i]?.to ?? Number.POSITIVE_INFINITY) <= at) i++;
    const place = places[i];
    return place !== undefined && place.from <= at && at < place.to - 1;
  };
}
