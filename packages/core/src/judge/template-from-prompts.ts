import { z } from "zod";
import type { RequestState } from "../helm/scenario-state.ts";
import { fillTemplate, type Filling } from "./fill.ts";

/** A judge prompt that HELM stored (annotations' prompt_text), with the values that filled it. */
export interface FilledPrompt extends Filling {
  readonly prompt: string;
}

const PromptText = z.looseObject({ prompt_text: z.string() });

/** Returns HELM's judge prompt for one answer; undefined if the answer was empty, since HELM then asks no judge. */
export function filledPrompt(state: RequestState, annotation: string): FilledPrompt | undefined {
  const asked = PromptText.safeParse(state.annotations?.[annotation]);
  if (!asked.success) return undefined;
  return {
    prompt: asked.data.prompt_text,
    QUESTION: state.instance.input.text,
    RESPONSE: state.result?.completions[0]?.text ?? "",
    // HELM: the first reference, even one that is not tagged correct
    GOLD_RESPONSE: state.instance.references[0]?.output.text ?? "",
  };
}

type Place = keyof Filling;
interface Span {
  readonly place: Place;
  readonly start: number;
  readonly end: number;
}

const PLACES: readonly Place[] = ["QUESTION", "RESPONSE", "GOLD_RESPONSE"];
/** Limits the occurrences of a value that are tried in one prompt. A one-letter answer occurs nearly everywhere. */
const MAX_OCCURRENCES = 12;
/** Limits the candidate templates from one prompt that are tried on the other prompts. */
const MAX_CANDIDATES = 2000;

/**
 * Reconstructs the judge's template from filled prompts. It replaces question, answer and reference by placeholders; the template must
 * then reproduce every prompt exactly. If a value occurs several times in a prompt (a short answer, a reference within the question),
 * each candidate is checked against the other prompts. A reference that no prompt shows gets no placeholder (HELM's chw_care_plan).
 * @returns undefined if no template reproduces all prompts, or if no prompt contains a question and an answer
 */
export function templateFromPrompts(prompts: readonly FilledPrompt[]): string | undefined {
  // prompts with long values first: those occur once, so one candidate is enough
  const byClarity = prompts
    .filter(({ QUESTION, RESPONSE }) => QUESTION !== "" && RESPONSE !== "")
    .toSorted((a, b) => clarity(b) - clarity(a));
  const isRight = (template: string) => prompts.every((filled) => fillTemplate(template, filled) === filled.prompt);
  for (const filled of byClarity.slice(0, 5)) {
    const found = candidates(filled).find(isRight);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The length of the shortest value; a prompt without a reference does not show the reference's position. */
const clarity = (filled: FilledPrompt): number => Math.min(...PLACES.map((place) => filled[place].length));

function candidates(filled: FilledPrompt): string[] {
  let choices: (readonly Span[])[] = [[]];
  for (const place of PLACES) {
    const options = choicesOf(occurrences(filled.prompt, filled[place], place), place !== "GOLD_RESPONSE");
    choices = choices
      .flatMap((chosen) => options.map((option) => [...chosen, ...option]))
      .filter(isDisjoint)
      .slice(0, MAX_CANDIDATES);
  }
  return choices.map((spans) => withPlaces(filled.prompt, spans));
}

/** Each occurrence alone, all occurrences together, and none if the placeholder is optional. */
function choicesOf(spans: readonly Span[], isRequired: boolean): (readonly Span[])[] {
  const single = spans.map((span) => [span]);
  return [...single, ...(spans.length > 1 ? [spans] : []), ...(isRequired ? [] : [[]])];
}

function occurrences(text: string, value: string, place: Place): Span[] {
  const spans: Span[] = [];
  if (value === "") return spans;
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length)) {
    spans.push({ place, start, end: start + value.length });
    if (spans.length === MAX_OCCURRENCES) break;
  }
  return spans;
}

function isDisjoint(spans: readonly Span[]): boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return sorted.every((span, i) => i === 0 || (sorted[i - 1]?.end ?? 0) <= span.start);
}

function withPlaces(prompt: string, spans: readonly Span[]): string {
  let template = "";
  let at = 0;
  for (const { place, start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    template += `${escaped(prompt.slice(at, start))}{${place}}`;
    at = end;
  }
  return template + escaped(prompt.slice(at));
}

/** Escapes text for filling, which turns "$$" into "$". */
const escaped = (text: string): string => text.replaceAll("$", "$$$$");
