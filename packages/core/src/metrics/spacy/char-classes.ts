/**
 * The character classes of spaCy's English tokenizer (facts of spaCy 3.8's language data, MIT), as bodies of `v` classes.
 * They follow older Unicode blocks, so they equal neither \p{L} nor today's \p{So}.
 */

/** Letters with case: Latin, Greek, Cyrillic of Russian, Ukrainian, Macedonian and Tatar. */
const CASED = [
  "A-Za-z\\uFF21-\\uFF3A\\uFF41-\\uFF5A\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u01BF\\u01C4-\\u02AF",
  "\\u1D00-\\u1D25\\u1D6B-\\u1D77\\u1D79-\\u1D9A\\u1E00-\\u1EFF",
  "\\u2C60-\\u2C7B\\u2C7E\\u2C7F\\uA722-\\uA76F\\uA771-\\uA787\\uA78B-\\uA78E\\uA790-\\uA7B9\\uA7FA\\uAB30-\\uAB5A\\uAB60-\\uAB64",
  "\\u0386\\u0388-\\u038A\\u038C\\u038E\\u038F\\u0391-\\u03A9\\u03AC-\\u03AF\\u03B1-\\u03C9\\u03CC-\\u03CE",
  "\\u0400\\u0401\\u0403-\\u040A\\u040C\\u040D\\u0410-\\u0451\\u0453-\\u045A\\u045C\\u045D\\u0490\\u0491\\u0496\\u0497",
  "\\u04A2\\u04A3\\u04AE\\u04AF\\u04BA\\u04BB\\u04D8\\u04D9\\u04E8\\u04E9",
].join("");

/** Whole blocks of scripts without case, signs and unassigned code points included. */
const UNCASED = [
  "\\u0591-\\u05F4\\u0620-\\u064A\\u066E-\\u06D5\\u06E5-\\u06FF\\u0750-\\u077F\\u08A0-\\u08BD\\u0900-\\u09FF\\u0B80-\\u0BFF",
  "\\u0C00-\\u0CFF\\u0D80-\\u0DFF\\u1100-\\u137F\\u2E80-\\u2FDF\\u2FF0-\\u30FF\\u31C0-\\u31EF\\u3200-\\u4DBF\\u4E00-\\u9FFF",
  "\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFB1D-\\uFBB1\\uFBD3-\\uFD3D\\uFD50-\\uFDC7\\uFDF0-\\uFDFB\\uFE30-\\uFE4F\\uFE70-\\uFEFC",
  "\\u{1EE00}-\\u{1EEBB}\\u{1F200}-\\u{1F2FF}\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2EBEF}\\u{2F800}-\\u{2FA1F}",
].join("");

export const ALPHA = `${CASED}${UNCASED}`;
// older Unicode versions class the glottal stops U+0294 and U+0295 as lower case
export const LOWER = `[[${CASED}]&&\\p{Ll}]${UNCASED}\\u0294\\u0295`;
// U+03A2 is unassigned, between two Greek capitals
export const UPPER = `[[${CASED}]&&\\p{Lu}]${UNCASED}\\u03A2`;

/** Symbols and emoji of Unicode 11. Later ones (\u{1FAC0}, the anatomical heart) stay part of their word. */
export const ICON = [
  "[\\p{So}--[\\u166D\\u2427-\\u2429\\u2B96\\u2B97\\u2BC9\\u2BFF\\u2E50\\u2E51\\u2FFC-\\u2FFF\\u31E4\\u31E5\\u31EF\\u32FF",
  "\\uFBC3-\\uFBD2\\uFD40-\\uFD4F\\uFD90\\uFD91\\uFDC8-\\uFDCF\\uFDFE\\uFDFF\\u{1019C}\\u{10ED1}-\\u{10ED8}\\u{11FD5}-\\u{11FF1}",
  "\\u{1CC00}-\\u{1CFC3}\\u{1D1E9}\\u{1D1EA}\\u{1E14F}\\u{1ED2E}\\u{1F10D}-\\u{1F10F}\\u{1F16C}-\\u{1F16F}\\u{1F1AD}",
  "\\u{1F6D5}-\\u{1F6DF}\\u{1F6FA}-\\u{1F6FF}\\u{1F774}-\\u{1F77F}\\u{1F7D9}-\\u{1F7FF}\\u{1F8B0}-\\u{1F8FF}\\u{1F90C}-\\u{1F90F}",
  "\\u{1F93F}\\u{1F971}\\u{1F972}\\u{1F977}-\\u{1F979}\\u{1F97B}\\u{1F9A3}-\\u{1F9AF}\\u{1F9BA}-\\u{1F9BF}\\u{1F9C3}-\\u{1F9CF}",
  "\\u{1FA00}-\\u{1FA5F}\\u{1FA70}-\\u{1FBFA}]]",
].join("");

/** Each entry is a pattern. */
export const PUNCTUATION =
  String.raw`… …… , : ; ! \? ¿ ؟ ¡ \( \) \[ \] \{ \} < > _ # \* & 。 ？ ！ ， 、 ； ： ～ · । ، ۔ ؛ ٪`.split(" ");
export const QUOTES =
  String.raw`' " ” “ ${"`"} ‘ ´ ’ ‚ , „ » « 「 」 『 』 （ ） 〔 〕 【 】 《 》 〈 〉 〈 〉 ⟦ ⟧`.split(" ");
export const CURRENCY =
  String.raw`\$ £ € ¥ ฿ US\$ C\$ A\$ ₽ ﷼ ₴ ₠ ₡ ₢ ₣ ₤ ₥ ₦ ₧ ₨ ₩ ₪ ₫ € ₭ ₮ ₯ ₰ ₱ ₲ ₳ ₴ ₵ ₶ ₷ ₸ ₹ ₺ ₻ ₼ ₽ ₾ ₿`.split(" ");

/** In spaCy's order, which decides between "m" and "m²". "тбكم" is its missing separator. */
export const UNITS = [
  "km km² km³ m m² m³ dm dm² dm³ cm cm² cm³ mm mm² mm³ ha µm nm yd in ft kg g mg µg t lb oz m/s km/h kmh mph hPa Pa mbar mb MB kb KB gb GB tb TB T G M K %",
  "км км² км³ м м² м³ дм дм² дм³ см см² см³ мм мм² мм³ нм кг г мг м/с км/ч кПа Па мбар Кб КБ кб Мб МБ мб Гб ГБ гб Тб ТБ тбكم كم² كم³ م م² م³ سم سم² سم³ مم مم² مم³ كم غرام جرام جم كغ ملغ كوب اكواب",
].flatMap((units) => units.split(" "));
