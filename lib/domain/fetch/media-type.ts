import { MIMEType } from "whatwg-mimetype";
import type { HeaderList } from "./fetch-outcome.ts";

/** What a Content-Type header says of a body. */
export interface MediaType {
  /** Lower case, without parameters; `""` where none was sent or none could be parsed. */
  readonly mediaType: string;
  /** Charset label as sent. */
  readonly charset: string | undefined;
}

const UNKNOWN: MediaType = { mediaType: "", charset: undefined };

/**
 * Media type and charset of a response, parsed as WHATWG MIME Sniffing §4.4 does. Of repeated
 * headers the last that parses stands (Fetch §2.2.2, "extract a MIME type").
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
