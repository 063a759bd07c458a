import type { Shape } from "../charts/shape.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Draws with elements and text nodes, because the policy of the site refuses markup from a script. */
export function draw(drawing: Shape): SVGElement {
  const made = document.createElementNS(SVG, drawing.name);
  for (const [name, value] of Object.entries(drawing.attributes)) made.setAttribute(name, String(value));
  made.append(...drawing.children.map((child) => (typeof child === "string" ? child : draw(child))));
  return made;
}
