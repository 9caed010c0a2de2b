const UNSAFE = /[\p{Cc}\p{Cf}]/gu;

/** A line of text for a terminal: what strangers wrote may not steer it, nor hide in it. */
export function safeText(line: string): string {
  return line.replace(UNSAFE, "\ufffd");
}
