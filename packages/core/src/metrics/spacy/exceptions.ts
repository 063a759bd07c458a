function* build(): Generator<readonly [string, readonly string[]]> {
  const all = [...contractions(), ...clockTimes(), ["°", "C", "."], ["°", "F", "."], ["°", "K", "."]];
  for (const tokens of [...all, ["°", "c", "."], ["°", "f", "."], ["°", "k", "."]]) yield [tokens.join(""), tokens];
  for (const word of WHOLE) yield [word, [word]];
}

/** Only lower-case forms: "5 PM" is not an exception. */
function* clockTimes(): Generator<readonly string[]> {
  for (let hour = 1; hour <= 12; hour++) for (const half of ["a.m.", "am", "p.m.", "pm"]) yield [`${hour}`, half];
}

const PRONOUNS = "he how i it she that there these they this those we what when where who why you".split(" ");
const takes = (heads: string): ReadonlySet<string> => new Set(heads.split(" "));
const WITH_S = takes("he how it she that there this what when where who why");
const WITH_RE = takes("how there these they those we what when where who why you");
const WITH_VE = takes("how i there these they those we what when where who why you");
const NOT =
  "ai are ca could dare did do does had has have is may might must need ought sha should was were wo would".split(" ");
const NOT_HAVE = takes("ca could did do does had may might must need ought sha should wo would");
const HAVE = "could might must not should would".split(" ");
/** Without the apostrophe, each of these is a different word. */
const ANOTHER_WORD = takes("ill hell its shed shell well were whore");

/** "I'm", "i’m", "Im": every contraction in lower case and capitalised, with both apostrophes and without. */
function* contractions(): Generator<readonly string[]> {
  for (const tokens of [...pronounContractions(), ...verbContractions(), ...OTHERS]) {
    const [first = "", ...others] = tokens;
    for (const start of first === "y'" || first === "y" ? [first] : [first, capitalized(first)]) {
      const straight = [start, ...others];
      yield straight;
      yield straight.map((token) => token.replaceAll("'", "’"));
    }
  }
}

const OTHERS = [
  ["can", "not"],
  ["gon", "na"],
  ["got", "ta"],
  ["let", "'s"],
  ["c'm", "on"],
  ["y'", "all"],
  ["y", "all"],
  ["how", "'d", "'y"],
];

function* pronounContractions(): Generator<readonly string[]> {
  for (const head of PRONOUNS) {
    const endings = [["'d"], ["'d", "'ve"], ["'ll"], ["'ll", "'ve"]];
    if (WITH_S.has(head)) endings.push(["'s"]);
    if (WITH_RE.has(head)) endings.push(["'re"]);
    if (WITH_VE.has(head)) endings.push(["'ve"]);
    if (head === "i") endings.push(["'m"], ["'m", "a"]);
    for (const ending of endings) yield* withAndWithout([head, ...ending]);
  }
}

function* verbContractions(): Generator<readonly string[]> {
  for (const head of NOT) {
    yield* withAndWithout([head, "n't"]);
    if (NOT_HAVE.has(head)) yield* withAndWithout([head, "n't", "'ve"]);
  }
  for (const head of HAVE) yield* withAndWithout([head, "'ve"]);
}

function* withAndWithout(tokens: readonly string[]): Generator<readonly string[]> {
  yield tokens;
  const bare = tokens.map((token) => token.replaceAll("'", ""));
  if (!ANOTHER_WORD.has(bare.join(""))) yield bare;
}

const EMOTICONS = String.raw`(*_*) (-8 (-: (-; (-_-) (._.) (: (; (= (>_<) (^_^) (o: (¬_¬) (ಠ_ಠ) (╯°□°）╯︵┻━┻ )-: ): -_- -__- ._. 0.0 0.o 0_0 0_o 8) 8-) 8-D 8D
:'( :') :'-( :'-) :’( :’) :’-( :’-) :( :(( :((( :() :) :)) :))) :* :-( :-(( :-((( :-) :-)) :-))) :-* :-/ :-0 :-3 :-> :-D :-O :-P :-X :-] :-o :-p :-x :-| :-} :/ :0 :1 :3 :> :D :O :P :X :] :o :o) :p :x :| :}
;) ;-) ;-D ;D ;_; <.< </3 <3 <33 <333 <space> =( =) =/ =3 =D =[ =] =| >.< >.> >:( >:o ><(((*> @_@ O.O O.o O_O O_o V.V V_V XD XDD [-: [: [= \") ]= ^_^ ^__^ ^___^ o.0 o.O o.o o_0 o_O o_o v.v v_v xD xDD ¯\(ツ)/¯ ಠ_ಠ ಠ︵ಠ`;

const ABBREVIATIONS = `Adm. Ak. Ala. Apr. Ariz. Ark. Aug. Bros. C++ Calif. Co. Colo. Conn. Corp. D.C. Dec. Del. Dr. E.G. E.g. Feb. Fla. Ga. Gen. Gov. I.E. I.e. Ia. Id. Ill. Inc. Ind.
Jan. Jr. Jul. Jun. Kan. Kans. Ky. La. Ltd. Mar. Mass. Md. Messrs. Mich. Minn. Miss. Mo. Mont. Mr. Mrs. Ms. Mt. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nebr. Nev. Nov. Oct. Okla. Ore. Pa. Ph.D. Prof.
Rep. Rev. S.C. Sen. Sep. Sept. St. Tenn. Va. Wash. Wis. a.m. and/or co. e.g. i.e. p.m. v.s. vs. w/o
a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t. u. v. w. x. y. z. ä. ö. ü.`;

/** With either apostrophe; those of the second line also with a capital, and -in' also as -in. */
const ELISIONS = "' '' 'S 'bout 'd 'em 'll 'nuff 're 's 'Cause 'Cos 'Coz 'Cuz 'cause 'cos 'coz 'cuz".split(" ");
const ELISIONS_WITH_CAPITAL =
  "doin doin' goin goin' havin havin' lovin lovin' nothin nothin' nuthin nuthin' somethin somethin' ol ol' ma'am o'clock".split(
    " ",
  );

const WHOLE: readonly string[] = [
  "\t",
  "\\t",
  "\n",
  "\\n",
  " ",
  "\u00a0",
  "—",
  "‘S",
  "‘s",
  "em",
  "ll",
  "nuff",
  ...EMOTICONS.split(/\s/),
  ...ABBREVIATIONS.split(/\s/),
  ...[...ELISIONS, ...ELISIONS_WITH_CAPITAL, ...ELISIONS_WITH_CAPITAL.map(capitalized)].flatMap((word) => [
    word,
    word.replaceAll("'", "’"),
  ]),
];

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Strings that spaCy's English tokenizer splits by a list and not by rules (facts of spaCy 3.8's language data, MIT):
 * the string -> its tokens.
 */
export const exceptions: ReadonlyMap<string, readonly string[]> = new Map(build());
