import { readFileSync, statSync } from "node:fs";
import { DowserError } from "../errors.ts";

/** A file that the user names, by what it is for. */
export interface TextFile {
  /** For messages: `a project file`. */
  readonly what: string;
  /** Longest one read, in bytes. */
  readonly most: number;
  /** Of the error where it cannot be read. */
  readonly code: string;
  readonly reaction: "fix-config";
  readonly mend: string;
}

/**
 * The text of a file of UTF-8.
 * @throws DowserError of the file's code where it is not there, or too long
 */
export function readTextFile(file: string, { what, most, ...details }: TextFile): string {
  try {
    const { size } = statSync(file);
    if (size <= most) return readFileSync(file, "utf8");
    throw new RangeError(`${size} bytes are too many for ${what}`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DowserError(`cannot read ${file}: ${why}`, { ...details, value: file, cause });
  }
}
