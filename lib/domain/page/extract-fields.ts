import { compile, selectAll } from "css-select";
import { type AnyNode, type Document, DomHandler, type Element, isTag } from "domhandler";
import * as domUtils from "domutils";
import { fail } from "../../errors.ts";
import { detach } from "../text/safe-text.ts";
import type { ExtractedFields } from "./page-record.ts";
import { shallowParser } from "./shallow-parser.ts";
import { jsonLdItems, microdataItems, shownText, textsAt } from "./structured-data.ts";

/** A function that extracts the values of one page. */
type FieldExtractor = (html: string) => ExtractedFields;

/** A function that reads one rule's values, without empty ones. */
type Rule = (page: Document) => string[];

/** `selector@attribute`: separated by the last `@` outside brackets and quotes. */
const ATTRIBUTE = /^(?<selector>.*[^@\s])\s*@(?<attribute>[A-Za-z_:][\w:.-]*)$/s;

/** `jsonld:Type.property.property`, or `microdata:` in its place. */
const DECLARED =
  /^(?<syntax>jsonld|microdata):\s*(?<type>[A-Za-z][\w-]*)(?<path>(?:\.@?[A-Za-z][\w-]*)+)$/;

const WHITE_SPACE = /\s+/g;

/** Most text that a rule reads, in UTF-16 units: that of an element is in each element around it, too. */
const MOST_TEXT = 10_000_000;

/**
 * Most nodes that a rule looks at to judge the elements of a page: a second of work, four with `:has(+ p)`. Rules such
 * as `tr:nth-child(2)` and `h2 ~ p` go through all siblings again for each element, so a row of very many would take for
 * ever. One of 5,000 does not reach this.
 */
const MOST_LOOKS = 50_000_000;

/**
 * Attributes that are true when present (HTML, "boolean attributes"): their value is their name.
 */
const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ..."async autofocus autoplay checked controls defer disabled hidden".split(" "),
  ..."loop multiple open readonly required selected".split(" "),
]);

/**
 * Compiles the project file's `extract` rules, name → `selector` or `selector@attribute`, or a path
 * into what a page declares by JSON-LD or microdata. One match gives a string, several an array, none no key; white space is folded.
 * @throws `bad-selector` for a rule that is not a CSS selector
 */
/** Extracts nothing, as a project without rules does. */
export const NO_FIELDS: FieldExtractor = () => ({});

export function compileFields(spec: Readonly<Record<string, string>>): FieldExtractor {
  const rules = Object.entries(spec).map(
    ([name, rule]) => [name, compileRule(name, rule)] as const,
  );
  if (rules.length === 0) return NO_FIELDS;
  return (html) => {
    const page = parseShallow(html);
    const fields = rules.flatMap(([name, rule]) => {
      const [first, ...others] = rule(page);
      return first === undefined ? [] : [[name, others.length === 0 ? first : [first, ...others]]];
    });
    return Object.fromEntries(fields);
  };
}

function compileRule(name: string, rule: string): Rule {
  const declared = DECLARED.exec(rule.trim())?.groups;
  if (declared !== undefined) return compileDeclared(declared);
  const groups = ATTRIBUTE.exec(rule.trim())?.groups;
  const attribute = groups?.["attribute"]?.toLowerCase();
  const select = compileSelector(name, rule, groups?.["selector"] ?? rule.trim());
  return (page) => {
    const values: string[] = [];
    let length = 0;
    for (const match of select(page)) {
      if (length > MOST_TEXT) break;
      const value = attribute === undefined ? shownText(match) : valueOf(match, attribute);
      length += value.length;
      values.push(folded(value));
    }
    return values.filter(isFilled);
  };
}

/** Compiles a path into what a page declares. */
function compileDeclared({ syntax, type = "", path = "" }: Readonly<Record<string, string>>): Rule {
  const itemsOf = syntax === "jsonld" ? jsonLdItems : microdataItems;
  const names = path.split(".").slice(1);
  return (page) => textsAt(itemsOf(page), type, names).map(folded).filter(isFilled);
}

