import { textObject } from "@medhelm/core/helm/media";
import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { LoadedInstance } from "../define.ts";
import { readWholeParquet } from "../files/read-parquet.ts";
import type { ImageBin } from "../shared/image-bin.ts";
import { inCluster } from "../shared/in-cluster.ts";

/** A row as the library of data sets writes it. */
const Row = z.object({
  image: z.object({ bytes: z.instanceof(Uint8Array) }),
  question: z.string().min(1),
  answer: z.string().min(1),
});

/** Makes instances of the rows in their order. The questions about one image are a cluster. @throws UserError for a row of another layout */
export async function questions(file: SourceFile, split: string, images: ImageBin): Promise<LoadedInstance[]> {
  const rows = await readWholeParquet(file);
  if (rows.length === 0) throw new UserError(`${file.label}: there are no rows; fetch the file again`);
  return rows.map((row, i) => {
    const parsed = Row.safeParse(row);
    const image = parsed.success ? images.add(parsed.data.image.bytes) : undefined;
    if (!parsed.success || image === undefined)
      throw new UserError(
        `${file.label}, row ${i + 1}: it has not an image (PNG or JPEG), a question and an answer; this is not the file that the benchmark expects`,
      );
    const { question, answer } = parsed.data;
    return {
      input: { text: question, multimedia_content: { media_objects: [image, textObject(question)] } },
      references: [{ output: { text: answer }, tags: [CORRECT_TAG] }],
      split,
      ...inCluster(image.location ?? ""),
    };
  });
}
