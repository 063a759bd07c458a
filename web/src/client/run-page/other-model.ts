import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import { type Chunks, type Found, openChunks } from "./chunks.ts";
import { element } from "../element.ts";
import { otherAnswer } from "./instance-view.ts";
import { messageOf } from "./message-of.ts";

/** The same instance by another model, which the reader chooses. */
export function otherModel(root: HTMLElement, metric: MarkedMetric, chosen: string | null) {
  const options = [...root.querySelectorAll<HTMLElement>("#others [data-slug]")].map(({ dataset }) => dataset);
  const known = new Map<string, Promise<Chunks>>();
  let current = options.find(({ slug }) => slug === chosen) ?? options[0];
  const made = {
    onChoice: (_slug: string): void => undefined,
    view(found: Found | undefined): HTMLElement | undefined {
      if (current === undefined || found === undefined) return undefined;
      const select = element("select", { "aria-label": "Compare with" });
      for (const { slug = "", name = "" } of options) {
        const option = element("option", { value: slug }, name);
        option.selected = slug === current["slug"];
        select.append(option);
      }
      select.addEventListener("change", () => {
        current = options.find(({ slug }) => slug === select.value) ?? current;
        made.onChoice(select.value);
      });
      const [place, score] = [element("div", {}, "Loading…"), element("b", { class: "score" })];
      const { folder = "" } = current;
      const load = async () => {
        const chunks = known.get(folder) ?? openChunks(folder, metric);
        known.set(folder, chunks);
        chunks.catch(() => known.delete(folder));
        const same = await (await chunks).find(anchorOf(found.instance), undefined);
        if (same === undefined) {
          place.replaceChildren(element("p", { class: "none" }, "It was not asked this question."));
          return;
        }
        const shown = otherAnswer(same.instance, metric, same.instance.prompt === found.instance.prompt);
        score.textContent = shown.score;
        place.replaceChildren(...shown.answer);
      };
      const tryLoad = () =>
        load().catch((error: unknown) => {
          const again = element("button", { type: "button" }, "Try again");
          again.addEventListener("click", () => void tryLoad());
          place.replaceChildren(element("p", { role: "alert" }, `${messageOf(error)} `, again));
        });
      void tryLoad();
      return element("section", { class: "other" }, element("h3", {}, select, score), place);
    },
  };
  return made;
}
