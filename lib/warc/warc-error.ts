import { DowserError } from "../errors.ts";

/** A file, or a part of one, in which no WARC record can be read. */
export function badWarc(file: string, offset: number, cause?: unknown): DowserError {
  return new DowserError(`${file} cannot be read as WARC at byte ${offset}`, {
    code: "bad-warc",
    reaction: "fix-config",
    value: { file, offset },
    hint: "use a WARC 1.0 or 1.1 file, plain or with one gzip member per record; copy it again if it is incomplete",
    cause,
  });
}

/** Records that lie several in one gzip member can only be held in memory, and these are too many. */
export function unseekableWarc(file: string, offset: number, maxBytes: number): DowserError {
  return new DowserError(
    `${file} has several records in one gzip member at byte ${offset}, more than ${maxBytes} bytes in all`,
    {
      code: "unseekable-warc",
      reaction: "fix-config",
      value: { file, offset },
      hint: "rewrite it with one gzip member per record: `warcio recompress old.warc.gz new.warc.gz`, or unpack it with `gunzip`",
    },
  );
}
