import { expect, test } from "vitest";
import { replyCases } from "./reply-cases.ts";

const fileOf = (group: string, one: object) => JSON.stringify({ groups: { [group]: [one] } });
const LETTER = { id: "l1", reply: "A", context: { options: { A: "x" } }, expected: "A", certainty: "plain" };

test("a file may lack groups", () => {
  expect(replyCases(fileOf("letters", LETTER), "f.json")).toEqual({ letters: [LETTER] });
});

test("codes may have dots and any order, and a context may lack or add facts that no reader needs", () => {
  const one = { id: "i1", reply: "I10", context: { ward: "3" }, expected: ["I10", "E11.9"], certainty: "plain" };
  expect(replyCases(fileOf("icd", one), "f.json")).toEqual({
    icd: [{ ...one, context: {}, expected: ["E119", "I10"] }],
  });
});

test.each([
  ["{", "f.json is not JSON; it needs"],
  ["[]", "f.json: the file: must be an object"],
  ['{"groups": {}}', 'f.json has no case; add one to a group such as "letters"'],
  ['{"groups": {"letters": []}}', "f.json has no case"],
  [fileOf("dates", LETTER), 'f.json: no reader reads the group "dates"; the groups are letters, labels'],
  [fileOf("letters", { ...LETTER, reply: 1 }), 'f.json: group "letters", case l1: "reply" must be text, not a number'],
  [fileOf("letters", { ...LETTER, context: {} }), 'f.json: group "letters", case l1: "context.options" is missing'],
  [fileOf("letters", { reply: "A" }), 'f.json: group "letters", case number 1: "id" is missing'],
])("a malformed file %s is refused with the place of the fault", (text, message) => {
  expect(() => replyCases(text, "f.json")).toThrow(message);
});
