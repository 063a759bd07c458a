import { expect, it } from "vitest";
import { importsOf, withEarlyPolicy, withPreloads } from "./preload-imports.ts";

const script = (name: string) => `<script type="module" src="/x/_astro/${name}"></script>`;

it("finds the modules that a built script imports", () => {
  expect(
    importsOf('import{t as e}from"./element.C_b-1.js";import"./scale.X.js";import("./later.js");x="from ./no.js"'),
  ).toEqual(["element.C_b-1.js", "scale.X.js"]);
});

it("links them and their own imports once, before the first script of the page", () => {
  const imports = new Map([
    ["a.js", ["b.js"]],
    ["b.js", ["c.js"]],
    ["d.js", ["c.js"]],
  ]);
  expect(withPreloads(`<p>${script("a.js")}${script("d.js")}`, imports)).toBe(
    `<p><link rel="modulepreload" href="/x/_astro/b.js"><link rel="modulepreload" href="/x/_astro/c.js">${script("a.js")}${script("d.js")}`,
  );
  expect(withPreloads("<p>", imports)).toBe("<p>");
});

it("the policy of a page comes before its scripts", () => {
  const policy = `<meta http-equiv="content-security-policy" content="script-src 'self' 'sha256-x';">`;
  expect(withEarlyPolicy(`<head><meta charset="utf-8"><script>1</script>${policy}</head>`)).toBe(
    `<head><meta charset="utf-8">${policy}<script>1</script></head>`,
  );
});
