import { systemClock } from "@medhelm/adapters/system-clock";
import type { Condition, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";

/**
 * Tries the conditional writes that keep workers apart (docs/architecture.md, rule 3), on an object of this process.
 * @throws UserError if the server of the bucket decides one of them otherwise than S3
 */
export async function requireConditions(objects: Pick<ObjectStore, "put" | "delete">, bucket: string): Promise<void> {
  const key = keys.probe(systemClock.randomUuid());
  const isWritten = async (body: string, condition: Condition): Promise<boolean> =>
    (await objects.put(key, body, condition)).outcome === "written";
  try {
    const { outcome, ...first } = await objects.put(key, "1", { ifAbsent: true });
    const etag = "etag" in first ? first.etag : "";
    if (
      outcome !== "written" ||
      (await isWritten("2", { ifAbsent: true })) ||
      !(await isWritten("3", { ifMatch: etag }))
    )
      throw ignoresConditions(bucket);
    if (await isWritten("4", { ifMatch: etag })) throw ignoresConditions(bucket);
    await objects.delete(key);
    if (!(await isWritten("5", { ifAbsent: true })))
      throw new UserError(
        `s3://${bucket}: its server refuses a new object in the place of a deleted one, because the bucket keeps versions; name a bucket that keeps none`,
      );
  } finally {
    await objects.delete(key);
  }
}

const ignoresConditions = (bucket: string): UserError =>
  new UserError(
    `s3://${bucket}: its server does not decide conditional writes as S3 does, so that two workers could do one run; use another server, such as versitygw or MinIO`,
  );
