import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker } from "../commitments/commitment.ts";
import type { Mention } from "../commitments/mention.ts";
import { oneOf } from "../text/pattern.ts";
import type { Choice } from "../commitments/choice.ts";

const { raw } = String;

const OPTION = "(?:option|choice|answer|possibility|candidate|alternative)";
/** The reply excludes all options but one, which it does not name. */
const REMAINS = lazyPattern(
  oneOf(
    raw`(?<!\p{L})(?:leaves?|leaving|left)(?: us| me)?(?: with)? (?:only |just )?(?:one|a single)(?: ${OPTION})?(?=[\s.,;:!]*(?:$|[.,;:!\n]))`,
    raw`(?<!\p{L})(?:only |just )(?:one|a single)(?: (?:${OPTION}|of them))? (?:is left|remains|left|survives|stands)(?!\p{L})`,
    raw`(?<!\p{L})(?:one|a single) ${OPTION} (?:is left|remains)(?!\p{L})`,
    raw`(?<!\p{L})the (?:last |only |sole |one )?(?:remaining|other|last) (?:one|${OPTION})(?!\p{L})`,
    raw`(?<!\p{L})all (?:of )?(?:the )?(?:${OPTION}s |them )?(?:but|except) one(?!\p{L})`,
    raw`(?<!\p{L})bleibt (?:\p{L}+ ){0,2}?(?:nur|eine|einzig)(?:e|er|es)?(?: noch)?(?: \p{L}+){0,2}(?=[\s.,;:!]*(?:$|\n))|(?<!\p{L})(?:die|der) (?:verbleibende|übrige|letzte|einzig verbleibende) (?:Option|Antwort|Möglichkeit)`,
    raw`(?<!\p{L})(?:n'en |ne )reste (?:plus |donc )*qu'une?(?!\p{L})|(?:option|réponse|proposition) restante`,
    raw`(?<!\p{L})(?:s[oó]lo|únicamente|só|apenas) (?:nos )?(?:queda|resta|sobra)(?: una?| uma)?(?!\p{L})|(?:queda|resta|sobra) (?:s[oó]lo |só |apenas |únicamente )?(?:una|uma)(?: sola| só)?(?!\p{L})|(?:opción|opção|alternativa) (?:que queda|restante)`,
    raw`只剩下?(?:了)?(?:最后)?一(?:个|項|项)|剩下的?(?:那个|唯一)?(?:选项|選項|答案)|唯一剩下`,
  ),
  "iu",
);

/** Finds the option that a reply leaves: it says that one is left, names all others, and commits to no option. */
export function remainingOf(
  text: string,
  values: readonly string[],
  mentions: readonly Mention<string>[],
  made: readonly Choice<string>[],
): { readonly value: string; readonly at: readonly [from: number, to: number] } | undefined {
  const match = [...REMAINS.matchAll(text)].at(-1);
  if (match === undefined) return undefined;
  const named = new Set(mentions.map(({ value }) => value));
  const [value, ...others] = values.filter((one) => !named.has(one));
  const isCommitted = made.some(({ strength, isAlso }) => !isAlso && !isWeaker(strength, "stated"));
  if (value === undefined || others.length > 0 || isCommitted) return undefined;
  return { value, at: [match.index, match.index + match[0].length] };
}
