import { plural } from "../../text/format.ts";
import { element } from "../element.ts";
import type { Step } from "./page-keys.ts";

/** The links of an open question to the list, the question before and the one after. */
export function questionLinks(instances: number, step: Step): HTMLElement {
  const [back, previous, next] = [
    element("a", { href: "#list", class: "back" }, `All ${plural(instances, "question")}`),
    element("button", { type: "button", class: "link", id: "previous" }, "Previous"),
    element("button", { type: "button", class: "link", id: "next" }, "Next"),
  ];
  previous.addEventListener("click", () => void step(-1));
  next.addEventListener("click", () => void step(1));
  return element("nav", { "aria-label": "Questions" }, back, previous, next);
}
