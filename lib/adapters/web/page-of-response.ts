import type { FetchOutcome } from "../../domain/fetch/fetch-outcome.ts";
import { mediaTypeOf } from "../../domain/fetch/media-type.ts";
import { headerTokens, type ResponseHead } from "../../domain/fetch/response-head.ts";
import type { Url } from "../../domain/url/url.ts";
import { type Decoding, decodeContent } from "./decode-content.ts";

/**
 * Returns the page in a 2xx response to `url`, or the failure to unpack its body, which arrived as
 * `sent`.
 */
export async function pageOfResponse(
  url: Url,
  { status, headers }: ResponseHead,
  sent: Uint8Array,
  decoding: Decoding,
): Promise<FetchOutcome> {
  const decoded = await decodeContent(sent, headerTokens(headers, "content-encoding"), decoding);
  if (!decoded.ok) {
    return { kind: "failed", reason: "decompression", detail: decoded.detail, status };
  }
  const { body, truncated } = decoded;
  return { kind: "page", url, status, headers, body, ...mediaTypeOf(headers), truncated };
}
