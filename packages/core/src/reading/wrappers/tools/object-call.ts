import type { FieldNames } from "../field-names.ts";
import { givesAnswer } from "./final-tool.ts";
import type { Field } from "../loose-json.ts";

const NAMES = new Set("name tool function toolname functionname recipientname action".split(" "));
const ARGUMENTS = new Set("arguments parameters args kwargs params input actioninput toolinput toolargs".split(" "));

/** A call to a tool in the form of an object. */
interface ObjectCall {
  /** The values that state the answer; present if the tool gives the final answer. */
  readonly answers?: readonly Field[];
}

/** Returns the call that an object is; undefined if it is none. An object with an answer of its own is none. */
export function objectCall(all: readonly Field[], { answers }: FieldNames): ObjectCall | undefined {
  const args = all.filter(({ key, parents }) => ARGUMENTS.has(key) || parents.some((one) => ARGUMENTS.has(one)));
  const name = all.find((field) => NAMES.has(field.key) && !args.includes(field));
  if (args.length === 0 || name === undefined) return undefined;
  if (all.some((field) => answers.has(field.key) && field.depth === 1 && !args.includes(field))) return undefined;
  if (!givesAnswer(name.value.text)) return {};
  const named = args.filter(({ key }) => answers.has(key));
  return { answers: named.length > 0 ? named : args };
}
