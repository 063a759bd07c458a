import { expect, it } from "vitest";
import { costFront, type CostPoint, front } from "./cost-front.ts";
import { dotInterval, dotIntervalAxis } from "./dot-interval.ts";
import { explainInterval } from "./explain-interval.ts";
import { differenceAxis, forest, verdict } from "./forest.ts";
import { heatLegend, heatMap } from "./heat-map.ts";
import { judgePanelShape } from "./judge-panel.ts";
import { pairMatrix } from "./pair-matrix.ts";
import { reliability } from "./reliability.ts";
import type { Axis } from "./scale.ts";
import { strip, stripRow } from "./strip.ts";

const axis: Axis = { from: 0, to: 1, ticks: [0, 0.5, 1], label: (value) => value.toFixed(2) };
const HOSTILE = `<img src=x onerror="alert(1)">`;
const names = { id: "c", title: HOSTILE, desc: HOSTILE };
const cost = (label: string, usd: number, value: number): CostPoint => ({ label, cost: usd, value, level: false });
const scores = (...all: number[]) => all.map((score, i) => ({ judge: `j${i}`, letter: `J${i}`, score }));
const costOptions = { ...names, x: HOSTILE, y: HOSTILE, money: (usd: number) => `$${usd}` };

it("a row draws the thin line, the thick line and the dot, in this order", () => {
  expect(dotInterval({ value: 0.5, outer: [0.25, 0.75], inner: [0.4, 0.6] }, { axis, grid: "g" })).toBe(
    `<svg class="di" aria-hidden="true"><use href="#g"/><line class="out" x1="25%" x2="75%" y1="50%" y2="50%"/>` +
      `<line class="in" x1="40%" x2="60%" y1="50%" y2="50%"/><circle class="dot" cx="50%" cy="50%" r="5"/></svg>`,
  );
});

it("a row without intervals is a dot only", () => {
  expect(dotInterval({ value: 0.5 }, { axis, grid: "g", hollow: true })).toBe(
    `<svg class="di" aria-hidden="true"><use href="#g"/><circle class="dot hollow" cx="50%" cy="50%" r="5"/></svg>`,
  );
});

it("the models of the front are those that no other beats at the same or a lower cost", () => {
  const points = [cost("dear", 9, 0.8), cost("cheap", 1, 0.5), cost("beaten", 5, 0.4), cost("equal", 2, 0.5)];
  expect(front(points).map(({ label }) => label)).toEqual(["cheap", "dear"]);
});

it("labels of the cost front are left out where they would touch", () => {
  const crowd = Array.from({ length: 40 }, (_, i) => cost(`Model number ${i}`, 10 + i / 100, 0.5 - i / 10_000));
  const svg = costFront([...crowd, cost("far", 1000, 0.9)], costOptions);
  expect(svg.match(/<circle class="hit"/g)?.length).toBe(41);
  expect(new Set(svg.match(/>Model number \d+</g)).size).toBeLessThan(12);
});

it("a difference of any size whose interval holds 0 is no difference", () => {
  expect([
    verdict({ value: 0.3, low: -0.01, high: 0.6 }),
    verdict({ value: 0.01, low: 0.005, high: 0.015 }),
    verdict({ value: -0.2, low: -0.3, high: -0.1 }),
  ]).toEqual(["even", "up", "down"]);
});

it("the axis of differences has the same reach on both sides", () => {
  const { ticks, label } = differenceAxis([{ value: 0.1, low: 0.02, high: 0.18 }]);
  expect(ticks.map(label)).toEqual(["−0.2", "−0.1", "0", "+0.1", "+0.2"]);
});

it("the heat table prints each number, and colours only what is told apart from the middle", () => {
  const group = {
    id: "a",
    name: "Notes",
    columns: [{ name: "CLEAR", href: undefined, hasFault: false }],
    cells: [[{ text: ".81", tone: 1 } as const], [{ text: "188", tone: 0 } as const], [{ none: "private" } as const]],
  };
  const models = ["A", "B", "C"].map((name) => ({ name, level: false }));
  const cells = heatMap({ models, groups: [group] }, { caption: () => "1 benchmark" }).match(/<td.*?<\/td>/g);
  expect(cells).toEqual([`<td class="d3">.81</td>`, `<td>188</td>`, `<td class="no private">P<i> private</i></td>`]);
});

it("the legend of the heat table names the five marks", () => {
  const text = heatLegend({ far: 0.1, hasColours: true }).replaceAll(/<[^>]+>/g, " ");
  for (const word of ["not run", "private", "unscored", "unknown", "zero"]) expect(text).toContain(word);
});

it("a wide spread of the judges has the heavier line", () => {
  const panel = judgePanelShape([scores(2, 5), scores(4, 5)], { ...names, criteria: ["accuracy", "clarity"] });
  const spans = panel.children.flatMap((one) => (typeof one === "string" ? [] : (one.attributes["class"] ?? [])));
  expect(spans.filter((name) => String(name).startsWith("span"))).toEqual(["span far", "span"]);
});

it("a bin of a reliability diagram is drawn at its mean confidence and its share of right answers, with its interval", () => {
  const bin = { from: 0.7, to: 0.8, answers: 25, confidence: 0.75, correct: 0.5, interval: { low: 0.3, high: 0.7 } };
  const svg = reliability({ answers: 100, ece: 0.25, brier: 0.3, bins: [bin] }, { id: "r", title: "Reliability" });
  expect(svg).toContain(`<line x1="75%" x2="75%" y1="82" y2="162"/><circle cx="75%" cy="122" r="5.5"/>`);
  expect(svg).toContain("expected calibration error 0.250");
  expect(svg).toContain("confidence 0.75, right 0.50, n = 25");
});

it("no picture lets a name become markup", () => {
  const pictures = [
    costFront([{ ...cost(HOSTILE, 1, 0.5), interval: [0.4, 0.6] }], costOptions),
    dotIntervalAxis({ axis: { ...axis, label: () => HOSTILE }, grid: "g" }),
    explainInterval(names),
    forest({ value: 0, low: -1, high: 1 }, { axis, grid: "g" }),
    heatMap(
      {
        models: [{ name: HOSTILE, level: true }],
        groups: [
          {
            id: HOSTILE,
            name: HOSTILE,
            columns: [{ name: HOSTILE, href: HOSTILE, hasFault: true }],
            cells: [[{ text: HOSTILE, tone: 2 }]],
          },
        ],
      },
      { caption: () => HOSTILE },
    ),
    pairMatrix(
      {
        models: [{ name: HOSTILE, short: HOSTILE }],
        pairs: [[{ verdict: "up", href: HOSTILE }]],
      },
      { caption: HOSTILE },
    ),
    reliability({ answers: 0, ece: 0, brier: 0, bins: [] }, names),
    strip([{ label: HOSTILE, value: 0.5, strong: true }], {
      ...names,
      axis,
      axisName: HOSTILE,
      floor: { value: 0.2, label: HOSTILE },
    }),
    stripRow([0.1], { axis, grid: "g", floor: 0.2 }),
  ];
  expect(pictures.filter((picture) => picture.includes("<img"))).toEqual([]);
});
