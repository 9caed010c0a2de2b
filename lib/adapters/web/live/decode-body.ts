import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

import { createBodyBuffer } from "./body-buffer.ts";

/** More codings than this on one body is an attack: each may multiply the size. */
const MAX_CODINGS = 3;

/** Largest window a decoder must offer for the `zstd` coding: 8 MiB (RFC 9659 §3); the default is 128 MiB. */
const ZSTD_WINDOW_LOG_MAX = 23;

/** A body with its content codings undone. */
export type DecodedBody =
  | { readonly ok: true; readonly body: Uint8Array; readonly truncated: boolean }
  | { readonly ok: false; readonly detail: string };

/**
 * Undoes the content codings that a Content-Encoding header lists (RFC 9110 §8.4), the last one
 * first, and never holds more than `limitBytes` of any result; what exceeds it is cut off.
 * `isCut` says that `raw` itself ends before its time, which then is no error.
 */
export async function decodeBody(
  raw: Uint8Array,
  contentEncoding: string,
  limitBytes: number,
  isCut: boolean,
): Promise<DecodedBody> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) return { ok: false, detail: "too many content codings" };
  let body = raw;
  let truncated = isCut;
  for (const coding of codings.reverse()) {
    if (body.length === 0) break;
    const decoder = decoderOf(coding, body, truncated);
    if (decoder === undefined) return { ok: false, detail: `unknown content coding "${coding}"` };
    const decoded = await readUpTo(decoder, body, limitBytes);
    if (!decoded.ok) return decoded;
    body = decoded.body;
    truncated ||= decoded.truncated;
  }
  return { ok: true, body, truncated };
}

function decoderOf(coding: string, body: Uint8Array, isCut: boolean): Transform | undefined {
  const zlib = isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {};
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(zlib);
    case "deflate":
      return hasZlibHeader(body) ? createInflate(zlib) : createInflateRaw(zlib);
    case "br":
      return createBrotliDecompress(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});
    case "zstd":
      return createZstdDecompress({
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
        ...(isCut ? { finishFlush: constants.ZSTD_e_flush } : {}),
      });
    default:
      return undefined;
  }
}

/** `deflate` means the zlib format (RFC 9110 §8.4.1.2), but servers send raw deflate data as well. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

async function readUpTo(
  decoder: Transform,
  input: Uint8Array,
  limitBytes: number,
): Promise<DecodedBody> {
  const output = createBodyBuffer(limitBytes);
  decoder.end(input);
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      // Leaving the loop destroys the decoder: the rest is never inflated.
      if (!output.append(chunk)) return { ok: true, body: output.bytes(), truncated: true };
    }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
  return { ok: true, body: output.bytes(), truncated: false };
}
