import type { PythonRandom } from "../random/python.ts";
import { forRobustness, type Perturbation } from "./perturbation.ts";

/** Words and their usual misspellings. Our own list: HELM's comes from another source. */
const MISSPELLINGS: ReadonlyMap<string, string> = table(
  "abdominal:abdominel accommodate:accomodate achieve:acheive address:adress appearance:apperance asthma:astma because:becuase beginning:begining believe:beleive catheter:cathater cholesterol:cholestrol complaint:complant consistent:consistant cough:cogh definitely:definately diabetes:diabetis diagnosis:diagnossis diarrhea:diarhea disease:desease dizziness:dizzyness dosage:doseage dyspnea:dispnea environment:enviroment examination:examanation exercise:excercise experience:experiance fatigue:fatique fever:fevor following:folowing frequency:frequancy headache:headace hemorrhage:hemorrage hospital:hospitle hygiene:hygeine hypertension:hypertention immediately:immediatly independent:independant infection:infecton inflammation:inflamation injury:injery kidney:kidny medication:medecation medicine:medecine necessary:neccessary neurologic:nuerologic occasionally:occasionaly occurred:occured patient:pateint persistent:persistant physical:phisical physician:physican pneumonia:pnuemonia presence:presance pressure:presure previous:previus probably:probaly received:recieved recommend:recomend recurrent:recurrant respiratory:respitory rhythm:rythm separate:seperate shoulder:sholder suddenly:suddenley surgery:sugery swelling:sweling symptom:sympton symptoms:symtoms temperature:temperture therapy:therepy tongue:tounge treatment:treatement until:untill usually:usualy vomiting:vomitting weight:wieght which:wich with:whith",
);

/** Words that mean the same in a case report. No medical term is in it. */
const SYNONYMS: ReadonlyMap<string, string> = table(
  "afterwards:later also:additionally appears:seems began:started complains:reports describes:reports difficulty:trouble entire:whole however:nevertheless increased:raised initial:first large:big likely:probable location:site notes:mentions occasionally:sometimes often:frequently previous:earlier primary:main prior:earlier rapidly:quickly recently:lately requires:needs reveals:shows shows:displays started:began states:says sudden:abrupt suddenly:abruptly usually:normally very:extremely",
);

const FILLERS = ["um", "uh", "well", "you know", "I mean", "actually", "so"] as const;

function table(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(" ").map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]));
}

/** A whole word in letters, so that units, codes and names with digits or hyphens stay. */
const WORD = /(?<![\p{L}\p{N}'-])\p{L}+(?![\p{L}\p{N}'-])/gu;

const inCaseOf = (word: string, other: string): string =>
  word.length > 1 && word === word.toUpperCase()
    ? other.toUpperCase()
    : word[0] === word[0]?.toUpperCase()
      ? other.slice(0, 1).toUpperCase() + other.slice(1)
      : other;

const replaced =
  (words: ReadonlyMap<string, string>, prob: number) =>
  (text: string, random: PythonRandom): string =>
    text.replaceAll(WORD, (word) => {
      const other = words.get(word.toLowerCase());
      return other === undefined || random.random() >= prob ? word : inCaseOf(word, other);
    });

/** Adds a filler after a comma in a sentence. A question without one stays. */
const filled =
  (prob: number) =>
  (text: string, random: PythonRandom): string =>
    text.replaceAll(/(?<=\p{L}), (?=\p{Ll})/gu, (comma) =>
      random.random() < prob ? `, ${FILLERS[random.randrange(FILLERS.length)] ?? "um"}, ` : comma,
    );

const own = (name: string, prob: number, apply: Perturbation["apply"]): Perturbation => ({
  ...forRobustness,
  name,
  parameters: { prob },
  apply,
});

/** By the last part of the class name in a run spec. `prob`: the share of the listed words, or of the places, that change. */
export const ownWordings: Readonly<Record<string, (prob: number) => Perturbation>> = {
  MisspellingPerturbation: (prob) => own("own_misspelling", prob, replaced(MISSPELLINGS, prob)),
  SynonymPerturbation: (prob) => own("own_synonym", prob, replaced(SYNONYMS, prob)),
  FillerPerturbation: (prob) => own("own_filler", prob, filled(prob)),
};
