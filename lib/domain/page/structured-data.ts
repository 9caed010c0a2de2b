import { type AnyNode, type Document, type Element, isTag } from "domhandler";
import { textContent } from "domutils";
import { untidyJsonIn } from "../json.ts";
import { BLOCK, INERT, tagKind } from "./tag-kinds.ts";

/** A thing that a page declares, by JSON-LD or microdata. */
export interface StructuredItem {
  /** Names of its types without their vocabulary: `Event`. */
  readonly types: readonly string[];
  readonly properties: ReadonlyMap<string, readonly StructuredValue[]>;
}

/** The value of a property: a text as the page has it, or another thing. */
export type StructuredValue = string | StructuredItem;

/** Most items, values and levels that are read of a page: what a page has beyond is left out. */
const MOST_PARTS = 10_000;
const MOST_LEVELS = 32;

/** Most elements of a page that are visited for its items: references may name one part many times. */
const MOST_VISITS = 200_000;

/** Most text of all values together, in UTF-16 units: that of an element is in each element around it, too. */
const MOST_TEXT = 10_000_000;

/** Counts what is read of one page. */
class Room {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Takes room for parts; returns false when there was none left. */
  take(parts = 1): boolean {
    const had = this.#left > 0;
    this.#left -= parts;
    return had;
  }
}

/**
 * Returns the items that a page declares by JSON-LD (JSON-LD 1.1 §7, in HTML), the inner ones after the
 * outer ones. Contexts are not loaded: types and properties go by their names alone. A reference by `@id`
 * to a thing that the page has is that thing. A block that is not JSON declares nothing.
 */
export function jsonLdItems(page: Document): readonly StructuredItem[] {
  const items: Reading["items"] = [];
  const room = new Room(MOST_PARTS);
  for (const element of elementsOf(page.children)) {
    if (element.name !== "script" || !JSON_LD.test(element.attribs["type"] ?? "")) continue;
    readJson(untidyJsonIn(textContent(element)), 0, { items, room });
  }
  followReferences(items);
  return items;
}

/** Puts things in place of references to them; of one that the page does not have, its URL. */
function followReferences(items: Reading["items"]): void {
  const idOf = ({ properties }: StructuredItem) => properties.get("@id")?.[0];
  const byId = new Map<unknown, StructuredItem>();
  for (const item of items) {
    const known = byId.get(idOf(item))?.properties.size ?? 0;
    if (item.properties.size > known) byId.set(idOf(item), item);
  }
  const follow = (value: StructuredValue): StructuredValue => {
    const id = typeof value === "object" && value.properties.size === 1 ? idOf(value) : undefined;
    const named = id === undefined ? undefined : byId.get(id);
    if (typeof value === "string" || id === undefined || named === undefined) return value;
    if (named.properties.size > 1) return named;
    return value.types.length === 0 ? id : value;
  };
  for (const { properties } of items)
    for (const [name, values] of properties) properties.set(name, values.map(follow));
}

const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/i;

interface Reading {
  readonly items: (StructuredItem & {
    readonly properties: Map<string, readonly StructuredValue[]>;
  })[];
  readonly room: Room;
}

/** Reads a value of JSON; returns the texts and the items in it. */
function readJson(value: unknown, level: number, reading: Reading): readonly StructuredValue[] {
  if (value === null || !reading.room.take()) return [];
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (typeof value !== "object" || level >= MOST_LEVELS) return [];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((each) => readJson(each, level + 1, reading));
  }
  const entries = new Map<string, unknown>(Object.entries(value));
  const literal = entries.get("@value");
  if (literal !== undefined) return readJson(literal, level + 1, reading);
  return [readObject(entries, level, reading)];
}

function readObject(
  entries: ReadonlyMap<string, unknown>,
  level: number,
  reading: Reading,
): StructuredItem {
  const properties = new Map<string, readonly StructuredValue[]>();
  const types = [entries.get("@type")].flat().filter((type) => typeof type === "string");
  const item = { types: types.map(nameOf), properties };
  reading.items.push(item);
  for (const [name, value] of entries) {
    if (name === "@type" || name === "@context") continue;
    properties.set(nameOf(name), readJson(value, level + 1, reading));
  }
  return item;
}

