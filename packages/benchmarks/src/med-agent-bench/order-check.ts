import type { Check } from "@medhelm/core/agents/environment";
import { canonicalJson } from "@medhelm/core/store/canonical";
import type { Order } from "./actions.ts";

/** The wanted value of a field of an order, or a rule that it must keep. */
export type Wanted = { readonly is: unknown } | { readonly words: string; readonly holds: (value: unknown) => boolean };

export const is = (value: unknown): Wanted => ({ is: value });
export const containing = (text: string): Wanted => ({
  words: `a text with "${text}"`,
  holds: (value) => typeof value === "string" && value.includes(text),
});
export const near = (number: number): Wanted => ({
  words: `about ${Number(number.toFixed(4))}`,
  holds: (value) => typeof value === "number" && Math.abs(value - number) <= 0.1,
});
/** The authors want a text, and their list of functions describes an object with a text. Both are accepted. */
export const route = (name: string): Wanted => ({
  words: `"${name}"`,
  holds: (value) => {
    const text = typeof value === "string" ? value : at(value, "text");
    return typeof text === "string" && text.trim().toLowerCase() === name.toLowerCase();
  },
});

/** Compares one order with the wanted resource and fields, and names the first difference. */
export function orderCheck(
  order: Order | undefined,
  resource: string,
  fields: Readonly<Record<string, Wanted>>,
): Check {
  const name = `order of a ${resource}`;
  if (order === undefined) return { name, passed: false, detail: "it is missing" };
  if (order.resource !== resource) return { name, passed: false, detail: `it was sent to ${order.resource}` };
  for (const [path, wanted] of Object.entries({ resourceType: is(resource), ...fields })) {
    const got = at(order.payload, path);
    if (!holds(wanted, got))
      return { name, passed: false, detail: `${path}: wanted ${wordsOf(wanted)}, got ${textOf(got)}` };
  }
  return { name, passed: true };
}

const holds = (wanted: Wanted, value: unknown): boolean =>
  "is" in wanted ? value !== undefined && canonicalJson(value) === canonicalJson(wanted.is) : wanted.holds(value);
const wordsOf = (wanted: Wanted): string => ("is" in wanted ? textOf(wanted.is) : wanted.words);
const textOf = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** The value at a path such as "coding.0.code"; undefined if nothing is there. */
function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (one, key) => (typeof one === "object" && one !== null ? Reflect.get(one, key) : undefined),
      value,
    );
}
