/**
 * The constants of the design. `npx vitest run --project web tokens --update` writes them into tokens.css, and the tests check
 * the contrast of these colours.
 */
export type Mode = "light" | "dark";

export const colours: Record<string, [light: string, dark: string, use: string]> = {
  paper: ["#fcfbf7", "#14181b", "page"],
  wash: ["#f3f0e7", "#1d2327", "header of tables, chosen row, notices"],
  line: ["#ddd8ca", "#333b41", "hairlines; decoration only"],
  grid: ["#e8e4d8", "#262d32", "grid of charts; decoration only"],
  ink: ["#18222b", "#ebe8e1", "text"],
  soft: ["#545f68", "#a8b1b6", "second text, units, notes"],
  mark: ["#7b848a", "#7f8a91", "neutral marks, borders of controls"],
  accent: ["#0b4f80", "#8cc4ec", "links, dots, what is chosen"],
  low: ["#a2470c", "#f0a76a", "below: worse than the other"],
  high: ["#0b4f80", "#8cc4ec", "above: better than the other"],
  bad: ["#9b2226", "#f19a95", "failed, wrong"],
  good: ["#1f6a45", "#86cfa5", "right"],
  warn: ["#7a5200", "#e8c46a", "caution: known faults, low coverage"],
};

/** The difference from the middle model, from far below to far above. A corner shows the sign, too, for greyscale. */
export const diverging: Record<Mode, { fill: string; text: string }[]> = {
  light: [
    { fill: "#d98443", text: "#0b1218" },
    { fill: "#f1cda6", text: "#18222b" },
    { fill: "#f3f0e7", text: "#18222b" },
    { fill: "#b7d2e4", text: "#18222b" },
    { fill: "#5f9bc4", text: "#0b1218" },
  ],
  dark: [
    { fill: "#a85a22", text: "#ffffff" },
    { fill: "#5f3f26", text: "#ebe8e1" },
    { fill: "#1d2327", text: "#ebe8e1" },
    { fill: "#284a63", text: "#ebe8e1" },
    { fill: "#3f7ba5", text: "#ffffff" },
  ],
};

/** rem; 1rem is 16 px unless the reader chose otherwise. */
export const type: Record<string, [size: string, line: number, use: string]> = {
  "t-0": ["0.75rem", 1.35, "axis, column heads, chips"],
  "t-1": ["0.8125rem", 1.45, "notes, second lines, dense tables"],
  "t-2": ["0.9375rem", 1.5, "tables, controls"],
  "t-3": ["1.0625rem", 1.55, "running text"],
  "t-4": ["clamp(1.125rem, 1.05rem + 0.3vw, 1.25rem)", 1.4, "standfirst, h3"],
  "t-5": ["clamp(1.3125rem, 1.15rem + 0.7vw, 1.625rem)", 1.22, "h2: what a chart says"],
  "t-6": ["clamp(1.6875rem, 1.2rem + 2.1vw, 2.75rem)", 1.1, "h1: the finding"],
};

export const spaces = [4, 8, 12, 16, 24, 32, 48, 64] as const;

/** The custom properties of both modes as a style sheet. */
export function tokensCss(): string {
  const fixed = [
    ...Object.entries(type).map(([name, [size]]): Property => [name, size]),
    ...spaces.map((space, i): Property => [`p${i + 1}`, `${space / 16}rem`]),
  ];
  return [
    "/* styles/tokens.ts makes this file. */",
    ":root {",
    "  color-scheme: light dark;",
    ...lines([...fixed, ...properties("light")], "  "),
    "}",
    "@media screen and (prefers-color-scheme: dark) {",
    "  :root {",
    ...lines(properties("dark"), "    "),
    "  }",
    "}",
    "",
  ].join("\n");
}

type Property = [name: string, value: string];

const lines = (all: readonly Property[], indent: string) => all.map(([name, value]) => `${indent}--${name}: ${value};`);

function properties(mode: Mode): Property[] {
  return [
    ...Object.entries(colours).map(([name, [light, dark]]): Property => [name, mode === "light" ? light : dark]),
    ...diverging[mode].flatMap(({ fill, text }, level): Property[] => [
      [`d${level}`, fill],
      [`v${level}`, text],
    ]),
  ];
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 1) + 0.05) / ((dark ?? 0) + 0.05);
}
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
