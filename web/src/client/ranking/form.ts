import { firstDirection } from "./order.ts";
import { isFiltered, type RankingState } from "./state.ts";

/** The change of the state by a field of the form; undefined if the element is no field. */
export function changeBy(target: EventTarget | null): Partial<RankingState> | undefined {
  if (!isField(target)) return undefined;
  const isUnchecked = target instanceof HTMLInputElement && target.type === "checkbox" && !target.checked;
  const value = isUnchecked ? "" : target.value;
  if (target.name === "sort") return { sort: value, dir: value === "" ? "" : firstDirection(value) };
  return { [target.name]: value };
}

/** Shows the state in the form, and opens the filters if one is in use. */
export function fillForm(form: HTMLFormElement, state: RankingState): void {
  const texts: Readonly<Record<string, string>> = { ...state };
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox"))
      field.checked = texts[field.name] === field.value;
    else if (isField(field) && field.name in texts) field.value = texts[field.name] ?? "";
  }
  if (isFiltered(state)) form.closest("details")?.setAttribute("open", "");
}

const isField = (target: unknown): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
