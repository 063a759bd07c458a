/** Why no program can use a path, by the code of the error: as a part of a sentence. */
export const PATH_FAULTS: Readonly<Record<string, string>> = {
  ELOOP: "it is a link that leads back to itself",
  ENAMETOOLONG: "its name is longer than this disk allows",
};
