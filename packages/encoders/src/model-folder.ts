import { readFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Reads an encoder as the hub lays it out: onnx/model.onnx or model.onnx, tokenizer.json, and tokenizer_config.json if there. */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const model = (await readIfThere(join(folder, "onnx/model.onnx"))) ?? (await readIfThere(join(folder, "model.onnx")));
  const tokenizer = await readIfThere(join(folder, "tokenizer.json"));
  const missing = [
    ...(model === undefined ? ["onnx/model.onnx (or model.onnx)"] : []),
    ...(tokenizer === undefined ? ["tokenizer.json"] : []),
  ];
  if (model === undefined || tokenizer === undefined)
    throw new UserError(
      `${folder} lacks ${missing.join(" and ")}: an encoder's folder holds the ONNX export of distilbert-base-uncased and its tokenizer.json`,
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
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
