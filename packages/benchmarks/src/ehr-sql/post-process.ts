/** The authors' fixed date, as in the eICU questions (EHRSQL 2022 evaluate.py). */
export const AUTHORS_NOW = "2105-12-31 23:59:00";

/** Normal ranges of vital signs. The questions' queries use their names. */
const VITALS: Readonly<Record<string, readonly [string, string]>> = {
  temperature: ["35.5", "38.1"],
  sao2: ["95.0", "100.0"],
  heart_rate: ["60.0", "100.0"],
  respiration: ["12.0", "18.0"],
  systolic_bp: ["90.0", "120.0"],
  diastolic_bp: ["60.0", "90.0"],
  mean_bp: ["60.0", "110.0"],
};

/**
 * Prepares a query for execution as EHRSQL 2024 does for references and predictions (scoring_program). It makes one line, joins operators, fixes
 * the date, and fills in the ranges of vital signs. SQLite's functions replace MySQL's date functions, and %y and %j get the authors' meaning. Ours:
 * a date in capitals is fixed too.
 */
export function postProcess(sql: string, now = AUTHORS_NOW): string {
  const [date = "", time = ""] = now.split(" ");
  const text = sql
    .replace(/\n+| {2,}/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .replaceAll("> =", ">=")
    .replaceAll("< =", "<=")
    .replaceAll("! =", "!=")
    .replace(/DATE_(SUB|ADD)\(\s*([^,()]*(?:\([^()]*\))?[^,()]*),\s*INTERVAL (\d+) (MONTH|YEAR|DAY)\s*\)/gi, shift)
    .replace(/\bcurrent_(?:time(?:stamp)?)\b/gi, `'${now}'`)
    .replace(/\bcurrent_date\b/gi, `'${date}'`)
    .replace(/'now'/gi, `'${now}'`)
    .replace(/\bNOW\(\)/gi, `'${now}'`)
    .replace(/\bCURDATE\(\)/gi, `'${date}'`)
    .replace(/\bCURTIME\(\)/gi, `'${time}'`);
  return withRanges(text).replaceAll("%y", "%Y").replaceAll("%j", "%J");
}

function shift(_all: string, verb: string, of: string, count: string, unit: string): string {
  const many = Number(count) === 1 ? unit.toLowerCase() : `${unit.toLowerCase()}s`;
  return `datetime(${of}, '${verb.toUpperCase() === "SUB" ? "-" : "+"}${count} ${many}')`;
}

/** Only if the first name with each ending belongs to the same, known vital sign. */
function withRanges(sql: string): string {
  const lower = /\s(\w+)_lower\b/i.exec(sql)?.[1]?.toLowerCase();
  const upper = /\s(\w+)_upper\b/i.exec(sql)?.[1]?.toLowerCase();
  const range = lower !== undefined && lower === upper && Object.hasOwn(VITALS, lower) ? VITALS[lower] : undefined;
  if (range === undefined) return sql;
  return sql
    .replace(new RegExp(`\\b${lower}_lower\\b`, "gi"), range[0])
    .replace(new RegExp(`\\b${lower}_upper\\b`, "gi"), range[1]);
}
