const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/** The same without line feed and tab, which a message of several lines is laid out with. */
const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/**
 * Makes a line of text safe for a terminal: text from strangers may not control it, nor hide in it.
 */
export function safeText(line: string): string {
  return line.replace(UNSAFE, "\ufffd");
}

/** Makes a message of several lines safe for a terminal; line feeds and tabs stay. */
export function safeLines(message: string): string {
  return message.replace(UNSAFE_IN_LINES, "\ufffd");
}
