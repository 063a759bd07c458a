import { UserError } from "@medhelm/core/user-error";
import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

/**
 * Parses an XML document.
 * @throws UserError that starts with `label` if the text is incomplete or not well formed
 */
export function parseXml(label: string, xml: string): Document {
  try {
    return new DOMParser({
      onError: (_level, message) => {
        throw new Error(message);
      },
    }).parseFromString(xml, "text/xml");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const [line = why] = why.split("\n");
    throw new UserError(`${label}: not complete, readable XML (${line}); copy it again`, { cause });
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

export const childElements = (parent: Element): Element[] => [...parent.childNodes].filter(isElement);

/** Returns every element of this name in any namespace, in document order. */
export const elementsNamed = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagNameNS("*", name),
];
