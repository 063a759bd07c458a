import { forRobustness, type Perturbation } from "./perturbation.ts";

/** The neighbours of each key on a QWERTY keyboard, in the order of typos_perturbation.py: the random index depends on it. */
const NEIGHBOURS = new Map(
  [
    ["q:was", "w:qesad", "e:wsdfr", "r:edfgt", "t:rfghy", "y:tghju", "u:yhjki", "i:ujklo", "o:iklp", "p:ol"],
    ["a:qwsz", "s:weadzx", "d:erfcxs", "f:rtgvcd", "g:tyhbvf", "h:yujnbg", "j:uikmnh", "k:iolmj", "l:opk"],
    ["z:asx", "x:sdcz", "c:dfvx", "v:fgbc", "b:ghnv", "n:hjmb", "m:jkn"],
  ]
    .flat()
    .map((keys) => [keys.slice(0, 1), keys.slice(2)] as const),
);

/** Replaces each letter, with this probability, by a neighbouring key. The case is kept. */
export const typos = (probability: number): Perturbation => ({
  ...forRobustness,
  name: "typos",
  parameters: { prob: probability },
  apply(text, random) {
    const letters = Array.from(text, (letter) => {
      const lower = letter.toLowerCase();
      const keys = NEIGHBOURS.get(lower);
      const typedLetter =
        keys !== undefined && random.random() < probability ? keys.charAt(random.randrange(keys.length)) : lower;
      return lower === letter ? typedLetter : typedLetter.toUpperCase();
    });
    return letters.join("");
  },
});
