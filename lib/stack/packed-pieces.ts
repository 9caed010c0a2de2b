import * as z from "zod/mini";
import { malformed, readJson } from "./batch-message.ts";
import { parsed } from "./parsed.ts";

/** Number of bytes that hold the length of the head. */
const LENGTH_BYTES = 4;

/** Packs pieces in order, each with a name, behind a head that lists them. */
export function packPieces(
  pieces: readonly (readonly [name: string | number, bytes: Uint8Array])[],
): Buffer {
  const head = Buffer.from(JSON.stringify(pieces.map(([name, bytes]) => [name, bytes.length])));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...pieces.map(([, bytes]) => bytes)]);
}

/**
 * Yields packed pieces in order, without copying them. `what` names the object in errors.
 * @throws DowserError `message-malformed`
 */
export function* unpackPieces<Name extends string | number>(
  bytes: Uint8Array,
  name: z.ZodMiniType<Name>,
  what: string,
): Generator<readonly [name: Name, piece: Buffer]> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = LENGTH_BYTES + all.readUInt32LE(0);
  const text = all.subarray(LENGTH_BYTES, at).toString();
  const head = parsed(
    z.array(z.tuple([name, z.number()])),
    readJson(() => text, what, text),
    malformed(what, text),
  );
  for (const [each, length] of head) {
    yield [each, all.subarray(at, at + length)];
    at += length;
  }
}
