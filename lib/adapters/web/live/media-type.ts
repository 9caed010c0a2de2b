/** Media type (lower case) and charset label of a Content-Type header; `""` where it is no media type. */
export interface MediaType {
  readonly mediaType: string;
  readonly charset: string | undefined;
}

/** token "/" token, as RFC 9110 §8.3.1 has it. */
const ESSENCE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/;

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;

/** Reads a Content-Type header, `undefined` where none was sent. */
export function parseMediaType(contentType: string | undefined): MediaType {
  if (contentType === undefined) return { mediaType: "", charset: undefined };
  const essence = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  const charset = CHARSET.exec(contentType);
  return {
    mediaType: ESSENCE.test(essence) ? essence : "",
    charset: (charset?.[1] ?? charset?.[2])?.trim() || undefined,
  };
}
