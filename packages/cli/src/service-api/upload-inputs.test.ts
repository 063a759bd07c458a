import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunEntry } from "@medhelm/core/helm/conf";
import { UserError } from "@medhelm/core/user-error";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApiClient } from "./api-client.ts";
import { resolveInputs, uploadInputs } from "./upload-inputs.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-inputs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const entry = (description: string): RunEntry => ({ description, label: "test" });
/** sha256 of "a" and so on */
const SHA = {
  a: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
  b: "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
};
const YAML = "name: X\nprompt_file: p.txt\ndataset_file: d.csv\n";

test("an entry without files stays as it is, and nothing is uploaded", async () => {
  expect(await resolveInputs([entry("demo_questions:model=a/b,stop=hash"), entry("demo_notes")], folder)).toEqual({
    entries: [entry("demo_questions:model=a/b,stop=hash"), entry("demo_notes")],
    inputs: {},
    files: [],
  });
});

test("a file that an entry names is hashed, and the entry then names the hash", async () => {
  write({ "data/x.json": "a" });
  const resolved = await resolveInputs([entry("medec:data_path=data/x.json,model=a/b")], folder);
  expect(resolved.entries).toEqual([entry(`medec:data_path=input:${SHA.a},model=a/b`)]);
  expect(resolved.inputs).toEqual({ "data/x.json": SHA.a });
  expect(resolved.files.map(({ sha256 }) => sha256)).toEqual([SHA.a]);
});

test("files that a custom benchmark's YAML names are uploaded too, also judge prompts next to it", async () => {
  write({
    "b/b.yaml": `${YAML}metrics:\n  - name: jury_score\n    prompt_file: j.txt\n`,
    "b/p.txt": "a",
    "b/d.csv": "b",
    "b/j.txt": "a",
  });
  const { inputs, files } = await resolveInputs([entry("c:config_path=b/b.yaml,model=a/b")], folder);
  expect(Object.keys(inputs)).toEqual(["b/b.yaml", "p.txt", "d.csv", "j.txt"]);
  expect([inputs["p.txt"], inputs["d.csv"], inputs["j.txt"]]).toEqual([SHA.a, SHA.b, SHA.a]);
  expect(files.length).toBe(3);
});

test("the images that a custom benchmark's table names are uploaded too, each once", async () => {
  write({
    "b/b.yaml": `${YAML}image_columns: [image]\n`,
    "b/p.txt": "{image}",
    "b/d.csv": "image,question\npics/one.png,?\npics/one.png,!\n,?\n",
    "b/pics/one.png": "a",
  });
  const { inputs } = await resolveInputs([entry("c:config_path=b/b.yaml,model=a/b")], folder);
  expect(Object.keys(inputs)).toEqual(["b/b.yaml", "p.txt", "d.csv", "pics/one.png"]);
  expect(inputs["pics/one.png"]).toBe(SHA.a);
});

test("one benchmark with two models is uploaded once", async () => {
  write({ "b.yaml": YAML, "p.txt": "a", "d.csv": "b" });
  const models = ["a/b", "a/c"].map((model) => entry(`c:config_path=b.yaml,model=${model}`));
  expect((await resolveInputs(models, folder)).files.length).toBe(3);
});

test("two benchmarks whose YAMLs mean different files by one name are refused", async () => {
  write({ "x/b.yaml": YAML, "x/p.txt": "a", "x/d.csv": "b", "y/b.yaml": YAML, "y/p.txt": "b", "y/d.csv": "b" });
  const both = [entry("c:config_path=x/b.yaml,model=a/b"), entry("c:config_path=y/b.yaml,model=a/b")];
  await expect(resolveInputs(both, folder)).rejects.toThrow(
    "p.txt: two benchmarks name different files by this name; rename one, or submit the benchmarks separately",
  );
});

test("an invalid YAML is refused before anything is uploaded", async () => {
  write({ "b.yaml": "name: [\n" });
  await expect(resolveInputs([entry("c:config_path=b.yaml")], folder)).rejects.toThrow(
    /b\.yaml, line 2: not valid YAML/,
  );
});

test("an invalid entry is refused with the sentence of the entry grammar", async () => {
  await expect(resolveInputs([entry("c:config_path")], folder)).rejects.toThrow(/but <key>=<value> is expected/);
});

test("an upload whose address does not answer ends with a sentence that names it", async () => {
  const upload = { url: "http://127.0.0.1:1/v1/uploads/x?signature=s", headers: {} };
  const call: ApiClient["call"] = async (_method, _path, schema) => schema.parse({ uploaded: false, upload });
  const api: ApiClient = { url: "http://127.0.0.1:8787", call, raw: expect.unreachable };
  await expect(uploadInputs(api, [{ label: "data/x.json", bytes: Buffer.from("a"), sha256: SHA.a }])).rejects.toThrow(
    new UserError(
      "data/x.json: the upload goes to http://127.0.0.1:1, as the service says: nothing answers there, or the connection ended; run the same command again",
    ),
  );
});
