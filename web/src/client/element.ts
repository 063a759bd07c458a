type Child = Node | string | undefined;

/**
 * Creates an element with text and elements inside. Text always becomes a text node, so the browser never parses the text of
 * models and judges as HTML.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
