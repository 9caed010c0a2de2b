import { readFileSync, statSync } from "node:fs";
import { DowserError } from "../errors.ts";

/** A file that the user names, by its purpose. */
interface TextFile {
  /** For messages: `a project file`. */
  readonly what: string;
  /** Longest file read, in bytes. */
  readonly most: number;
  /** Code of the error when the file cannot be read. */
  readonly code: string;
  readonly reaction: "fix-config";
  readonly hint: string;
}

/**
 * Reads the text of a UTF-8 file.
 * @throws DowserError of the file's code when it does not exist, or is too long
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
