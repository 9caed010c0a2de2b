/** A line `tag: value` of an OBO file; the value as written: escaped, with its modifiers and comment. */
export interface OboClause {
  readonly tag: string;
  readonly value: string;
}

/** The parts of a line, or undefined if it is none. */
export function oboClause(line: string): OboClause | undefined {
  const colon = line.indexOf(":");
  const tag = line.slice(0, Math.max(0, colon)).trim();
  if (!/^[\w-]+$/.test(tag)) return undefined;
  return { tag, value: line.slice(colon + 1).trim() };
}

/** The name in `[Name]`, the head of a stanza; undefined for any other line. */
export function stanzaName(line: string): string | undefined {
  if (!line.startsWith("[")) return undefined;
  const text = withoutComment(line);
  return text.endsWith("]") ? text.slice(1, -1).trim() : undefined;
}

/** A value that is not in quotes, without its trailing modifiers and comment, unescaped. */
export function plainValue(value: string): string {
  return unescape(withoutModifiers(withoutComment(value)));
}

/** A value that begins in quotes: what they hold, unescaped, and what follows; undefined if it does not. */
export function quotedValue(value: string): { text: string; rest: string } | undefined {
  if (!value.startsWith('"')) return undefined;
  const end = unescapedIndex(value, 1, (at) => value[at] === '"');
  if (end < 0) return undefined;
  return { text: unescape(value.slice(1, end)), rest: value.slice(end + 1).trim() };
}

/** Whether the line break after this line is escaped: the next line goes on with it. */
export function isContinued(line: string): boolean {
  let start = line.length;
  while (start > 0 && line[start - 1] === "\\") start -= 1;
  return (line.length - start) % 2 === 1;
}

/** An exclamation mark begins a comment; inside a word ("Wow!x") it is taken for part of the name. */
function withoutComment(value: string): string {
  const marks = withoutModifierTexts(value);
  const begins = (at: number): boolean => marks[at] === "!" && (at === 0 || isBlank(marks[at - 1]));
  const end = unescapedIndex(marks, 0, begins);
  return (end < 0 ? value : value.slice(0, end)).trim();
}

/** The text of a modifier, `tag="text"`, in which no mark means anything. */
const MODIFIER_TEXT = /="(?:[^"\\]|\\.)*"/gsu;

/** The value with each text of a modifier blotted out, in its length. */
function withoutModifierTexts(value: string): string {
  return value.replace(MODIFIER_TEXT, (text) => "=".repeat(text.length));
}

/** `{tag="value", …}` at the end; braces without an equals sign are part of a name. */
function withoutModifiers(value: string): string {
  if (!value.endsWith("}") || value.endsWith("\\}")) return value;
  const start = withoutModifierTexts(value).lastIndexOf("{");
  const isModifier = start > 0 && isBlank(value[start - 1]) && value.includes("=", start);
  return isModifier ? value.slice(0, start).trim() : value;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function unescapedIndex(text: string, from: number, isEnd: (at: number) => boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (isEnd(at)) return at;
  }
  return -1;
}

/** OBO 1.4, "Escape characters"; any other character stands for itself. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["W", " "],
]);

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(.?)/gsu, (_, character: string) => ESCAPES.get(character) ?? character);
}
