/** A line of a text that lists URLs. */
interface UrlLine {
  /** Number of the line, from 1. */
  readonly number: number;
  /**
   * Its words, split at white space; empty for a blank line. A line with only a comment is not
   * blank.
   */
  readonly words: readonly string[];
}

/** A comment: `#` at the start of a line or after white space, since URLs contain `#`, too. */
const COMMENT = /(?:^|\s)#.*$/;

/** Returns the lines of a text without comments; leaves out lines that contain only a comment. */
export function urlLines(content: string): UrlLine[] {
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return lines.flatMap((line, index) => {
    const words = wordsOfLine(line);
    const isComment = words.length === 0 && line.trim() !== "";
    return isComment ? [] : [{ number: index + 1, words }];
  });
}

/** Returns the words of a line, split at white space, without its comment. */
export function wordsOfLine(line: string): string[] {
  return line.replace(COMMENT, "").trim().split(/\s+/).filter(Boolean);
}
