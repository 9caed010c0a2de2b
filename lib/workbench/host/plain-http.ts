/** What servers of this machine read of a request, and answer in plain words. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Reads the body of a request; returns `undefined` for one that is too long. */
export async function readBody(
  request: IncomingMessage,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > most) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Answers with a line of text, and reads no more of the request. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  // The rest of a body that is not read would be taken for the next request.
  response.setHeader("connection", "close");
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
