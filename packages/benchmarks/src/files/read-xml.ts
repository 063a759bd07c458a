import { UserError } from "@medhelm/core/user-error";
import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

/**
 * Text -> an XML document.
 * @throws UserError beginning with `label`, where it is not whole and well formed
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
    throw new UserError(`${label}: not whole, readable XML (${line}); copy it again`, { cause });
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

export const childElements = (parent: Element): Element[] => [...parent.childNodes].filter(isElement);

/** Every element of this name, whatever its namespace, in the order of the document. */
export const elementsNamed = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagNameNS("*", name),
];
