export const args = { subset: "icliniq" };
export const files = {
  "med_dialog/icliniq/test.json": '{"data": [{"src": "Is an elbow normal?", "tgt": "Elbow?"}]}',
};
