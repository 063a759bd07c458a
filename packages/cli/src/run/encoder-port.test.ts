import type { Encoder } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { type EncoderOptions, encoderPort } from "./encoder-port.ts";

const identity = { revision: "unknown", layer: 5, sha256: "ab".repeat(32), tokenizerSha256: "cd".repeat(32) };

function setUp(changes: Partial<EncoderOptions> = {}, model = "distilbert-base-uncased") {
  const opened: string[] = [];
  const notices: string[] = [];
  const port = encoderPort({
    encoderDownload: false,
    outputPath: "out",
    offline: false,
    env: {},
    notice: (text) => void notices.push(text),
    load: async () => ({
      openThreadEncoder: async ({ folder }): Promise<Encoder> => {
        opened.push(folder);
        return { identity: { ...identity, model }, hiddenStates: () => Promise.reject(new Error("not asked")) };
      },
      downloadEncoder: async () => ({ revision: "r" }),
    }),
    ...changes,
  });
  return { port, opened, notices };
}

test("without an option there is no encoder", () => {
  expect(setUp().port).toBeUndefined();
});

test("the encoder is opened once for all runs, from --encoder-dir or MEDHELM_ENCODER", async () => {
  const { port, opened } = setUp({ encoderDir: "mine", env: { MEDHELM_ENCODER: "other" } });
  await port?.();
  await port?.();
  expect(opened).toEqual(["mine"]);
  const byEnv = setUp({ env: { MEDHELM_ENCODER: "other" } });
  await byEnv.port?.();
  expect(byEnv.opened).toEqual(["other"]);
});

test("without the optional package the sentence holds the install command", async () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  const { port } = setUp({ encoderDir: "mine", load: () => Promise.reject(missing) });
  await expect(port?.()).rejects.toThrow(UserError);
  await expect(port?.()).rejects.toThrow(/run npm run encoders:install in the repository$/);
});

test("a machine without a build of ONNX Runtime is named in the error", async () => {
  const noLibrary = Object.assign(new Error("ld-linux.so: no such file"), { code: "ERR_DLOPEN_FAILED" });
  const { port } = setUp({ encoderDir: "mine", load: () => Promise.reject(noLibrary) });
  await expect(port?.()).rejects.toThrow(
    /^ONNX Runtime cannot be loaded on this machine \(ld-linux\.so: no such file\)/,
  );
});

test("a model with another checksum than --encoder-sha256 is refused", async () => {
  const { port } = setUp({ encoderDir: "mine", encoderSha256: "00".repeat(32) });
  await expect(port?.()).rejects.toThrow(
    `the model in mine has sha256 ${identity.sha256}, but --encoder-sha256 is ${"00".repeat(32)}`,
  );
});

test("--encoder-download is refused with --offline", async () => {
  await expect(setUp({ encoderDownload: true, offline: true }).port?.()).rejects.toThrow(/give the encoder's folder/);
});

test("an encoder that is not distilbert-base-uncased causes a notice", async () => {
  const { port, notices } = setUp({ encoderDir: "mine" }, "other (32 wide, 2000 word pieces)");
  await port?.();
  expect(notices).toEqual([
    "the encoder in mine is other (32 wide, 2000 word pieces), not distilbert-base-uncased; do not compare its BERTScore with others",
  ]);
});
