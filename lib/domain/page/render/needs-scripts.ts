import type { PageView } from "../page-view.ts";

/** Most text of a page whose content may be made by its scripts, in UTF-16 units: some 60 words. */
const MOST_TEXT = 400;

/** Most links of such a page: a bare header or footer around the place of the content. */
const MOST_LINKS = 10;

/** Text with which a page without a link is empty whatever else it has, in UTF-16 units: a title line. */
const HARDLY_ANY_TEXT = 60;

/** A script that runs, other than data (`application/json`, `application/ld+json`, templates). */
const SCRIPT =
  /<script\b(?![^<>]{0,500}?\btype\s*=\s*["']?(?!module\b|(?:text|application)\/(?:javascript|ecmascript|x-javascript)\b)[^"'\s>])/i;

/** A sign that something is loading; the space behind it is not part of it. */
const LOADING = String.raw`loading(?:\s*[.…])*`;

/**
 * An element with nothing in it but white space, comments or a sign that it is loading. There is one way to read each
 * text so: two would double the time with each repetition. Tags are read up to the next mark of one.
 */
const NOTHING = String.raw`(?:\s|<!--(?:(?!-->)[^]){0,200}-->|<(?:div|span|p|i)\b[^<>]{0,200}>\s*(?:${LOADING}\s*)?</(?:div|span|p|i)>|${LOADING})*`;

/** Names that frameworks, and the programs that set up projects of theirs, give the root of a page. */
const ROOT_IDS =
  "root|app|app-root|app-container|react-root|react-app|__next|__nuxt|__layout|___gatsby|svelte|main-app|application|ember-app|mount|q-app";

const EMPTY_ROOT = new RegExp(
  String.raw`<(div|main|section)\b[^<>]{0,300}?\bid\s*=\s*["']?(?:${ROOT_IDS})["'\s>][^<>]{0,300}?>?${NOTHING}</\1>`,
  "i",
);

/** A custom element (HTML §4.13.2: its name has a hyphen) without content: `<app-root></app-root>`. */
const EMPTY_CUSTOM_ELEMENT = new RegExp(
  String.raw`<([a-z][a-z0-9]{0,30}-[a-z0-9-]{1,60})\b[^<>]{0,500}>${NOTHING}</\1>`,
  "i",
);

/** Marks of a text for browsers without scripts, and the name of the language of scripts. */
const NOSCRIPT = /<noscript\b[^<>]{0,200}>|<\/noscript|\bjavascript\b/gi;

/** Most of such a text in which the name is looked for, in UTF-16 units. */
const MOST_NOSCRIPT = 2_000;

/** Pages that have their content in other documents. */
const FRAMESET = /<frameset\b/i;

/**
 * Returns the sign that the content of a page is made by its scripts; `undefined` when it has content of
 * its own, or no script. It is told from the page as it was fetched: hardly any text and links, beside an
 * empty element for the application, a text that asks for JavaScript, or nothing at all.
 */
export function signOfMissingScripts({
  html,
  view,
}: {
  readonly html: string;
  readonly view: Pick<PageView, "text" | "anchors">;
}): string | undefined {
  const { text, anchors } = view;
  if (text.length > MOST_TEXT || anchors.length > MOST_LINKS) return undefined;
  if (!SCRIPT.test(html) || FRAMESET.test(html)) return undefined;
  if (EMPTY_ROOT.test(html)) return "an empty element for an application";
  if (EMPTY_CUSTOM_ELEMENT.test(html)) return "an empty custom element";
  if (asksForScripts(html)) return "a noscript element that asks for JavaScript";
  const isBare = text.length <= HARDLY_ANY_TEXT && anchors.length === 0;
  return isBare ? "no link and hardly any text" : undefined;
}

/** Returns whether a text for browsers without scripts names their language. */
function asksForScripts(html: string): boolean {
  let from = Number.NEGATIVE_INFINITY;
  for (const { 0: mark, index } of html.matchAll(NOSCRIPT)) {
    if (mark.startsWith("</")) from = Number.NEGATIVE_INFINITY;
    else if (mark.startsWith("<")) from = index + mark.length;
    else if (index - from <= MOST_NOSCRIPT) return true;
  }
  return false;
}
