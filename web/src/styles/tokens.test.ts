import { expect, it } from "vitest";
import { colours, contrast, diverging, type Mode, tokensCss } from "./tokens.ts";

const colour = (name: string, mode: Mode) => colours[name]?.[mode === "light" ? 0 : 1] ?? "";
const modes = ["light", "dark"] as const;

it("the style sheet has the constants of the design", async () => {
  await expect(tokensCss()).toMatchFileSnapshot("tokens.css");
});

it("black on white has the contrast 21", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
});

it.each(modes)("every colour of text has a contrast of 4.5 on both backgrounds, %s", (mode) => {
  const weak = ["ink", "soft", "accent", "low", "high", "bad", "good", "warn"].flatMap((name) =>
    ["paper", "wash"].flatMap((ground) => {
      const ratio = contrast(colour(name, mode), colour(ground, mode));
      return ratio < 4.5 ? [`${name} on ${ground}: ${ratio.toFixed(2)}`] : [];
    }),
  );
  expect(weak).toEqual([]);
});

it.each(modes)("a neutral mark has a contrast of 3 on the page, %s", (mode) => {
  expect(contrast(colour("mark", mode), colour("paper", mode))).toBeGreaterThan(3);
});

it.each(modes)("the numbers in the heat table have a contrast of 4.5, %s", (mode) => {
  expect(diverging[mode].filter(({ fill, text }) => contrast(fill, text) < 4.5)).toEqual([]);
});
