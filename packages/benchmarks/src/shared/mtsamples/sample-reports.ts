const NOTE = "PREOPERATIVE DIAGNOSIS: An invented knee.\n\nPLAN: Rest.\n\nSUMMARY: Done.\n\nFINDINGS: None.\n";

/** Two invented reports in a folder of the mirror. */
export const reportFiles = (folder: string): Readonly<Record<string, string>> => ({
  [`${folder}/a.txt`]: NOTE,
  [`${folder}/b.txt`]: NOTE,
});
