const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const LONG_DAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

/** IMF-fixdate, which servers send, and the obsolete forms of RFC 850 and of C's asctime, which a client also reads. */
const FORMS = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * Unix milliseconds of an HTTP date (RFC 9110, section 5.6.7); undefined for any other text. Date.parse also takes "1, 2" for a date, and reads
 * asctime's form in the time zone of this machine. `nowMs`: Unix time, for a year of two digits.
 */
export function httpDateMs(text: string, nowMs: number): number | undefined {
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { year = "", month = "", day, hour, minute, second } = groups;
  const [at, inMonth] = [MONTHS.indexOf(month), Number(day)];
  const midnight = new Date(0).setUTCFullYear(
    year.length === 2 ? fullYear(Number(year), nowMs) : Number(year),
    at,
    inMonth,
  );
  if (new Date(midnight).getUTCDate() !== inMonth) return undefined; // the month is shorter
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}

/** A year of two digits that would be more than 50 years ahead is of the century before. */
function fullYear(lastDigits: number, nowMs: number): number {
  const now = new Date(nowMs).getUTCFullYear();
  const year = now - (now % 100) + lastDigits;
  return year > now + 50 ? year - 100 : year;
}
