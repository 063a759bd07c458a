import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recall } from "../../text/recall.ts";

/** Words of quantities in other languages, without accents and in small letters, each group with its English words. */
const ABROAD: readonly (readonly [english: string, words: string])[] = [
  ["weight", "peso|poids|(?:korper)?gewicht|вес"],
  ["ideal weight", "idealgewicht"],
  ["target weight", "zielgewicht|streefgewicht"],
  ["height", "altura|talla|estatura|taille|(?:korper)?gro(?:ss|ß)e|altezza|statura|lengte|рост"],
  ["age", "edad|idade|alter|eta|leeftijd|возраст"],
  ["BMI", "体重指数[为是]?|体质指数[为是]?|体格指数は?|imc|имт|quetelet(?:s?index)?"],
  ["fractional", "fraccion(?:al)?|fraction(?:nelle)?|fracao|fracional|fraktionelle?|frazion(?:e|ale)|fractionele"],
  [
    "excretion",
    "excretada|excretad[oa]|excrecion|excrecao|excretee?|ausscheidung|exkretion|excretion|escrezione|escret[oa]|excretie",
  ],
  ["sodium excretion", "natrium(?:ausscheidung|exkretion|excretie)"],
  ["scale", "escala|echelle|skala|scala|schaal"],
  ["mass", "masa|massa|masse"],
  ["body", "corporal|corporelle|corporea"],
  ["body surface area", "korperoberflache|lichaamsoppervlak(?:te)?"],
  ["surface area", "superficie|surface"],
  ["corrected", "corregid[oa]|corrigid[oa]|corrigee?|korrigierte?[rsn]?|corrett[oa]|gecorrigeerde?"],
  ["adjusted", "ajustad[oa]|ajustee?|angepasste?[rsn]?|adjustierte?[rsn]?|aggiustat[oa]|aangepaste?"],
  ["ideal", "ideale?[rsn]?"],
  ["target", "objetivo|cible"],
  ["creatinine", "creatinina|kreatinin|креатинин"],
  ["creatinine clearance", "肌酐清除率[为是]?|クレアチニン・?クリアランスは?|kreatininclearance|creatinineklaring"],
  ["clearance", "aclaramiento|depuracion|depuracao|clairance|klaring|клиренс"],
  ["GFR", "[td]fge?|filtrado|filtrato|filtrationsrate|скф"],
  ["glomerular", "glomerulare?[rsn]?|glomerulaire"],
  ["calcium", "calcio|kalzium|кальций"],
  ["sodium", "sodio|natrium|натрий"],
  ["potassium", "potasio|potassio|kalium"],
  ["chloride", "cloro|cloruro|cloreto|chlorid|chlore|chlorure"],
  ["bicarbonate", "bicarbonato|bikarbonat"],
  ["albumin", "albumina|albumine"],
  ["bilirubin", "bilirrubina|bilirubina|bilirubine"],
  ["glucose", "glucosa|glicose|glukose|glucemia|glicemia|glycemie"],
  ["triglycerides", "trigliceridos?|trigliceridi|triglyzeride"],
  ["cholesterol", "cholesterol|colesterol|colesterolo|cholesterin"],
  ["hemoglobin", "hemoglobina|emoglobina|hamoglobin"],
  ["urea", "ureia|uree|harnstoff"],
  ["insulin", "insulina|insuline"],
  ["anion", "anionic[oa]|anionique"],
  ["gap", "brecha|hiato|trou"],
  ["anion gap", "anionenlucke|阴离子间隙[为是]?|アニオンギャップは?"],
  ["osmolality", "osmolalidade?|osmolalitat?|osmolalite|осмоляльность"],
  ["MAP", "pam|平均动脉压[为是]?"],
  ["pressure", "presion|pressao|pression|pressione|(?:blut)?druck"],
  ["arterial", "arterielle?[rsn]?|arteriosa|arteriele"],
  ["mean", "media|moyenne|mittlere?[rsn]?|gemiddelde"],
  ["maintenance", "mantenimiento|manutencao|mantenimento|entretien|erhaltungsbedarf"],
  ["fluids", "liquidos?|liquides?|liquidi|fluidos"],
  ["free", "libre|livre|libera|freie[rsn]?"],
  ["water", "agua|eau|acqua|wasser"],
  ["water deficit", "wasserdefizit"],
  ["conception", "konzeption(?:sdatum|stermin)?|concepcion|concepcao|concepimento|conceptie(?:datum)?|зачатия"],
  ["due date", "parto|accouchement|(?:entbindungs|geburts)?termin|uitgerekende|fpp|dpp|dpa|родов|预产期[为是]?"],
  ["gestational", "gestacional|gestationnel|gestazionale"],
  ["gestational age", "(?:schwangerschafts|gestations)(?:alter|woche)|ssw|zwangerschapsduur|беременности"],
];

const ENGLISH = ABROAD.map(([english]) => english.split(" "));
/** One group for each row of the table. */
const WORDS = lazyPattern(`^(?:${ABROAD.map(([, words]) => `(${words})`).join("|")})$`, "u");

/** Returns the English words of a quantity's word in another language; undefined if it is not known. */
export const englishOf = recall((word): readonly string[] | undefined => {
  if (word.length < 2 || word.length > 30 || /\d/.test(word)) return undefined;
  const match = WORDS.exec(
    withoutAccents(word.toLowerCase()).replace(/(?<=\p{L}{4})(?:wert|spiegel|konzentration)$/u, ""),
  );
  return match === null ? undefined : ENGLISH[match.slice(1).findIndex((one) => one !== undefined)];
});

/** Replaces the known words of other languages by the English ones. */
export const inEnglish = (label: string): string =>
  label.replace(/\p{L}+/gu, (word) => englishOf(word)?.join(" ") ?? word);

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/[̀-ͯ]/gu, "").normalize("NFC");

/** Accents, function words and endings that English labels do not have. */
const FOREIGN =
  /[à-öø-ÿœß]|(?<!\p{L})(?:de|da|do|di|del|della|des|du|van|der|die|das|le|la|el|il|het)(?!\p{L})|\p{L}{3,}(?:cion|zione|idade|dad|eur|datum|termin|igkeit|bedarf|defizit|gewicht|lucke|wert|zahl|iert(?:e[rsn]?)?|liche[rsn]?|isch(?:e[rsn]?)?)(?!\p{L})|\p{L}{4,}(?:ado|ido|ato|ico|ica|ung)(?!\p{L})/iu;

/** Whether a label is in another language than English. */
export const isForeign = (label: string): boolean =>
  FOREIGN.test(label) ||
  (label.match(/\p{L}+/gu) ?? []).some((word) => englishOf(word)?.includes(word.toLowerCase()) === false);
