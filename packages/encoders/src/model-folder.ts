import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@medhelm/core/error-code";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

const JsonObject = z.record(z.string(), z.unknown());

export interface ModelFolder {
  readonly model: { readonly label: string; readonly bytes: Uint8Array; readonly sha256: string };
  readonly tokenizer: {
    readonly label: string;
    readonly json: Readonly<Record<string, unknown>>;
    readonly sha256: string;
  };
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
}

/**
 * Reads an encoder in the layout of the hub: onnx/model.onnx or model.onnx, tokenizer.json, and optionally tokenizer_config.json.
 * @throws UserError if a file is missing or is not JSON
 */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const model = (await readIfThere(join(folder, "onnx/model.onnx"))) ?? (await readIfThere(join(folder, "model.onnx")));
  const tokenizer = await readIfThere(join(folder, "tokenizer.json"));
  const missing = [
    ...(model === undefined ? ["onnx/model.onnx (or model.onnx)"] : []),
    ...(tokenizer === undefined ? ["tokenizer.json"] : []),
  ];
  if (model === undefined || tokenizer === undefined)
    throw new UserError(
      `${folder} lacks ${missing.join(" and ")}: put the ONNX export of distilbert-base-uncased and its tokenizer.json there`,
    );
  const config = await readIfThere(join(folder, "tokenizer_config.json"));
  return {
    model: { ...model, sha256: sha256Hex(model.bytes) },
    tokenizer: { label: tokenizer.label, json: jsonOf(tokenizer), sha256: sha256Hex(tokenizer.bytes) },
    tokenizerConfig: config === undefined ? {} : jsonOf(config),
  };
}

interface NamedBytes {
  readonly label: string;
  readonly bytes: Uint8Array;
}

function jsonOf({ label, bytes }: NamedBytes): Record<string, unknown> {
  try {
    return JsonObject.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new UserError(`${label} is not a JSON object: download it again`, { cause });
  }
}

async function readIfThere(label: string): Promise<NamedBytes | undefined> {
  try {
    return { label, bytes: await readFile(label) };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
