const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, in an element or in a quoted attribute. Every string that a picture or a page makes by hand goes through it. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Escaped text that no line breaks after the hyphen of a short word, e.g. "built-in". */
export const unbroken = (text: string): string =>
  escape(text).replaceAll(/(?<![^\s])\p{L}+(?:-\p{L}+)+(?![^\s.,])/gu, (word) =>
    word.length > 20 ? word : `<span class="nb">${word}</span>`,
  );
