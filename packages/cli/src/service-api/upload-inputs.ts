import { fetchAloud } from "../terminal/say-silent.ts";
import { tlsFault } from "@medhelm/adapters/models/tls-fault";
import type { RunEntry } from "@medhelm/core/helm/conf";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { openTable } from "@medhelm/benchmarks/files/open-table";
import type { SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";
import { diskFiles } from "../places/disk-files.ts";

/** Arguments of entries that name a file, by HELM's own naming. */
const FILE_ARGUMENT = /_path$/;
/** Keys of a custom benchmark's YAML that name a file. */
const FILE_KEY = /_file$/;
/** The keys of a custom benchmark's YAML that name a table and its columns with paths of images. */
const WithImages = z.looseObject({ dataset_file: z.string(), image_columns: z.array(z.string()) });

export interface Resolved {
  readonly entries: readonly RunEntry[];
  /** the name that the files use -> sha256 */
  readonly inputs: Readonly<Record<string, string>>;
  readonly files: readonly SourceFile[];
}

/**
 * Finds and hashes every file that the entries name, and every file that those files name. The API takes no paths, so the returned
 * entries name input:<sha256> instead.
 */
export async function resolveInputs(entries: readonly RunEntry[], workingDirectory: string): Promise<Resolved> {
  const disk = diskFiles(workingDirectory);
  const files = new Map<string, SourceFile>();
  const inputs = new Map<string, string>();
  const add = async (name: string, relativeTo?: string): Promise<SourceFile> => {
    const file = await disk.read(name, relativeTo);
    const known = inputs.get(name);
    if (known !== undefined && known !== file.sha256)
      throw new UserError(
        `${name}: two benchmarks name different files by this name; rename one, or submit the benchmarks separately`,
      );
    inputs.set(name, file.sha256);
    files.set(file.sha256, file);
    return file;
  };
  const rewritten: RunEntry[] = [];
  for (const entry of entries) {
    const { name, args } = parseObjectSpec(entry.description);
    const parts: string[] = [];
    for (const [key, value] of Object.entries(args)) {
      if (!FILE_ARGUMENT.test(key)) {
        parts.push(`${key}=${value}`);
        continue;
      }
      const file = await add(String(value));
      const yaml = yamlOf(file);
      for (const nested of namedFiles(yaml)) await add(nested, file.label);
      for await (const [image, table] of namedImages(disk, yaml, file.label)) await add(image, table);
      parts.push(`${key}=input:${file.sha256}`);
    }
    rewritten.push({ ...entry, description: parts.length === 0 ? name : `${name}:${parts.join(",")}` });
  }
  return { entries: rewritten, inputs: Object.fromEntries(inputs), files: [...files.values()] };
}

/** The content of a YAML file; undefined for any other file. */
const yamlOf = (file: SourceFile): unknown =>
  /\.ya?ml$/.test(file.label) ? readYaml(new TextDecoder().decode(file.bytes), file.label, z.unknown()) : undefined;

/** The images in the table of a custom benchmark, each once, with the table. */
async function* namedImages(disk: UserFiles, yaml: unknown, label: string): AsyncGenerator<[string, string]> {
  const config = WithImages.safeParse(yaml).data;
  if (config === undefined) return;
  const table = await openTable(await disk.open(config.dataset_file, label));
  const seen = new Set<string>();
  for await (const { cells } of table.rows().rows)
    for (const column of config.image_columns) {
      const path = (cells[column] ?? "").trim();
      if (path === "" || seen.has(path)) continue;
      seen.add(path);
      yield [path, table.label];
    }
}

/** The files that a YAML names, at any depth. */
function namedFiles(yaml: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) {
        if (FILE_KEY.test(key) && typeof item === "string") found.push(item);
        else walk(item);
      }
  };
  walk(yaml);
  return found;
}

const Announced = z.object({
  uploaded: z.boolean(),
  upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }).optional(),
});

/** Uploads the files that the service does not have yet. @throws UserError if the store refuses a file */
export async function uploadInputs(api: ApiClient, files: readonly SourceFile[]): Promise<void> {
  for (const { label, bytes, sha256 } of files) {
    const announced = await api.call("POST", "/v1/inputs", Announced, {
      name: shortName(label),
      sha256,
      lengthBytes: bytes.length,
    });
    if (announced.upload === undefined) continue;
    const { url, headers } = announced.upload;
    const put = await fetchAloud(url, { method: "PUT", headers, body: Buffer.from(bytes) }).catch((cause: unknown) => {
      throw uploadFailed(label, new URL(url).origin, cause);
    });
    if (!put.ok)
      throw new UserError(
        `${label}: the server refused the upload with status ${put.status}; run the same command again`,
      );
  }
}

/** The service names the address of an upload: that of its proxy or of its bucket, which may differ from --api. */
function uploadFailed(label: string, origin: string, cause: unknown): UserError {
  const fault = tlsFault(cause) ?? "nothing answers there, or the connection ended; run the same command again";
  return new UserError(`${label}: the upload goes to ${origin}, as the service says: ${fault}`, { cause });
}

/** Only the file's own name: the submitter's folders are private. */
function shortName(label: string): string {
  return label.slice(label.lastIndexOf("/") + 1);
}
