const MOST_NAMES = 20;
const MOST_CHARACTERS = 60;

/** The names of columns in a message. A file that is no table has a whole line as a name, and the line may be a secret or a megabyte. */
export function shownNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => (name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}...` : name));
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
