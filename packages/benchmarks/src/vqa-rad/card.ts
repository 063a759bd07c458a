import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "vqa_rad",
  displayName: "VQA-RAD",
  description:
    "Questions of clinicians about radiological images (X-ray, CT, MRI), each with one image and a short answer.",
  category: "Clinical Decision Support",
  subcategory: "Supporting Diagnostic Decisions",
  access: "local",
  licence: "CC0 1.0 by the page of the data set, not checked",
  form: "closed",
  source: "https://huggingface.co/datasets/flaviagiammarino/vqa-rad (no revision is pinned by HELM)",
  mainMetric: "quasi_exact_match",
  mainSplit: "test",
  asks: "Answer a question about a radiological image in a few words.",
  forWhom: "Radiologists, physicians",
  facets: {
    task: "Visual question answering",
    what: "Read radiological images",
    who: "Radiologist",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  cluster: { unit: "image", isLoaded: true },
  knownFaults: [
    "MedHELM's leaderboards do not have this benchmark.",
    "The data set was not here: the loader was tested on an invented file of its layout.",
    "The model gets the bytes of the image in the file. HELM saves the image as JPEG again.",
    "HELM's metric CIDEr is not computed.",
    "A right answer in other words than the reference scores 0.",
  ],
};
