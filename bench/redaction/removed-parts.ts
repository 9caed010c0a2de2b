/** The parts of a text that stand no more in its redacted form. */
import type { Part } from "../../lib/domain/text/folded-text.ts";

const MARK = /\[(?:e-mail|phone)\]/g;
/** The shortest address or number. */
const LEAST = 5;

/** Returns each mark of a redacted text with the part of the text that it stands for. */
export function removedParts(
  text: string,
  redacted: string,
): { readonly mark: string; readonly part: Part }[] {
  const marks = [...redacted.matchAll(MARK)];
  const parts: { readonly mark: string; readonly part: Part }[] = [];
  let at = marks[0]?.index ?? 0;
  for (const [index, { 0: mark, index: place }] of marks.entries()) {
    const next = redacted.slice(place + mark.length, marks[index + 1]?.index);
    // At the end of a text nothing follows.
    const isLast = next === "" && index === marks.length - 1;
    const to = isLast ? text.length : text.indexOf(next, at + LEAST);
    parts.push({ mark, part: { from: at, to } });
    at = to + next.length;
  }
  return parts;
}
