import { expect, test } from "vitest";
import { codes, helmCodes } from "./codes.ts";

const list = (found: Set<string>) => [...found];

test("complete ICD-10-CM codes with and without dots, and procedure codes, are found once each", () => {
  expect(list(codes("**I25.10**, I2510; S72.001A and S72.002A, T36.0X5A, Z3A.38, C7A.010, F32.A, W19.XXXA."))).toEqual([
    "I2510",
    "S72001A",
    "S72002A",
    "T360X5A",
    "Z3A38",
    "C7A010",
    "F32A",
    "W19XXXA",
  ]);
  expect(list(codes("0DTJ4ZZ, B2111ZZ and V45.81 and I10"))).toEqual(["0DTJ4ZZ", "B2111ZZ", "V4581", "I10"]);
  expect(list(codes("['I10', 'E11.9']"))).toEqual(["I10", "E119"]);
});

test("a word that looks like a code is not one", () => {
  expect(list(codes("HbA1C, A1C, SpO2, T1DM, COVID19, 250.00, I1, i10, éI10, PRIMARY, DIAGNOS, None"))).toEqual([]);
});

test("HELM truncates codes and accepts digits of any script", () => {
  expect(list(helmCodes("S72.001A S72.002A T36.0X5A I2510 I25.10. **I10** E11.9"))).toEqual([
    "S72",
    "T36",
    "I25.10",
    "I10",
    "E11.9",
  ]);
  expect(helmCodes("I١٠ and J١٨.٩").size).toBe(2);
  expect(helmCodes("éI10 I10é Ｉ10").size).toBe(0);
});
