/** Invented for this project. No person in it exists. */
export interface Item {
  readonly source: string;
  readonly task: string;
  readonly reference: string;
}

export const items: readonly Item[] = [
  {
    source:
      "Potassium 5.9, was 4.4 in spring. Takes spironolactone. Repeat the test today, stop spironolactone until then. ECG normal.",
    task: "Tell the patient what was found and what to do.",
    reference:
      "Your potassium is too high. Please stop spironolactone for now and come for another blood test today. Your heart tracing is normal.",
  },
  {
    source:
      "Iron tablets every second day. Black stools are harmless. Not with tea or milk. Blood count again in eight weeks.",
    task: "Explain the treatment in plain words.",
    reference:
      "Take one iron tablet every second day, and not with tea or milk. Your stools may turn black, which is harmless. We check your blood again in eight weeks.",
  },
  {
    source:
      "Plaster for four weeks. Come back at once if fingers become blue, cold or numb. Keep the arm above the heart for three days.",
    task: "Write advice for the parent of the child.",
    reference:
      "The plaster stays on for four weeks. Keep the arm above the heart for the first three days. Come back at once if the fingers become blue, cold or numb.",
  },
  {
    source:
      "Message: may I drink wine with metronidazole? Nurse: no alcohol during the tablets and for two days after them.",
    task: "Write the reply to the patient.",
    reference: "Please drink no alcohol while you take metronidazole, and for two days after the last tablet.",
  },
  {
    source: "Mole removed. Result: harmless. Stitches out on the 20th at 8:30. Shower allowed from tomorrow, no bath.",
    task: "Write a message with the result and the next steps.",
    reference:
      "Good news: the mole was harmless. You may shower from tomorrow, but please take no bath. Your stitches come out on the 20th at 8:30.",
  },
  {
    source:
      "Start inhaler with cortisone, two puffs morning and evening. Rinse the mouth afterwards. It works after days, not at once.",
    task: "Explain how to use the inhaler.",
    reference:
      "Take two puffs every morning and every evening and rinse your mouth afterwards. The inhaler needs some days before it works.",
  },
  {
    source: "Smear: slight changes. No cancer. Control in six months. Virus test negative.",
    task: "Tell the patient the result without alarm.",
    reference:
      "Your smear shows slight changes, but no cancer, and the virus test is negative. Please come for a control in six months.",
  },
  {
    source:
      "Patient asks whether to fast. Blood test tomorrow: cholesterol and sugar. Fast for ten hours, water is allowed, tablets as usual.",
    task: "Answer the patient.",
    reference:
      "Yes, please eat nothing for ten hours before the test. You may drink water and take your tablets as usual.",
  },
  {
    source:
      "Baby of six weeks, spits after feeds, gains weight well. Keep upright for 20 minutes after feeding. Call if vomit is green or bloody.",
    task: "Reassure the parents and say when to call.",
    reference:
      "Your baby gains weight well, so spitting is harmless. Keep the baby upright for 20 minutes after feeding. Call us if the vomit is green or bloody.",
  },
  {
    source:
      "Sprained ankle, no fracture. Elastic bandage, cool it, walk as pain allows. Review in ten days if still swollen.",
    task: "Write what the patient should do at home.",
    reference:
      "Your ankle is sprained and not broken. Use an elastic bandage, cool the ankle and walk as far as the pain allows. Come back if it is still swollen in ten days.",
  },
  {
    source:
      "Migraine diary for eight weeks. Painkillers on at most nine days a month. Aura with weakness: call the emergency number.",
    task: "Explain the plan.",
    reference:
      "Please keep a migraine diary for eight weeks and take painkillers on at most nine days a month. If an aura comes with weakness, call the emergency number.",
  },
  {
    source:
      "Hearing test: moderate loss on both sides. Hearing aids advised. Appointment with the audiologist in three weeks. Wax removed today.",
    task: "Sum up the visit for the patient.",
    reference:
      "We removed wax today, and the test shows a moderate loss of hearing on both sides. We advise hearing aids; your appointment with the audiologist is in three weeks.",
  },
  {
    source:
      "Vaccination against flu and pneumonia today. Sore arm for two days is normal. Fever above 39: call. Next flu vaccination next autumn.",
    task: "Tell the patient what to expect.",
    reference:
      "You had your vaccinations against flu and pneumonia today. A sore arm for two days is normal. Call us if you have a fever above 39. The next flu vaccination is next autumn.",
  },
  {
    source:
      "Message: forgot the evening dose of apixaban, it is morning now. Pharmacist: take the morning dose as usual, never double it.",
    task: "Write the reply.",
    reference: "Please take your morning dose of apixaban as usual, and never take a double dose.",
  },
  {
    source:
      "Gallstones without pain. No operation now. Less fat does not dissolve them. Come if pain under the right ribs or yellow skin.",
    task: "Explain why no operation is planned.",
    reference:
      "Your gallstones cause no pain, so you need no operation now. Come to us if you have pain under the right ribs or yellow skin.",
  },
  {
    source:
      "New glasses after cataract operation in six weeks. Drops four times a day for three weeks. No swimming for two weeks. Sudden pain or worse sight: same day.",
    task: "Write advice after the operation.",
    reference:
      "Use the drops four times a day for three weeks and do not swim for two weeks. Get new glasses after six weeks. Come the same day if you have sudden pain or see worse.",
  },
  {
    source: "HbA1c 8.4, was 9.6. Continue metformin and walking. Goal 7.0. Next test in three months.",
    task: "Tell the patient how the diabetes is going.",
    reference:
      "Your long-term sugar fell from 9.6 to 8.4, and the goal is 7.0. Continue with metformin and walking. The next test is in three months.",
  },
  {
    source:
      "Tick bite, tick removed. No antibiotic. Watch the skin for four weeks. Red ring that grows: come with a photo.",
    task: "Explain what to watch for.",
    reference:
      "The tick is out, and you need no antibiotic. Watch your skin for four weeks. If a red ring appears and grows, take a photo and come to us.",
  },
  {
    source:
      "Physiotherapy for the shoulder, six sessions. Cost covered after a co-payment of 10 per session. Exercises daily at home.",
    task: "Write what the patient needs to know.",
    reference:
      "You have six sessions of physiotherapy for your shoulder, with a co-payment of 10 for each. Please do the exercises at home every day.",
  },
  {
    source:
      "Colonoscopy: two small polyps removed, both harmless. Next colonoscopy in five years. Some blood today is normal, much blood is not.",
    task: "Write a message with the result.",
    reference:
      "We removed two small polyps, and both were harmless. Some blood today is normal; call us if there is much. Your next colonoscopy is in five years.",
  },
];
