import { oneOf } from "@medhelm/core/reading/text/pattern";

const { raw } = String;

const DATA = oneOf(
  "Tabellen?|Spalten?|Daten|Datenbank|Schema|Information",
  "tablas?|columnas?|datos|información|esquema",
  "tables?|colonnes?|données|schéma",
  "tabelas?|colunas?|dados|informação|banco",
  "tabell[ae]|colonn[ae]|dati",
);
const CANNOT = oneOf(
  // German
  raw`kann (?:nicht|ich)[^.]{0,60}(?:beantwort|nicht)|(?:lässt sich|kann)[^.\n]{0,60}nicht (?:beantwort|ermittel|bestimm|abgefragt)|lässt sich nicht|nicht (?:beantwortbar|möglich)|erlaubt (?:es )?nicht`,
  // Spanish
  raw`no (?:se )?pued[eo] (?:ser )?(?:respond|contest)|no es posible|no permite`,
  // French
  "ne peut pas (?:être|répondre)|impossible de répondre|ne permet(?:tent)? pas|faute d(?:e|'une?)",
  // Portuguese
  raw`não (?:é possível|pode ser|permite)|(?:no|não) (?:se )?(?:puede|pode|permite|posso|puedo)[^.\n]{0,40}respond`,
  // Italian
  raw`non (?:può|è possibile|posso)[^.\n]{0,40}(?:rispo|respon|ottene)`,
  // Russian
  raw`(?:нельзя|невозможно|не могу|не удаётся)[^.\n]{0,60}(?:ответ|определ|получ)`,
  // Chinese, Japanese and Korean
  raw`无法[^。\n]{0,24}(?:回答|确定|查询|生成|提供|得出)|不能回答|(?:回答|答え)[^。\n]{0,8}(?:できません|できない)|답(?:변)?할 수 없`,
);
const LACKS = oneOf(
  raw`(?:keine|no hay|no existe|aucune?|nenhuma?|não há|não existe|il n'y a pas|nessuna?)[^.\n]{0,60}${DATA}`,
  raw`(?:fehlt|fehlen|faltan?|faltam|manque|manquent|manca|mancano)(?!\p{L})[^.\n]{0,60}${DATA}`,
  raw`${DATA}[^.\n]{0,60}(?<!\p{L})(?:fehlt|fehlen|faltan?|faltam|manque|manquent|manca|mancano)(?!\p{L})`,
  raw`${DATA}[^.\n]{0,60}\s(?:(?:hat|enthält|haben|enthalten|besitzt) keine?n?|no (?:tiene|contiene|incluye)|ne (?:contient|comporte|possède)|n'a (?:pas|aucune?)|não (?:tem|contém|possui)|non (?:ha|contiene))(?!\p{L})`,
  "no contiene|ne contient (?:pas|aucune?)|não contém|enthält keine",
  raw`(?:таблиц|столб|схем|баз)[^.\n]{0,40}(?:нет|отсутству)`,
  raw`(?:缺少|缺乏|没有)[^。\n]{0,20}(?:表|列|字段|信息|数据)|(?:数据库|表|模式)[^。\n]{0,12}没有|没有(?:相关|足够)的?(?:信息|数据|表|列)`,
  raw`(?:情報|列|カラム|テーブル)[^。\n]{0,20}(?:ありません|存在しません)|(?:정보|열|컬럼|테이블|데이터)[^.\n]{0,20}없(?:습니다|어요|음|다)`,
);
/** A reply in another language than English says that it cannot answer, or that the database lacks what is asked. */
export const CANNOT_ABROAD: string = oneOf(CANNOT, LACKS);
