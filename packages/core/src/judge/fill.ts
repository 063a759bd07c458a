/** The values that a judge prompt may contain. */
export interface Filling {
  /** the instance's text, without instructions */
  readonly QUESTION: string;
  readonly RESPONSE: string;
  readonly GOLD_RESPONSE: string;
}

const PLACE =
  /\$\$|\$\{(QUESTION|RESPONSE|GOLD_RESPONSE)\}|\{(QUESTION|RESPONSE|GOLD_RESPONSE)\}|\$(QUESTION|RESPONSE|GOLD_RESPONSE)(?!\w)/g;

/**
 * Fills {QUESTION}, {RESPONSE} and {GOLD_RESPONSE} in a judge's template, character for character like HELM
 * (annotation/model_as_judge.py: braces become "$NAME", then string.Template substitutes). Values are not scanned for placeholders.
 * HELM: "$$" becomes "$", "$QUESTION" is a placeholder too, "${QUESTION}" becomes the text "$QUESTION", and "{{QUESTION}}" keeps one
 * pair of braces. Another "$", or "{QUESTION}" before a letter, stops HELM's run; here the text stays and the placeholder is filled.
 */
export const fillTemplate = (template: string, values: Filling): string =>
  template.replace(PLACE, (match, escaped?: string, braced?: string, named?: string) => {
    if (match === "$$") return "$";
    if (escaped !== undefined) return `$${escaped}`;
    const name = braced ?? named;
    return name === "QUESTION" || name === "RESPONSE" || name === "GOLD_RESPONSE" ? values[name] : match;
  });
