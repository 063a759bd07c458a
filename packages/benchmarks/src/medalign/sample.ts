/** Invented data in the layout of MedAlign. */
export const sample = {
  "medalign/clinician-reviewed-model-responses.tsv":
    'instruction_id\tquestion\tperson_id\tmodel\n1\tOld question?\t7\ta\n1\t"Who ""is""\nthis?"\t7\tb\n2\tWhen?\t8\ta\n3\tNo answer?\t7\ta\n',
  "medalign/clinician-instruction-responses.tsv":
    "instruction_id\tclinician_response\tannotator_num\n2\tNever.\tAnnotator_1\n1\tNobody.\tAnnotator_1\n1\tSomebody.\tAnnotator_2\n9\tLost.\tAnnotator_1\n",
  "medalign/medalign_ehr_xml/7.xml": "<ehr>\r\n<note>日本 {question}</note>\r\n</ehr>",
  "medalign/medalign_ehr_xml/EHR_8.xml": "<ehr/>",
};
