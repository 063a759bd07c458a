import { escape } from "../text/html.ts";

/** A drawing as data, for a page that is built and for one that a script draws. */
export interface Shape {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export const shape = (name: string, attributes: Shape["attributes"], ...children: Shape["children"]): Shape => ({
  name,
  attributes,
  children,
});

/** Writes a drawing as markup, with its text escaped. */
export function markupOf(drawing: Shape | string): string {
  if (typeof drawing === "string") return escape(drawing);
  const { name, attributes, children } = drawing;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(String(value))}"`);
  return `<${name}${written.join("")}>${children.map(markupOf).join("")}</${name}>`;
}
