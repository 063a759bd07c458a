import { expect, it } from "vitest";
import { contentsOf } from "./contents.ts";
import { addressFrom, pageOfDocument } from "./document-page.ts";
import { withRelativeLinks } from "./relative-links.ts";

it("a document that the table of contents does not list is in its last part", () => {
  const all = ["docs/README.md", "docs/a.md", "docs/b.md"].map((path) => ({ path, title: path }));
  expect(contentsOf("## Do\n\n- [A](a.md)\n", "docs", all)).toEqual([
    { title: "Do", documents: [{ path: "docs/a.md", title: "A" }] },
    { title: "More", documents: [{ path: "docs/b.md", title: "docs/b.md" }] },
  ]);
});

it("a heading with a list is a part of the contents", () => {
  expect(contentsOf("# T\n\n- [no](no.md)\n\n## Do\n\ntext\n\n- [A b](a.md): why\n\n## Empty\n", "docs", [])).toEqual([
    { title: "Do", documents: [{ path: "docs/a.md", title: "A b" }] },
  ]);
});

it.each([
  ["docs/README.md", "index.html"],
  ["docs/scoring.md", "scoring.html"],
  ["docs/benchmarks/README.md", "benchmarks.html"],
  ["docs/decisions/0001-x.md", "decisions/0001-x.html"],
  ["docs/security.md", "security.html"],
  ["SECURITY.md", "project/security.html"],
])("%s is the page %s", (path, page) => {
  expect(pageOfDocument(path)).toBe(page);
});

it("pages in folders link up", () => {
  expect(addressFrom("decisions/0001-x.html", "index.html")).toBe("../index.html");
});

it("addresses below the base become relative to their file", () => {
  expect(withRelativeLinks("a /base/_astro/x.css", "/base/", "decisions/0001.html")).toBe("a ../_astro/x.css");
  expect(withRelativeLinks("a /base/_astro/x.css", "/base/", "index.html")).toBe("a ./_astro/x.css");
});
