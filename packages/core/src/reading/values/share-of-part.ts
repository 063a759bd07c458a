import { lazyPattern } from "../../text/lazy-pattern.ts";
import { unitAt } from "../quantities/units.ts";
import { oneOf } from "../text/pattern.ts";
import type { Context } from "./value-context.ts";

const { raw } = String;

/** Whether a value is of one part of a whole ("40 mL/h for the first 10 kg"), or a factor by weight ("4 mL/kg/h"). */
export const isOfShare = <T>({ asked: { unit }, sentence, place }: Context<T>, after: string): boolean =>
  SHARE_AFTER.test(after) ||
  SHARE_BEFORE.test(sentence.text.slice(0, place.from - sentence.from)) ||
  (unit !== undefined && !unit.includes("/kg") && (unitAt(after)?.includes("/kg/") ?? false));

/** "the first 10 kg", "each kg" */
const SHARE_IN_ENGLISH = oneOf(
  raw`(?:first|second|third|next|other|remaining|last|subsequent|additional|further)\s(?:\S{1,6}\s)?(?:kg|kilograms?|lbs?|pounds?)`,
  raw`(?:kg|kilogram)|rest|remainder|remaining`,
);
/** "für die ersten", "pour chaque kg" */
const SHARE_ABROAD = oneOf(
  raw`für (?:die|jede[sn]?)\s(?:ersten?|zweiten?|dritten?|nächsten?|weiteren?|restlichen?|übrigen?|verbleibenden?)|für den rest`,
  raw`pour (?:les|le|chaque)\s(?:\S{1,6}\s)?(?:premiers?|suivants?|restants?|deuxièmes?|reste)|pour chaque kg`,
  raw`(?:para|por) (?:los|os|el|o|cada)\s(?:\S{1,6}\s)?(?:primeros?|siguientes?|restantes?|primeiros?|seguintes?|próximos?|demás|demais|resto|kg)`,
);
const SHARE_AFTER = lazyPattern(
  raw`^\s?(?:[^\s,;:.=]{1,12}\s)?for (?:the|each|every|all)\s${SHARE_IN_ENGLISH}(?!\p{L})|^\s?(?:[^\s,;:.=]{1,12}\s)?${SHARE_ABROAD}(?!\p{L})`,
  "iu",
);
const SHARE_BEFORE = lazyPattern(
  raw`^[^\p{L}\p{N}]*(?:(?:for|of)\s)?(?:the\s)?(?:first|second|third|next|remaining|last|subsequent|additional|further|other|each|every)\s(?:\S{1,6}\s)?(?:kg|kilograms?|lbs?|pounds?)(?!\p{L})[^.;]{0,60}$|^[^\p{L}\p{N}]*(?:for\s)?(?:the\s)?(?:rest|remainder|remaining)(?!\p{L})[^.;]{0,60}$|(?:^|[，,；;])\s?(?:前|后|後|第[一二三]个?|其余|其餘|剩余|剩餘|余下)[^，。,；;=共]{0,12}$`,
  "iu",
);
