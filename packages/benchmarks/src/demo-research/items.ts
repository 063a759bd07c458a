/** Invented for this project: no such study exists. The interval of the relative risk decides the answer. */
export interface Study {
  readonly treatment: string;
  readonly people: string;
  readonly outcome: string;
  /** number of people in each group, and of those with the outcome */
  readonly size: number;
  readonly treated: number;
  readonly untreated: number;
}

const study = (
  treatment: string,
  people: string,
  outcome: string,
  size: number,
  treated: number,
  untreated: number,
): Study => ({ treatment, people, outcome, size, treated, untreated });

export const studies: readonly Study[] = [
  study("a weekly phone call by a nurse", "adults with heart failure", "admission to hospital", 900, 135, 225),
  study("a reminder by text message", "adults with asthma", "a visit to the emergency department", 60, 9, 12),
  study("a herbal tea at night", "adults with poor sleep", "waking before five", 2400, 1212, 1200),
  study("early walking", "people after hip surgery", "a clot in the leg", 1100, 33, 77),
  study("a printed diet plan", "adults with gout", "a new attack within a year", 75, 18, 24),
  study("a daily capsule of fish oil", "adults with dry eyes", "use of eye drops at one year", 2600, 1300, 1313),
  study("two layers of gloves", "surgeons of one hospital", "a needle injury", 1500, 30, 90),
  study("a lamp with bright light", "people on night shifts", "an error in a test of attention", 48, 10, 15),
  study("a gel for the gums", "residents of nursing homes", "pneumonia within a year", 1300, 156, 234),
  study("honey before bedtime", "children with a cough", "a night with less than five hours of sleep", 90, 27, 33),
  study("vitamin C tablets", "healthy adults in winter", "at least one cold", 3000, 1815, 1800),
  study("training of balance", "people older than 75", "a fall within six months", 800, 160, 240),
  study("a song before the injection", "children in a vaccination clinic", "crying for more than a minute", 70, 28, 35),
  study("copper bracelets", "adults with sore knees", "pain above five of ten points", 2200, 1111, 1100),
  study("a checklist at discharge", "medical wards", "a missing list of medicines", 1000, 90, 210),
  study("warm packs", "people with a stiff neck", "time off work", 55, 11, 14),
  study("a second reader", "mammograms of one region", "a missed cancer", 9000, 36, 90),
  study("music in the waiting room", "adults in a dental clinic", "a cancelled visit", 2800, 1120, 1134),
  study("a short course about salt", "adults with high blood pressure", "a pressure above 140", 85, 38, 44),
  study("silver dressings", "adults with small burns", "healing that takes more than two weeks", 2500, 1262, 1250),
  study("a barcode on each syringe", "an intensive care unit", "a wrong dose", 4000, 40, 120),
  study("an app for breathing", "adults with panic attacks", "an attack within a month", 64, 30, 36),
  study("a low pillow", "adults who snore", "snoring for more than an hour", 2100, 1050, 1060),
  study("a pharmacist on the ward", "people with ten or more medicines", "a harmful interaction", 700, 63, 133),
  study("zinc lozenges", "adults with a cold", "symptoms for more than ten days", 80, 20, 27),
  study("a blue wall in the room", "people after surgery", "a request for more pain relief", 2300, 1150, 1145),
  study("a call before the visit", "a clinic for diabetes", "a missed visit", 1200, 132, 252),
  study("peppermint oil", "adults with an irritable bowel", "pain on most days", 58, 24, 29),
  study("magnets in the shoes", "adults with heel pain", "pain when walking", 2700, 1701, 1690),
  study(
    "a catheter that is removed after two days",
    "people on a urology ward",
    "an infection of the bladder",
    950,
    76,
    152,
  ),
  study("chewing gum", "people after bowel surgery", "a stay of more than six days", 72, 25, 31),
  study("a scented candle", "adults before an operation", "a fast pulse", 2000, 1008, 1000),
  study(
    "a vaccination day at school",
    "children of ten years",
    "no vaccination at the end of the year",
    1600,
    160,
    400,
  ),
  study("a standing desk", "office workers with back pain", "a visit to a doctor", 66, 19, 25),
  study("mineral water", "adults with kidney stones", "fewer than six glasses a day", 2900, 1450, 1462),
  study("a timer for hand washing", "nurses of four wards", "hands that were not clean", 1400, 210, 392),
  study("a weighted blanket", "adults with restless legs", "a night with three or more wakings", 50, 21, 26),
  study("coloured glasses", "adults with headache", "a headache on the next day", 2400, 1190, 1200),
  study("a letter with a fixed date", "women who are due for a smear", "no smear within a year", 5000, 1250, 1750),
  study("a quiz about medicines", "people on blood thinners", "a missed dose in a week", 78, 31, 37),
];
