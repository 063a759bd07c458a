import { LEAST_USD, MOST_USD, MOST_USD_PER_MILLION } from "@medhelm/core/money/micro-usd";
import { z } from "zod";

export const positiveInt = z
  .string()
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 1, {
    error: "it must be a whole number of at least 1",
    abort: true,
  });

/** A whole number of at least 0. */
export const wholeNumber = z
  .string()
  .regex(/^\d+$/, "it must be a whole number of at least 0")
  .transform(Number)
  .refine(Number.isSafeInteger, "it must be a whole number of at least 0");

export const notNegative = z
  .string()
  .transform((text) => (text.trim() === "" ? Number.NaN : Number(text)))
  .refine((value) => value >= 0 && Number.isFinite(value), "it must be a number of at least 0");

export const portNumber = positiveInt.refine((value) => value <= 65_535, "a port is at most 65535");

export const positiveNumber = z
  .string()
  .transform(Number)
  .refine((value) => value > 0 && Number.isFinite(value), "it must be a number above 0");

/** A budget of dollars. Its unit is a millionth, so a smaller one would be none. */
export const dollars = positiveNumber
  .refine((value) => value >= LEAST_USD, "it must be at least 0.000001")
  .refine((value) => value <= MOST_USD, `it must be at most ${MOST_USD}`);

export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/i, "64 hexadecimal digits");

/** "2.5,10" or "openai/gpt-4o=2.5,10": dollars for a million tokens read and written. */
export const pricePerMillion = z
  .string()
  .regex(
    /^(?:[^=\s]+=)?\d+(?:\.\d+)?,\d+(?:\.\d+)?$/,
    "two prices like 2.5,10 or openai/gpt-4o=2.5,10, or 0,0 for a model that costs nothing",
  )
  .refine(
    (text) =>
      text
        .replace(/^.*=/, "")
        .split(",")
        .every((usd) => Number(usd) <= MOST_USD_PER_MILLION),
    `it must be at most ${MOST_USD_PER_MILLION} dollars for a million tokens`,
  );
