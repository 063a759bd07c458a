const DIGITS_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Decodes base58: one large number, with a zero byte for each "1" at its start. */
export function base58(run: string): Uint8Array {
  let number = 0n;
  for (const one of run) number = number * 58n + BigInt(DIGITS_58.indexOf(one));
  const hex = number.toString(16);
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex"));
}

/** The digits of Adobe's base85, of that of RFC 1924 (Python's b85encode) and of ZeroMQ's. */
const ALPHABETS_85 = [
  Array.from({ length: 85 }, (_, i) => String.fromCharCode(33 + i)).join(""),
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
  "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
];

/** Decodes base85 by each of its alphabets that has all characters of the run. */
export function base85(run: string): readonly Uint8Array[] {
  const body = run.replace(/^<~|~>$/g, "");
  return ALPHABETS_85.flatMap((alphabet) => {
    const digits = Array.from(body, (one) => alphabet.indexOf(one));
    return digits.includes(-1) ? [] : [bytesOf85(digits)];
  });
}

/** Five digits are four bytes; a last group of fewer digits has one byte less than digits. */
function bytesOf85(digits: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5);
    const number = [...group, 84, 84, 84, 84].slice(0, 5).reduce((sum, digit) => sum * 85 + digit, 0);
    const four = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
    bytes.push(...four.slice(0, group.length - 1));
  }
  return Uint8Array.from(bytes);
}

const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--..",
    '0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. :---... ,--..-- ..-.-.- /-..-. =-...- _..--.- ".-..-. (-.--. )-.--.-',
  ].flatMap((row) => row.split(" ").map((one) => [one.slice(1), one.charAt(0)] as const)),
);

/** Decodes letters in dots and dashes; undefined if a group is no letter. */
export function morse(run: string): string | undefined {
  const words = run
    .replace(/[·•]/g, ".")
    .replace(/[–−_]/g, "-")
    .trim()
    .split(/\s*[/|]\s*|\s{2,3}/)
    .map((word) => word.split(/\s/).map((group) => MORSE[group]));
  if (words.some((word) => word.includes(undefined))) return undefined;
  return words.map((word) => word.join("")).join(" ");
}
