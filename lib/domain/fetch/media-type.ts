import { MIMEType } from "whatwg-mimetype";
import type { HeaderList } from "./fetch-outcome.ts";

/** The media type and charset in a Content-Type header. */
interface MediaType {
  /** Lower case, without parameters; `""` when none was sent or none could be parsed. */
  readonly mediaType: string;
  /** Charset label as sent. */
  readonly charset: string | undefined;
}

const UNKNOWN: MediaType = { mediaType: "", charset: undefined };

/**
 * Returns media type and charset of a response, parsed as in WHATWG MIME Sniffing §4.4. The last of
 * repeated headers that parses is used (Fetch §2.2.2, "extract a MIME type").
 */
export function mediaTypeOf(headers: HeaderList): MediaType {
  let found = UNKNOWN;
  for (const [name, value] of headers) {
    if (name === "content-type") found = parseMediaType(value) ?? found;
  }
  return found;
}

function parseMediaType(value: string): MediaType | undefined {
  const parsed = MIMEType.parse(value);
  if (parsed === null) return undefined;
  return { mediaType: parsed.essence, charset: parsed.parameters.get("charset") || undefined };
}
