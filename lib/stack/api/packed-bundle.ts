import { gunzipSync, gzipSync } from "node:zlib";
import { GZIP_MAGIC } from "../../adapters/warc/gzip-member.ts";
import { fail } from "../../errors.ts";

/**
 * Largest body of a request, in bytes: a function accepts 6 MB, including headers, with the body in
 * base64.
 */
const MAX_BODY_BYTES = 4_400_000;
/** Largest text of a bundle, in bytes: well within the function's memory. */
const MAX_TEXT_BYTES = 96 << 20;

/**
 * Packs a bundle into the body that starts a crawl.
 * @throws DowserError `plan-too-large`
 */
export function packBundle(text: string): Buffer {
  const body = gzipSync(text);
  if (body.length > MAX_BODY_BYTES || Buffer.byteLength(text) > MAX_TEXT_BYTES) {
    throw fail("plan-too-large", {
      size: `${body.length} bytes packed, of at most ${MAX_BODY_BYTES}`,
    });
  }
  return body;
}

/** Returns whether a body is a packed bundle, and not the text of a project. */
export function isPacked(body: Uint8Array): boolean {
  return GZIP_MAGIC.equals(body.subarray(0, GZIP_MAGIC.length));
}

/**
 * Returns the text of a packed bundle.
 * @throws DowserError `plan-damaged`, `plan-too-large`
 */
export function unpackBundle(body: Uint8Array): string {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_TEXT_BYTES }).toString("utf8");
  } catch (cause) {
    const isLong =
      cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    if (isLong) throw fail("plan-too-large", { size: `more than ${MAX_TEXT_BYTES} bytes` });
    throw fail("plan-damaged/gzip", { value: body.length }, cause);
  }
}
