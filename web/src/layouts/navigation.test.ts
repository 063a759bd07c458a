import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { navigation } from "./navigation.ts";

it("the navigation lists the pages that exist, the main ones first", () => {
  const { main, all } = navigation(["../pages/about/index.astro", "../pages/methods/index.astro"]);
  expect([main, all].map((pages) => pages.map(({ title }) => title))).toEqual([
    ["Methods", "Docs"],
    ["Methods", "Docs", "About"],
  ]);
});

it("every page with one address is in the navigation", () => {
  const pages = fileURLToPath(new URL("../pages/", import.meta.url));
  const folders = readdirSync(pages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${pages}${entry.name}`).includes("index.astro"))
    .map(({ name }) => name);
  const { all } = navigation(folders.map((name) => `/pages/${name}/index.astro`));
  expect(folders.filter((name) => all.every(({ folder }) => folder !== name))).toEqual([]);
});
