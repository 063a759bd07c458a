import { z } from "zod";
import type { Request } from "./scenario-state.ts";

/** HELM's part of an input or a prompt with images (common/media_object.py): a text, or a file at `location`. */
export const MediaObject = z.object({
  content_type: z.string(),
  text: z.string().optional(),
  location: z.string().optional(),
});
export type MediaObject = z.infer<typeof MediaObject>;
const Multimedia = z.object({ media_objects: z.array(MediaObject) });

/** An image of a run. */
export interface PromptImage {
  /** e.g. "image/png" */
  readonly mediaType: string;
  /** Its path in the run, e.g. "images/<sha256>.png": the name is the hash of its bytes. */
  readonly file: string;
  readonly sha256: string;
}
export type PromptPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly image: PromptImage };

/** Reads an image of the run by its path in the run. @throws UserError if the image has changed or is absent */
export type ReadImage = (file: string) => Promise<Uint8Array>;

/** The image types that every API takes, by the ending of a file name. */
const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};
const FILE = /^images\/([0-9a-f]{64})\.(png|jpg|gif|webp)$/;

/** The sha256 in the path of an image of the run; undefined for any other path. */
export const imageHash = (file: string): string | undefined => FILE.exec(file)?.[1];

/** The parts of HELM's multimedia content, in order. A file that is no image of the run, such as one of HELM's own runs, is left out. */
export function mediaParts(content: unknown): readonly PromptPart[] {
  if (content === undefined) return [];
  const parsed = Multimedia.safeParse(content);
  return (parsed.data?.media_objects ?? []).flatMap(({ text, location = "" }): PromptPart[] => {
    if (text !== undefined) return [{ kind: "text", text }];
    const [file, sha256 = "", ending = ""] = FILE.exec(location) ?? [];
    return file === undefined ? [] : [{ kind: "image", image: { mediaType: TYPES[ending] ?? "", file, sha256 } }];
  });
}

/** The images of HELM's multimedia content, in order. */
export const imagesIn = (content: unknown): readonly PromptImage[] =>
  mediaParts(content).flatMap((part) => (part.kind === "image" ? [part.image] : []));

/** The images of a request, in order. */
export const imagesOf = ({ multimodal_prompt: prompt }: Request): readonly PromptImage[] => imagesIn(prompt);

/** The ending of the file name for these bytes; undefined for bytes that are no PNG, JPEG, GIF or WebP image. */
function endingOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpg";
  if (/^GIF8[79]a/.test(start)) return "gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "webp" : undefined;
}

/** HELM's part for an image; undefined if the bytes are no PNG, JPEG, GIF or WebP image. */
export function imageObject(bytes: Uint8Array, sha256: string): (MediaObject & { location: string }) | undefined {
  const ending = endingOf(bytes);
  if (ending === undefined) return undefined;
  return { content_type: TYPES[ending] ?? "", location: `images/${sha256}.${ending}` };
}

/** HELM's part for a text. */
export const textObject = (text: string): MediaObject => ({ content_type: "text/plain", text });
