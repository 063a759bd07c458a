import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker } from "../commitments/commitment.ts";
import type { Statement } from "./statement.ts";
import { words } from "../text/pattern.ts";

const { raw } = String;

const CANNOT_BE = raw`(?:cannot|can't|can not|could not|couldn't)\s(?:\p{L}+ly\s|yet\s)?be\s(?:\p{L}+ly\s)?(?:calculated|computed|determined|derived|estimated|worked out|figured out|obtained|given|applied|used)`;
const UNABLE = raw`(?:not possible|impossible|unable|not able)\sto\s(?:calculate|compute|determine|derive|estimate|work out|give|state)`;
const INVALID = raw`(?:is|are)(?:n't|\snot)\s(?:valid|applicable)`;
const NEEDS = raw`(?:i|we|one)(?:'d|\swould)\s(?:still\s|also\s)?(?:need|require)\s(?:the|her|his|an?|to know)`;
const NOT_GIVEN = raw`(?:is|are|was|were)\s(?:not|never)\s(?:given|reported|documented|available|provided|stated|recorded|known)|(?:is|are)\s(?:missing|unknown)`;
const IMPOSSIBLE_ABROAD =
  "kann nicht (?:berechnet|bestimmt)|lässt sich nicht (?:berechnen|bestimmen)|no se puede calcular|ne peut pas être calculée?|não pode ser calculad[oa]";
/** "LDL cannot be computed", "it is not possible to calculate", "the equation isn't valid" */
const IMPOSSIBLE = lazyPattern(words(CANNOT_BE, UNABLE, INVALID, NEEDS, NOT_GIVEN, IMPOSSIBLE_ABROAD), "iu");
/** The reply then finds a way. */
const YET =
  /(?<!\p{L})(?:but|however|instead|nevertheless|assuming|if we|so (?:i|we)|therefore (?:i|we)|alternatively|otherwise)(?!\p{L})/iu;

/** Leaves out the values that give the reason why none can be calculated: "LDL cannot be computed because the triglycerides are 512 mg/dL." */
export function withoutImpossible<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const found = [...IMPOSSIBLE.matchAll(text)];
  if (found.length === 0) return kept;
  const isReason = ({ from, sentence, strength }: Statement<T>): boolean => {
    if (!isWeaker(strength, "leads")) return false;
    const near = found.find(({ index }) => index >= sentence.from && index < sentence.to);
    if (near !== undefined && near.index < from) return !YET.test(text.slice(near.index, from));
    return isWeaker(strength, "result") && !YET.test(text.slice(found[0]?.index ?? 0, from));
  };
  return kept.filter((one) => !isReason(one));
}
