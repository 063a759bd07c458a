import { type Difference, verdict } from "../../charts/forest.ts";
import { type Axis, at } from "../../charts/scale.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** The policy of the pages forbids HTML from strings in a script, so a script makes drawings of nodes. */
export function svg(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The same drawing as `forest` in charts/. */
export function forestNode(data: Difference, axis: Axis, grid: string): SVGElement {
  const kind = verdict(data);
  const x = `${at(axis, data.value)}%`;
  const dot =
    kind === "down"
      ? svg("svg", { x, y: "50%", overflow: "visible" }, svg("rect", { x: "-5", y: "-5", width: "10", height: "10" }))
      : svg("circle", { cx: x, cy: "50%", r: "5" });
  const line = { x1: `${at(axis, data.low)}%`, x2: `${at(axis, data.high)}%`, y1: "50%", y2: "50%" };
  return svg(
    "svg",
    { class: `di fo ${kind}`, "aria-hidden": "true" },
    svg("use", { href: `#${grid}` }),
    svg("line", line),
    dot,
  );
}

/** A difference without an interval: a hollow dot. */
export const pointNode = (value: number, axis: Axis, grid: string): SVGElement =>
  svg(
    "svg",
    { class: "di fo even", "aria-hidden": "true" },
    svg("use", { href: `#${grid}` }),
    svg("circle", { cx: `${at(axis, value)}%`, cy: "50%", r: "5" }),
  );

/** The same drawing as `dotIntervalAxis` in charts/, with a line at zero. */
export function axisNode(axis: Axis, grid: string): SVGElement {
  const place = (value: number) => ({ x1: `${at(axis, value)}%`, x2: `${at(axis, value)}%`, y2: "100%" });
  const lines = axis.ticks.map((tick) => svg("line", place(tick)));
  const zero = svg("line", { class: "zero", ...place(0) });
  const texts = axis.ticks.map((tick) =>
    svg("text", { x: `${at(axis, tick)}%`, y: "12", "text-anchor": "middle" }, axis.label(tick)),
  );
  const symbol = svg("symbol", { id: grid, overflow: "visible" }, svg("g", { class: "grid" }, ...lines, zero));
  return svg("svg", { class: "di-axis", "aria-hidden": "true" }, symbol, ...texts);
}
