import { expect, it } from "vitest";
import { documentHtml } from "./document-html.ts";

const targets = new Map([
  ["docs/a.md", { title: "A", ids: new Set(["top"]) }],
  ["docs/decisions/0001-x.md", { title: "X", ids: new Set(["why"]) }],
  ["docs/benchmarks/README.md", { title: "Benchmarks", ids: new Set<string>() }],
  ["SECURITY.md", { title: "Security", ids: new Set<string>() }],
]);
const html = (text: string, path = "docs/a.md") => documentHtml(text, path, targets);

it.each([
  ["decisions/0001-x.md#why", "docs/a.md", "decisions/0001-x.html#why"],
  ["../a.md", "docs/decisions/0001-x.md", "../a.html"],
  ["../SECURITY.md", "docs/a.md", "project/security.html"],
  ["benchmarks/", "docs/a.md", "benchmarks.html"],
  ["#top", "docs/a.md", "#top"],
])("a link to %s in %s becomes %s", (href, path, address) => {
  expect(html(`<a href="${href}">x</a>`, path)).toBe(`<a href="${address}">x</a>`);
});

it("a link whose text is a file name gets the title of the document", () => {
  expect(html('<a href="../SECURITY.md">../SECURITY.md</a>')).toBe('<a href="project/security.html">Security</a>');
});

it("a link to a file that is no page becomes its path", () => {
  expect(html('<a href="../infra/site.ts">the site</a>')).toBe("the site (<code>infra/site.ts</code>)");
});

it("a link to another host sends no referrer", () => {
  expect(html('<a href="https://example.org">x</a>')).toBe('<a href="https://example.org" rel="noreferrer">x</a>');
});

it.each(["b.md", "decisions/0001-x.md#how"])("a broken link to %s stays text, which a test finds", (href) => {
  expect(html(`<a href="${href}">x</a>`)).toBe(`<span class="broken-link" title="${href}">x</span>`);
});

it("a heading links to itself, and its name is the link's name", () => {
  expect(html('<h2 id="top">The <code>a</code> "top"</h2>')).toBe(
    '<h2 id="top">The <code>a</code> "top" <a class="anchor" href="#top" aria-label="Link to The a &quot;top&quot;">#</a></h2>',
  );
});

it("a column of numbers is aligned by a class, because the policy of the pages forbids styles in HTML", () => {
  expect(html('<td style="text-align: right">1</td>')).toBe('<td class="right">1</td>');
});

it("a table has no empty heads", () => {
  expect(html("<table><thead>\n<tr>\n<th></th>\n<th></th></tr></thead><tbody></tbody></table>")).toContain(
    "<table><tbody>",
  );
  expect(html("<table><thead><tr><th></th><th>A</th></tr></thead></table>")).toContain("<tr><td></td><th>A</th></tr>");
});

it("wide tables and code scroll with the keyboard", () => {
  expect(html("<table><tr></tr></table><pre><code>a</code></pre>")).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><tr></tr></table></div><pre tabindex="0"><code>a</code></pre>',
  );
});
