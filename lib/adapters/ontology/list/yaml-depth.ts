import { Lexer } from "yaml";

/** Most levels of brackets, or of indicators in a line; a list of concepts has three. */
export const MAX_DEPTH = 100;

/** What opens a level within a line: an item of a list, a key, a value. */
const INDICATORS = new Set(["-", "?", ":"]);

/**
 * The first line in which YAML nests deeper than {@link MAX_DEPTH}; undefined where none does. The parser
 * needs a thousand bytes a level, and calls itself at each: it must not be given such a text. Levels by
 * indentation are not counted: a million characters have room for a thousand.
 */
export function firstTooDeep(text: string): number | undefined {
  let line = 1;
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.includes("\n")) {
      line += token.split("\n").length - 1;
      indicators = 0;
    } else if (token === "[" || token === "{") brackets += 1;
    else if (token === "]" || token === "}") brackets -= 1;
    else if (brackets === 0 && INDICATORS.has(token)) indicators += 1;
    if (brackets > MAX_DEPTH || indicators > MAX_DEPTH) return line;
  }
  return undefined;
}
