import type { AskedFor } from "../quantities/asked-for.ts";
import { namedIn } from "../quantities/named-in.ts";
import { NAMED } from "../quantities/names-nothing-asked.ts";
import { type Context, NEAR } from "./value-context.ts";

/** "08/14/2023 is the estimated due date." */
export function isNamedAfter(after: string, asked: AskedFor): boolean {
  const link = /^[^\p{L}]{0,3}(?:[^.;,\n]{0,20}\s)?(?:is|was|ist|es|est)\s+(?:the|his|her|el|la)\s/iu.exec(after);
  return link !== null && namedIn(after.slice(link[0].length, 80), asked).share >= NAMED;
}

/** "10 mg of prednisone", "3 SIRS criteria", "17 corrected" */
export function isNamedNext<T>({ text, place, sentence, next }: Context<T>, asked: AskedFor): boolean {
  const after = text.slice(place.to, Math.min(sentence.to, next, place.to + NEAR));
  const words = /^\s?[^\s,;:.()=→⇒]{0,12}\s(?:of\s|after\s|when\s)?[^.,;:()\n=→⇒]*/u.exec(after)?.[0] ?? "";
  const [name = ""] = words.split(/\s(?:and|but|in|at|with|for|so|which)\s/u);
  if (/\s(?:is|was|are|equals?|gives|comes)(?!\p{L})/u.test(name)) return false;
  const isNextLabel =
    name === words &&
    (place.to + words.length >= Math.min(next, text.length - 1)
      ? next < text.length
      : /^\s?[=:→⇒]/.test(after.slice(words.length)));
  return place.value !== undefined && !isNextLabel && namedIn(name, asked).share >= NAMED;
}
