import { helmJson } from "../../helm/write-json.ts";

/**
 * Prints values as Python does. HELM's release files contain printed values in table names, cell descriptions and LaTeX.
 */

/** Python's repr(float). 1 is "1.0". From 1e16 and below 1e-4 it has an exponent with at least two digits. */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  if (value === 0) return "0.0";
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) {
    const digits = mantissa.replace("-", "").replace(".", "");
    return `${value < 0 ? "-" : ""}0.${"0".repeat(-exponent - 1)}${digits}`;
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** Python's str(x) of a value from JSON. A whole number prints as an int, because it is an int in scenario arguments. */
export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : floatRepr(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${pythonRepr(key)}: ${pythonRepr(item)}`)
    .join(", ")}}`;
}

function pythonRepr(value: unknown): string {
  if (typeof value !== "string") return pythonText(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** "k: v, k: v": the arguments of a scenario in the title of HELM's table (summarize.py: dict_to_str). */
export function argsText(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args)
    .map(([key, value]) => `${key}: ${pythonText(value)}`)
    .join(", ");
}

const quote = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Python's urlencode(params, quote_via=quote), which escapes all characters except letters, digits and "_.-~". */
export function queryText(params: Readonly<Record<string, string>>): string {
  return `?${Object.entries(params)
    .map(([key, value]) => `${quote(key)}=${quote(value)}`)
    .join("&")}`;
}

/** Python's json.dumps of a list of strings, as in HELM's links. */
export function pythonJsonList(items: readonly string[]): string {
  return `[${items.map(helmJson).join(", ")}]`;
}
