/** The notices that name one of these things, e.g. a model by its name in files or on pages. */
export const noticesThatName = (notices: readonly string[], names: readonly string[]): string[] =>
  notices.filter((notice) => names.some((name) => name !== "" && namesIt(notice, name)));

/** Whether the text has the name as a whole: "o3" is not in "o3-mini". */
function namesIt(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return true;
  return false;
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_-]/u.test(character);
