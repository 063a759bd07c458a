/**
 * Python's str.title() for the labels of abstracts. A letter after a character that is not a letter becomes upper case, all others lower case.
 * "PATIENTS AND METHODS" -> "Patients And Methods", "AUTHOR'S" -> "Author'S" (HELM: kept).
 */
export const titleCase = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
