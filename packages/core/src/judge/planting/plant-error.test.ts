import { expect, test } from "vitest";
import { plantError } from "./plant-error.ts";

test.each([
  ["Start metoprolol 25 mg daily.", "Start metoprolol 250 mg daily.", "dose"],
  ["Give 0.5mg now, then 1 mg.", "Give 5mg now, then 1 mg.", "dose"],
  ["Vitamin D 1,000 IU", "Vitamin D 10,000 IU", "dose"],
  ["Il prend 2,5 mg.", "Il prend 25 mg.", "dose"],
  ["Insulin 10 units at night", "Insulin 100 units at night", "dose"],
  ["Glucose 110 mg/dL; methotrexate weekly.", "Glucose 110 mg/dL; methotrexate daily.", "frequency"],
  ["Aspirin is contraindicated here.", "Aspirin is indicated here.", "advice"],
  ["Avoid alcohol.", "Take alcohol.", "advice"],
  ["There is no evidence of fracture.", "There is clear evidence of fracture.", "negation"],
  ["She denies chest pain.", "She reports chest pain.", "negation"],
  ["Treat the hyperkalemia.", "Treat the hypokalemia.", "direction"],
  ["Hypotension after surgery", "Hypertension after surgery", "direction"],
  ["Pain in the left knee", "Pain in the right knee", "side"],
])("in %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test("the changed words are named, and all other words stay", () => {
  const text = "Take 5 mg. Take 5 mg again.";
  expect(plantError(text)).toEqual({
    text: "Take 50 mg. Take 5 mg again.",
    kind: "dose",
    before: "5 mg",
    after: "50 mg",
  });
});

test.each(["", "Drink water and rest.", "Blood glucose was 110 mg/dL."])("no error can be planted in %j", (text) => {
  expect(plantError(text)).toBeUndefined();
});

test.each([
  ["Metoprolol 47,5 mg einmal täglich einnehmen.", "Metoprolol 475 mg einmal täglich einnehmen.", "dose"],
  ["Die Patientin erhält 1.000 mg Paracetamol.", "Die Patientin erhält 10.000 mg Paracetamol.", "dose"],
  ["Methotrexat wird einmal pro Woche gegeben.", "Methotrexat wird einmal am Tag gegeben.", "frequency"],
  [
    "Das Medikament ist bei der Patientin kontraindiziert.",
    "Das Medikament ist bei der Patientin indiziert.",
    "advice",
  ],
  ["Es besteht kein Hinweis auf eine Fraktur.", "Es besteht deutlicher Hinweis auf eine Fraktur.", "negation"],
  ["Die Hyperkaliämie wird behandelt.", "Die Hypokaliämie wird behandelt.", "direction"],
  ["Schmerzen im linken Knie und in der Hüfte", "Schmerzen im rechten Knie und in der Hüfte", "side"],
])("in the German %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test.each([
  ["Prendre 2,5 mg le soir avec un repas.", "Prendre 25 mg le soir avec un repas.", "dose"],
  ["Le traitement est pris une fois par semaine.", "Le traitement est pris une fois par jour.", "frequency"],
  ["L'aspirine est contre-indiquée chez le patient.", "L'aspirine est indiquée chez le patient.", "advice"],
  ["Le patient n'a pas la fièvre.", "Le patient a bien la fièvre.", "negation"],
  ["Une hypotension est apparue chez le patient.", "Une hypertension est apparue chez le patient.", "direction"],
  ["Une douleur du genou gauche depuis une semaine", "Une douleur du genou droite depuis une semaine", "side"],
])("in the French %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test.each([
  ["Tomar 500 mg de paracetamol con la comida.", "Tomar 5000 mg de paracetamol con la comida.", "dose"],
  ["El paciente toma la dosis una vez al día.", "El paciente toma la dosis cuatro veces al día.", "frequency"],
  ["El fármaco está contraindicado en el embarazo.", "El fármaco está indicado en el embarazo.", "advice"],
  ["El paciente no presenta fiebre.", "El paciente presenta fiebre.", "negation"],
  ["Se trata la hiperpotasemia en el paciente.", "Se trata la hipopotasemia en el paciente.", "direction"],
  ["Dolor en la rodilla izquierda del paciente", "Dolor en la rodilla derecha del paciente", "side"],
])("in the Spanish %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test.each([
  ["O paciente deve tomar 5 gotas em jejum.", "O paciente deve tomar 50 gotas em jejum.", "dose"],
  ["A dose é tomada uma vez por semana.", "A dose é tomada uma vez por dia.", "frequency"],
  ["Não deve ser usado em uma gestante.", "Deve ser usado em uma gestante.", "advice"],
  ["O paciente nega dor no peito.", "O paciente refere dor no peito.", "negation"],
  ["A paciente tem uma hipoglicemia.", "A paciente tem uma hiperglicemia.", "direction"],
  ["Uma lesão no rim esquerdo da paciente", "Uma lesão no rim direito da paciente", "side"],
])("in the Portuguese %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test.each([
  ["给予阿司匹林100毫克，每日一次。", "给予阿司匹林1000毫克，每日一次。", "dose"],
  ["给予阿司匹林100mg每日一次。", "给予阿司匹林1000mg每日一次。", "dose"],
  ["甲氨蝶呤每周一次口服。", "甲氨蝶呤每天一次口服。", "frequency"],
  ["孕妇禁用此药。", "孕妇可用此药。", "advice"],
  ["胸片未见骨折。", "胸片可见骨折。", "negation"],
  ["患者无发热。", "患者有发热。", "negation"],
  ["患者有高血压病史。", "患者有低血压病史。", "direction"],
  ["患者左膝疼痛。", "患者右膝疼痛。", "side"],
])("in the Chinese %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test.each([
  "Viel trinken und sich ausruhen.",
  "Il faut boire de l'eau.",
  "El paciente bebe agua.",
  "多喝水，注意休息。",
  "水を飲んで休む。",
])("no error can be planted in the foreign %j", (text) => {
  expect(plantError(text)).toBeUndefined();
});
