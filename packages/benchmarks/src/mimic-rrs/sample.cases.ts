export const files = {
  "mimic_rrs/test.findings.tok": "nothing is broken .\nno heart .\n",
  "mimic_rrs/test.impression.tok": "all well .\nnothing .\n",
};
