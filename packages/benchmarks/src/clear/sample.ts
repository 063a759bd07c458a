/** Invented data in the layout of a condition's workbook. */
export const sample = [
  ["note_id", "text", "result_human", "result_gpt"],
  [1, "An invented note:\n<3 drinks a day & more.", 1, 1],
  [2, "Nothing about it.", "0 ", 0],
  ["", "", "", ""],
  [4, "   ", 2, 2],
  [5, "", 2, 2],
] as const;
