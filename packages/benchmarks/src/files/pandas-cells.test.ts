import { expect, test } from "vitest";
import { asPandasReads } from "./pandas-cells.ts";

// Every expected value is the output of pandas 2.3.3 for the column next to a column of words, through iterrows() and str().
test.each([
  ["leading zeros", ["001", "002"], ["1", "2"]],
  ["signs and spaces", ["+1", "-0", " 7 "], ["1", "0", "7"]],
  ["whole numbers with a gap", ["1", ""], ["1.0", "nan"]],
  [
    "words with gaps",
    ["NA", "None", "null", "NaN", "", "n/a", "#N/A", "x"],
    ["nan", "nan", "nan", "nan", "nan", "nan", "nan", "x"],
  ],
  ["words that only look like gaps", [" NA", "na", "none", "nan "], [" NA", "na", "none", "nan "]],
  ["only missing cells", ["", "NA"], ["nan", "nan"]],
  ["fractions", ["1.50", "2", ".5", "1."], ["1.5", "2.0", "0.5", "1.0"]],
  ["exponents", ["1e5", "1e-7", "1e16", "1e-400"], ["100000.0", "1e-07", "1e+16", "0.0"]],
  ["digits beyond a double", ["0.1", "3.14159265358979312"], ["0.1", "3.1415926535897927"]],
  ["infinities", ["inf", "-Infinity", "1"], ["inf", "-inf", "1.0"]],
  ["an exponent out of range", ["1e400", "1"], ["1e400", "1"]],
  ["truth values", ["TRUE", "false"], ["True", "False"]],
  ["truth values with a gap", ["true", "NA", "FALSE"], ["True", "nan", "False"]],
  ["truth values and a word", ["true", "x"], ["true", "x"]],
  ["numbers and a word", ["001", "2.50", "x"], ["001", "2.50", "x"]],
  ["no numbers", ["1_000", "0x10", "1 2", "- 1", "1e"], ["1_000", "0x10", "1 2", "- 1", "1e"]],
  ["64 bits", ["9223372036854775807", "1"], ["9223372036854775807", "1"]],
  ["64 bits without a sign", ["18446744073709551615", "1"], ["18446744073709551615", "1"]],
  ["64 bits without a sign, and a gap", ["18446744073709551615", "NA"], ["18446744073709551615", "NA"]],
  ["more than 64 bits", ["99999999999999999999", ""], ["99999999999999999999", "nan"]],
  ["more than 64 bits before a point", ["99999999999999999999.5"], ["99999999999999999999.5"]],
])("%s", (_what, cells, printed) => {
  expect(asPandasReads([cells, cells.map(() => "word")])[0]).toEqual(printed);
});

test("a row of numbers has one type: whole numbers next to fractions become fractions", () => {
  expect(
    asPandasReads([
      ["1", "2"],
      ["2.5", "3"],
    ]),
  ).toEqual([
    ["1.0", "2.0"],
    ["2.5", "3.0"],
  ]);
  expect(asPandasReads([["1"], [""]])).toEqual([["1.0"], ["nan"]]);
  expect(asPandasReads([["18446744073709551615"], ["1"]])).toEqual([["1.8446744073709552e+19"], ["1.0"]]);
  expect(asPandasReads([["1"], ["True"]])).toEqual([["1"], ["True"]]);
});
