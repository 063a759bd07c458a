import { fetchAloud } from "../terminal/say-silent.ts";
import { join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { errorCode } from "@medhelm/core/error-code";
import type { Encoder } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import type { downloadEncoder } from "@medhelm/encoders/download";
import type { openThreadEncoder } from "@medhelm/encoders/thread-encoder";
import type { ModelOptions } from "./options/model-options.ts";
import type { Env } from "../env.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

export interface EncoderOptions
  extends Pick<ModelOptions, "encoderDir" | "encoderDownload" | "encoderSha256" | "offline"> {
  readonly outputPath: string;
  readonly env: Env;
  readonly notice: (text: string) => void;
  /** loads the optional package; a test passes its own */
  readonly load?: () => Promise<EncoderPackage>;
}

/** The part of @medhelm/encoders that is used here. */
interface EncoderPackage {
  readonly openThreadEncoder: typeof openThreadEncoder;
  readonly downloadEncoder: typeof downloadEncoder;
}

/**
 * BERTScore's encoder, from --encoder-dir (or MEDHELM_ENCODER) or --encoder-download. Undefined without these options. The first call
 * opens it, and later calls return the same one.
 */
export function encoderPort(options: EncoderOptions): (() => Promise<Encoder>) | undefined {
  const folder = options.encoderDir ?? options.env["MEDHELM_ENCODER"];
  if (folder === undefined && !options.encoderDownload) return undefined;
  let opened: Promise<Encoder> | undefined;
  return () => (opened ??= open(options, folder));
}

async function open(options: EncoderOptions, given: string | undefined): Promise<Encoder> {
  const encoders = await (options.load ?? load)().catch(refuse);
  const opened = given === undefined ? downloaded(options, encoders) : fromFolder(options, encoders, given);
  const encoder = await opened.catch(refuse);
  const { model } = encoder.identity;
  if (model.startsWith("other"))
    options.notice(
      `the encoder in ${given ?? "the download"} is ${model}, not distilbert-base-uncased; do not compare its BERTScore with others`,
    );
  return encoder;
}

async function fromFolder(options: EncoderOptions, encoders: EncoderPackage, folder: string): Promise<Encoder> {
  const encoder = await encoders.openThreadEncoder({ folder });
  const { sha256 } = encoder.identity;
  if (options.encoderSha256 !== undefined && sha256 !== options.encoderSha256.toLowerCase())
    throw new UserError(
      `the model in ${folder} has sha256 ${sha256}, but --encoder-sha256 is ${options.encoderSha256}; give the other folder or the other checksum`,
    );
  return encoder;
}

async function downloaded(options: EncoderOptions, encoders: EncoderPackage): Promise<Encoder> {
  if (options.offline)
    throw new UserError(
      "--encoder-download cannot download with --offline; give the encoder's folder with --encoder-dir",
    );
  const folder = join(options.outputPath, PRIVATE_FOLDER, "encoders/distilbert-base-uncased");
  const pin = { folder, sha256: options.encoderSha256, fetch: fetchAloud, makeFolders, notice: options.notice };
  const { revision } = await encoders.downloadEncoder(pin);
  return encoders.openThreadEncoder({ folder, revision });
}

async function load(): Promise<EncoderPackage> {
  const { findRuntime, openThreadEncoder } = await import("@medhelm/encoders/thread-encoder");
  findRuntime();
  const { downloadEncoder } = await import("@medhelm/encoders/download");
  return { openThreadEncoder, downloadEncoder };
}

const INSTALL =
  "BERTScore needs ONNX Runtime (300 MB), which is not installed, so no model was asked: run npm run encoders:install in the repository";

/** @throws UserError if the package, a dependency of it, or a library for this machine is missing */
function refuse(error: unknown): never {
  const code = errorCode(error);
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") throw new UserError(INSTALL, { cause: error });
  if (code === "ERR_DLOPEN_FAILED")
    throw new UserError(
      `ONNX Runtime cannot be loaded on this machine (${error instanceof Error ? error.message : ""}), so no model was asked; it has builds for Windows, macOS and Linux with glibc`,
      { cause: error },
    );
  throw error;
}
