import { expect, test } from "vitest";
import { asciiDigits } from "./ascii-digits.ts";

test.each([
  ["０１２３４５６７８９", "0123456789"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["०१२३४५६७८९", "0123456789"],
  ["𝟘𝟡𝟎𝟗𝟶𝟿", "090909"],
  ["25.2 mg, ² ½ ⑤ 五", "25.2 mg, ² ½ ⑤ 五"],
])("the digits of %j are %j", (text, ascii) => {
  expect(asciiDigits(text)).toBe(ascii);
});
