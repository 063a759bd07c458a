import { findSections } from "./find-sections.ts";
import type { SearchIndex } from "./search-index.ts";

declare global {
  /** search-index.js sets it. A page that was opened from the disk can load a script and no JSON. */
  var medhelmDocs: SearchIndex;
}

/** Shows the results of the question in the address, and of each later one. */
function startSearch(): void {
  const form = document.querySelector("form.search");
  const input = form?.querySelector("input");
  const list = document.querySelector("#results");
  const count = document.querySelector("#count");
  if (!input || !list || !count) return;
  const show = (): void => {
    const found = findSections(globalThis.medhelmDocs, input.value);
    count.textContent = input.value.trim() === "" ? "" : found.length === 1 ? "1 section" : `${found.length} sections`;
    list.replaceChildren(
      ...found.map(({ address, heading, page, begin }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = address;
        link.textContent = heading;
        const where = document.createElement("small");
        where.textContent = page === heading ? "" : page;
        const text = document.createElement("p");
        text.textContent = begin;
        item.append(link, " ", where, text);
        return item;
      }),
    );
  };
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", show);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
    show();
  });
  show();
  input.focus();
}

startSearch();
