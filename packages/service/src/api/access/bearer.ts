/** Returns the credential of `Authorization: Bearer <credential>`. */
export const bearer = (headers: Headers): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
