import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
} from "yaml";
import { termText } from "../ontology-reader.ts";
import { shortQuote } from "../ontology-unreadable.ts";
import {
  type ConceptKey,
  conceptKey,
  type ListedConcept,
  type ReportFault,
  readTerms,
  unknownKey,
} from "./listed-concept.ts";

/** Longest list read, in UTF-16 units: some ten thousand concepts; a person writes a hundred. */
const MAX_LENGTH = 1_000_000;

/** Reads a list of concepts written in YAML: see docs/concept-lists.md. */
export function parseConceptYaml(text: string, report: ReportFault): readonly ListedConcept[] {
  if (text.length > MAX_LENGTH) {
    report(1, `begins more than ${MAX_LENGTH} characters of YAML; write a list that long as CSV`);
    return [];
  }
  const deepLine = firstTooDeep(text);
  if (deepLine === undefined) return readDocument(text, report);
  report(deepLine, `is nested more than ${MAX_DEPTH} levels deep`);
  return [];
}

/** The place of a node, and a way to report errors there. */
interface Place {
  lineOf(node: unknown): number;
  report(node: unknown, fault: string): void;
  readonly reportLine: ReportFault;
}

function readDocument(text: string, report: ReportFault): readonly ListedConcept[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    // Every scalar is text: a year, or the word "no", may be a term.
    schema: "failsafe",
    // The library compares each key with every other; `valuesOf` takes linear time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const lineAt = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line);
  const lineOf = (node: unknown): number => lineAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  for (const { pos, message } of [...document.errors, ...document.warnings]) {
    report(lineAt(pos[0]), `is not YAML: ${shortQuote(message)}`);
  }
  if (document.errors.length > 0) return [];
  return readConcepts(document.contents, {
    lineOf,
    report: (node, fault) => report(lineOf(node), fault),
    reportLine: report,
  });
}

function readConcepts(contents: Document["contents"], place: Place): readonly ListedConcept[] {
  if (isSeq(contents)) return contents.items.flatMap((item) => readItem(item, place) ?? []);
  if (isMap(contents)) {
    return contents.items.flatMap(({ key, value }) => readNamed(key, value, place) ?? []);
  }
  if (!isEmpty(contents)) place.report(contents, "must be a list or a mapping of concepts");
  return [];
}

/** Reads `- name` or `- {name: …, synonyms: […], …}`. */
function readItem(item: unknown, place: Place): ListedConcept | undefined {
  if (isScalar(item)) return conceptOf(item, new Map(), place);
  const values = valuesOf(item, place);
  const name = values.get("name");
  if (name !== undefined) return conceptOf(name, values, place);
  place.report(item, "has no `name`");
  return undefined;
}

/** Reads `name: {synonyms: […], …}` or `name:`. */
function readNamed(key: unknown, value: unknown, place: Place): ListedConcept | undefined {
  const values = isEmpty(value) ? new Map<ConceptKey, unknown>() : valuesOf(value, place);
  if (values.has("name")) place.report(key, "has two names: before the colon, and at `name`");
  return conceptOf(key, values, place);
}

function conceptOf(
  nameNode: unknown,
  values: ReadonlyMap<ConceptKey, unknown>,
  place: Place,
): ListedConcept | undefined {
  const name = termText(textOf(nameNode) ?? "");
  if (name === undefined) {
    place.report(nameNode, "has no name, or none that is a term");
    return undefined;
  }
  return {
    line: place.lineOf(nameNode),
    id: termsOf(values.get("id"), place)[0],
    name,
    synonyms: termsOf(values.get("synonyms"), place),
    broader: termsOf(values.get("broader"), place),
    related: termsOf(values.get("related"), place),
  };
}

/** Returns the values of a mapping whose keys must be known and unique. */
function valuesOf(node: unknown, place: Place): ReadonlyMap<ConceptKey, unknown> {
  const values = new Map<ConceptKey, unknown>();
  if (!isMap(node)) {
    place.report(node, "holds no concept; expected a mapping like {synonyms: [a, b], broader: c}");
    return values;
  }
  for (const { key: keyNode, value } of node.items) {
    const written = textOf(keyNode) ?? "";
    const key = conceptKey(written);
    if (key === undefined) place.report(keyNode, unknownKey(written));
    else if (values.has(key)) place.report(keyNode, `has \`${key}\` twice`);
    else values.set(key, value);
  }
  return values;
}

/** Returns one term, or a list of terms. */
function termsOf(node: unknown, place: Place): readonly string[] {
  if (node === undefined || isEmpty(node)) return [];
  const items: readonly unknown[] = isSeq(node) ? node.items : [node];
  const texts = items.flatMap((item) => {
    const text = textOf(item);
    // Aliases are refused, too: they would let a short list expand into an endless one.
    if (text === undefined)
      place.report(item, "holds something else than a term or a list of terms");
    return text ?? [];
  });
  return readTerms(texts, place.lineOf(node), place.reportLine);
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) && typeof node.value === "string" ? node.value : undefined;
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && (node.value === "" || node.value === null));
}

/** Most levels of brackets, or of indicators in a line; a list of concepts has three. */
const MAX_DEPTH = 100;

/** Characters that open a level within a line: an item of a list, a key, a value. */
const INDICATORS = new Set(["-", "?", ":"]);

/**
 * Returns the first line in which YAML nests deeper than {@link MAX_DEPTH}, or undefined. The
 * parser recurses and needs a thousand bytes per level, so it must not receive such a text. Levels
 * by indentation are not counted: a million characters have room for a thousand.
 */
function firstTooDeep(text: string): number | undefined {
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
