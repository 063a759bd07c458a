import { strToU8, zipSync } from "fflate";

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const body = ["An invented supplement", "Run 1: Does tea differ?", "No."].map(paragraph).join("");
const document = `<w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>`;

export const files = {
  "race_based_med/41746_2023_939_MOESM1_ESM.docx": zipSync({ "word/document.xml": strToU8(document) }),
};
