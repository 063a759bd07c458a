import { imageObject, type MediaObject, type ReadImage } from "@medhelm/core/helm/media";
import { sha256Hex } from "@medhelm/core/store/canonical";

/** The images that a loader found inside its files. Equal images are kept once. */
export interface ImageBin {
  /** Keeps an image. @returns its part of a prompt; undefined if the bytes are no PNG, JPEG, GIF or WebP image */
  add(bytes: Uint8Array): MediaObject | undefined;
  /** undefined without images */
  reader(): ReadImage | undefined;
}

export function imageBin(): ImageBin {
  const kept = new Map<string, Uint8Array>();
  return {
    add(bytes) {
      const image = imageObject(bytes, sha256Hex(bytes));
      // a copy, because the bytes may be a view of the whole file
      if (image !== undefined && !kept.has(image.location)) kept.set(image.location, bytes.slice());
      return image;
    },
    reader: () => (kept.size === 0 ? undefined : async (file) => kept.get(file) ?? absent(file)),
  };
}

function absent(file: string): never {
  throw new Error(`the benchmark has no image ${file}`);
}