function folded(value: string): string {
  return detach(value.replace(WHITE_SPACE, " ").trim());
}

/** Ends the judgement of an element when a rule has looked at too many nodes. */
const TOO_MANY_LOOKS = new RangeError("a rule has looked at too many nodes of a page");

/**
 * Compiles a selector; an invalid one is detected here, before the crawl. Elements of a page are selected up to the one at
 * which {@link MOST_LOOKS} are used up.
 */
function compileSelector(name: string, rule: string, selector: string) {
  let left = 0;
  const adapter = countedTree((looks) => {
    left -= looks;
    if (left < 0) throw TOO_MANY_LOOKS;
  });
  try {
    if (selector === "" || selector.startsWith("<")) throw new SyntaxError("Not a selector");
    const isMatch = compile<AnyNode, Element>(selector, { adapter });
    const isFound = (element: Element) => left >= 0 && isJudged(() => isMatch(element));
    return (page: Document): Element[] => {
      left = MOST_LOOKS;
      return selectAll<AnyNode, Element>(isFound, page);
    };
  } catch (cause) {
    throw fail("bad-selector", { name, value: rule }, cause);
  }
}

/** Returns the tree as selectors see it; `count` hears of the nodes that they look at. */
function countedTree(count: (looks: number) => void) {
  return {
    ...domUtils,
    isTag(node: AnyNode): node is Element {
      count(1);
      return isTag(node);
    },
    getSiblings(node: AnyNode): AnyNode[] {
      const siblings = domUtils.getSiblings(node);
      count(siblings.length);
      return siblings;
    },
  };
}

function isJudged(judge: () => boolean): boolean {
  try {
    return judge();
  } catch (cause) {
    if (cause === TOO_MANY_LOOKS) return false;
    throw cause;
  }
}

function valueOf({ attribs }: Element, name: string): string {
  if (!Object.hasOwn(attribs, name)) return "";
  return BOOLEAN_ATTRIBUTES.has(name) ? name : (attribs[name] ?? "");
}

function isFilled(value: string): boolean {
  return value !== "";
}

/** Returns the tree of a page, up to the place where its nesting is too deep. */
export function parseShallow(html: string): Document {
  const tree = new DomHandler();
  // One element around everything that no end tag reaches: css-select takes quadratic time in the
  // number of roots.
  tree.onopentag("html", {});
  const parser = shallowParser({
    onopentag: (name, attributes) => tree.onopentag(name, attributes),
    onclosetag: () => tree.onclosetag(),
    ontext: (text) => tree.ontext(text),
    oncomment: (text) => tree.oncomment(text),
    oncommentend: () => tree.oncommentend(),
    oncdatastart: () => tree.oncdatastart(),
    oncdataend: () => tree.oncdataend(),
    onprocessinginstruction: (name, text) => tree.onprocessinginstruction(name, text),
  });
  parser.end(html);
  return tree.root;
}

/** Returns the first of the types asked for that a page declares; `undefined` when it declares none. */
export type DeclaredType = (html: string) => string | undefined;

/** What a page has that declares anything: others are not parsed. */
const MAY_DECLARE = /ld\+json|itemtype/i;

/**
 * Compiles the need's types, such as `Event`, to a function that finds them in a page's JSON-LD or
 * microdata. A subtype is another name, and is not meant; `undefined` when no type is asked for.
 */
export function compileDeclaredTypes(types: readonly string[]): DeclaredType | undefined {
  if (types.length === 0) return undefined;
  return (html) => {
    if (!MAY_DECLARE.test(html)) return undefined;
    const page = parseShallow(html);
    const declared = new Set<string>();
    for (const item of [...jsonLdItems(page), ...microdataItems(page)])
      for (const type of item.types) declared.add(type);
    return types.find((type) => declared.has(type));
  };
}
