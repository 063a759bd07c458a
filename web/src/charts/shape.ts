/** A drawing as data. A script draws it with elements and text nodes, so that its text never becomes markup. */
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