/** Returns a name without its vocabulary: of `https://schema.org/Event` and `schema:Event`, `Event`. */
function nameOf(name: string): string {
  return name.slice(1 + Math.max(...["/", "#", ":"].map((mark) => name.lastIndexOf(mark))));
}

/**
 * Returns the items that a page declares by microdata (HTML, "Microdata"), in the order of the page.
 * URLs are as the page has them.
 */
export function microdataItems(page: Document): readonly StructuredItem[] {
  const items: StructuredItem[] = [];
  const room = new Room(MOST_PARTS);
  const visits = new Room(MOST_VISITS);
  const letters = new Room(MOST_TEXT);
  const byId = new Map<string, Element>();
  const scopes: Element[] = [];
  for (const element of elementsOf(page.children)) {
    const { id, itemscope } = element.attribs;
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (itemscope !== undefined) scopes.push(element);
  }
  const made = new Map<Element, { types: string[]; properties: Map<string, StructuredValue[]> }>();
  for (const scope of scopes) {
    if (!room.take()) break;
    const types = wordsOf(scope.attribs["itemtype"]).map(nameOf);
    const item = { types, properties: new Map<string, StructuredValue[]>() };
    made.set(scope, item);
    items.push(item);
  }
  for (const [scope, { properties }] of made) {
    const referred = wordsOf(scope.attribs["itemref"]).flatMap((id) => byId.get(id) ?? []);
    for (const element of ownElements([...scope.children, ...referred])) {
      if (!visits.take()) return items;
      for (const name of wordsOf(element.attribs["itemprop"])) {
        if (!room.take()) return items;
        const values = properties.get(nameOf(name)) ?? [];
        const value = made.get(element) ?? valueOf(element);
        if (typeof value === "string" && !letters.take(value.length)) return items;
        values.push(value);
        properties.set(nameOf(name), values);
      }
    }
  }
  return items;
}

/** Attributes that hold the value of an element; of all others the text is the value. */
const VALUE_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["meta", "content"],
  ...["audio", "embed", "iframe", "img", "source", "track", "video"].map(
    (name) => [name, "src"] as const,
  ),
  ...["a", "area", "link"].map((name) => [name, "href"] as const),
  ["object", "data"],
  ...["data", "meter"].map((name) => [name, "value"] as const),
  ["time", "datetime"],
]);

function valueOf(element: Element): string {
  const attribute = VALUE_ATTRIBUTES.get(element.name);
  const value = attribute === undefined ? undefined : element.attribs[attribute];
  return value ?? shownText(element);
}

/** Returns the text in an element with spaces where lines, blocks and cells begin and end, without scripts and styles inside. */
export function shownText({ children }: Element): string {
  let text = "";
  for (const node of children) {
    const { name, flags } = tagKind(isTag(node) ? node.name : "");
    if ((flags & INERT) !== 0 || name === "noscript") continue;
    const space = (flags & BLOCK) !== 0 || name === "br" ? " " : "";
    text += space + (isTag(node) ? shownText(node) : textContent(node)) + space;
  }
  return text;
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? "").split(/\s+/).filter((word) => word !== "");
}

/** Returns all elements in the order of the page. */
function* elementsOf(nodes: readonly AnyNode[]): Generator<Element> {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

/** Returns the elements that belong to an item itself: what is in an inner item is that one's. */
function* ownElements(nodes: readonly AnyNode[]): Generator<Element> {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    yield node;
    if (node.attribs["itemscope"] === undefined) yield* ownElements(node.children);
  }
}

/** Returns the texts that a path of property names leads to from the items of a type. */
export function textsAt(
  items: readonly StructuredItem[],
  type: string,
  path: readonly string[],
): readonly string[] {
  let values: readonly StructuredValue[] = items.filter(({ types }) => types.includes(type));
  for (const name of path) {
    const next: StructuredValue[] = [];
    for (const value of values) {
      const found = typeof value === "string" ? [] : (value.properties.get(name) ?? []);
      // Things may refer to each other in circles.
      next.push(...found.slice(0, MOST_PARTS - next.length));
    }
    values = next;
  }
  return values.filter((value) => typeof value === "string");
}
