import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { type Chip, chipsOfRow } from "../../run/chips.ts";
import { answerScore } from "../../text/answer-score.ts";
import { element } from "../element.ts";

/** The fragment of the address of an instance. */
export const hrefOf = (row: Parameters<typeof anchorOf>[0]): string => `#${encodeURIComponent(anchorOf(row))}`;

/** One instance in the list: its text, its id, its score and its flags. */
export function listLine(row: ListRow, chips: readonly Chip[], metric: MarkedMetric): HTMLElement {
  const value = row[metric.profile];
  const score = value === undefined ? "?" : answerScore(value, metric);
  const flags = chipsOfRow(chips, row)
    .filter(({ name }) => name !== score)
    .map(({ name, label }) => element("i", { class: `chip f-${name}` }, label));
  return element(
    "li",
    {},
    element(
      "a",
      { href: hrefOf(row), "data-anchor": anchorOf(row) },
      element(
        "span",
        { class: "what" },
        element("bdi", {}, visibleText(row.text)),
        element("small", {}, visibleText(row.id)),
      ),
      element("span", { class: score === "wrong" ? "sc f-wrong" : "sc" }, score),
      flags.length === 0 ? undefined : element("span", { class: "flags" }, ...flags),
    ),
  );
}
