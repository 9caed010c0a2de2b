const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/**
 * Makes a line of text safe for a terminal: text from strangers may not control it, nor hide in it.
 */
export function safeText(line: string): string {
  return line.replace(UNSAFE, "\ufffd");
}
