import { expect, it } from "vitest";
import { findSections } from "./find-sections.ts";
import { searchIndex } from "./search-index.ts";

const index = searchIndex([
  {
    address: "run.html",
    title: "Run",
    html: '<h1 id="run">Run</h1><p>Start here.</p><h2 id="budget">Budget <a class="anchor" href="#budget">#</a></h2><p>Set <code>--max-usd</code> first.</p>',
  },
  { address: "money.html", title: "Money", html: "<h1>Money</h1><p>A budget is in dollars &amp; cents.</p>" },
]);
const found = (query: string) => findSections(index, query).map(({ address }) => address);

it("a section has its page, its heading and the begin of its text", () => {
  expect(findSections(index, "usd")).toEqual([
    { address: "run.html#budget", heading: "Budget", page: "Run", begin: "Set --max-usd first." },
  ]);
});

it.each([
  ["all words must be there", "budget usd", ["run.html#budget"]],
  ["a section whose heading has the word comes first", "budget", ["run.html#budget", "money.html"]],
  ["the last word may be a beginning", "budget dol", ["money.html"]],
  ["an earlier word must be whole", "dol budget", []],
  ["capitals and signs do not count", "--MAX-USD", ["run.html#budget"]],
  ["a page's own text belongs to the page", "start", ["run.html"]],
  ["no words, no sections", " -- ", []],
])("%s", (_, query, addresses) => {
  expect(found(query)).toEqual(addresses);
});

it("a word of JavaScript's objects is a word", () => {
  expect(found("constructor toString")).toEqual([]);
});
