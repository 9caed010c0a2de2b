import { gzipSync } from "node:zlib";

/** What a test says of a record; the rest is filled in. */
export interface RecordParts {
  readonly type?: string;
  readonly uri?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly block?: string | Uint8Array;
  readonly version?: string;
}

/** A WARC record, written by hand, so that readers are not tested against our own writer only. */
export function aRecord(parts: RecordParts = {}): Buffer {
  const block = Buffer.from(parts.block ?? anHttpResponse());
  const fields: Record<string, string> = {
    "WARC-Type": parts.type ?? "response",
    "WARC-Record-ID": "<urn:uuid:00000000-0000-4000-8000-000000000000>",
    "WARC-Date": "2020-01-01T00:00:00Z",
    ...(parts.uri === "" ? {} : { "WARC-Target-URI": parts.uri ?? "http://h.example/" }),
    "Content-Type": "application/http; msgtype=response",
    "Content-Length": String(block.length),
    ...parts.fields,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `WARC/${parts.version ?? "1.1"}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]);
}

/** The bytes of a response, as a server sends them. */
export function anHttpResponse(
  body: string | Uint8Array = "<p>hello</p>",
  headers: readonly (readonly [name: string, value: string])[] = [["Content-Type", "text/html"]],
  status = 200,
): Buffer {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${status} Reason\r\n${fields.join("")}\r\n`);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Records as a `.warc.gz` has them: one gzip member each. */
export function gzipMembers(...records: readonly Uint8Array[]): Buffer {
  return Buffer.concat(records.map((record) => gzipSync(record)));
}
