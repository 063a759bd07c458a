/** Replaces the addresses below `base` in a file of the site by addresses relative to the file. */
export function withRelativeLinks(text: string, base: string, file: string): string {
  const up = "../".repeat(file.split("/").length - 1);
  return text.replaceAll(base, up === "" ? "./" : up);
}
