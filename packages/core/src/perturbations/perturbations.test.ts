import { describe, expect, test } from "vitest";
import { pythonRandom } from "../random/python.ts";
import { contraction, expansion } from "./contractions.ts";
import { createPerturbation } from "./create-perturbation.ts";
import { perturbationPreset } from "./presets.ts";
import { extraSpace, space } from "./spacing.ts";
import { typos } from "./typos.ts";
import { lowercase, suffix } from "./wording.ts";

// The expected texts are the output of HELM's own classes (commit 63754d05, CPython 3.11).
const TEXT = "Is the  patient's fever GONE, and can't she take 5 mg of Drug-X? \u0130'm";
const unused = pythonRandom("");

describe("the same texts as HELM", () => {
  test("typos replace letters by neighbouring keys and keep the case", () => {
    expect(typos(0.3).apply(TEXT, pythonRandom("id0"))).toBe(
      "Is the  psflent's fevdr FIJR, and can'g sys takd 5 mg of Drug-X? I\u0307'm",
    );
    expect(typos(0.3).apply(TEXT, pythonRandom("3id7"))).toBe(
      "Ia the  patiehg's fever GONE, anr fan'g whd rake 5 nt of Dfub-X? I\u0307'm",
    );
  });

  test("space replaces each run of spaces by one to three spaces", () => {
    expect(space(3).apply(TEXT, pythonRandom("id0"))).toBe(
      "Is   the patient's  fever   GONE,  and  can't   she take   5  mg of Drug-X?  \u0130'm",
    );
  });

  test("extra_space doubles each space, lowercase lowers, and suffix appends a style", () => {
    expect(extraSpace(2).apply("a b  c", unused)).toBe("a  b    c");
    expect(lowercase.apply("\u039f\u0394\u039f\u03a3 ACE", unused)).toBe("\u03bf\u03b4\u03bf\u03c2 ace");
    expect(suffix("animation").apply("a scan", unused)).toBe("a scan, animation");
  });

  test.each([
    [
      "She is ill and I am not . CANNOT go, cannot have it; Cannot stay",
      "She's ill and I'm not . CAN'T go, can't have it; Can't stay",
    ],
    [
      "he would have gone; We Would go. HOW DO YOU do it is not it.",
      "he'd have gone; We'd go. How'd'y do it's not it.",
    ],
    ["i am here, I would not say I WILL be", "i'm here, I'd not say I'll be"],
    ["who is there. is not.", "who's there. is not."],
    ["\u00e9is not here is not", "\u00e9is not here is not"],
  ])("contraction of %s", (text, changed) => {
    expect(contraction.apply(text, unused)).toBe(changed);
  });

  test.each([
    [
      "She's ill, I'm fine, CAN'T've it ain't so; Can't go.",
      "She is ill, I am fine, Cannot've it is not so; Cannot go.",
    ],
    ["HE'D've it's. I'LL go i'll", "He would've it is. I will go i will"],
    [
      "o'clock ma'am how'd'y do, shan't Won't wouldn't've",
      "o'clock madam how did'y do, shall not Will not would not've",
    ],
  ])("expansion of %s", (text, changed) => {
    expect(expansion.apply(text, unused)).toBe(changed);
  });
});

describe("perturbations that are not supported", () => {
  test.each([
    ["augmentations.synonym_perturbation.SynonymPerturbation", "needs WordNet and a part-of-speech tagger"],
    ["augmentations.cleva_perturbation.CLEVAMildMixPerturbation", "needs Chinese dictionaries"],
    ["mine.ShoutPerturbation", "ShoutPerturbation is not supported: the supported ones are LowerCasePerturbation"],
  ])("the class %s is refused with the reason", (name, message) => {
    expect(() => createPerturbation({ class_name: `helm.benchmark.${name}`, args: {} })).toThrow(message);
  });

  test("an argument out of range is refused with its name", () => {
    const spec = perturbationPreset("typo_easy").perturbations[0] ?? { class_name: "", args: {} };
    expect(() => createPerturbation({ ...spec, args: { prob: 2 } })).toThrow("args.prob must be at most 1");
  });

  test.each([
    ["canonical", "data_augmentation=canonical needs a dictionary of dialects and lists of names"],
    ["gender_pronouns_hard", "needs lists of gendered words"],
    ["loud", "data_augmentation=loud is not known; the values are extra_space, space, lower"],
  ])("the preset %s is refused with the reason", (value, message) => {
    expect(() => perturbationPreset(value)).toThrow(message);
  });
});
