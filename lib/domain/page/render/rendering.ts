/** Whether a page lacks what its scripts would add, which hosts need a browser, and how a rendering ended. */
import type { Host } from "../../web/url/url.ts";
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

// How far a page is with rendering.

/** Which pages of a host are rendered: those that need it, all, or none. */
export type HostNeed = "needed" | "always" | "never";

/** Why a page could not be rendered: the page as it was fetched is then read. */
export type RenderFailure =
  /** Its scripts kept the browser busy for as long as a page may take. */
  | "timeout"
  /** The browser, or its process for the page, ended. */
  | "crash"
  /** Its scripts made a page that is longer than a page may be. */
  | "too-large";

/** What a browser made of a fetched page, and what that cost the sites. */
export interface Rendering {
  readonly result: "rendered" | "no-more" | RenderFailure;
  /** Why it could not be rendered, in the words of the browser. */
  readonly detail: string | undefined;
  /** The page as its scripts left it, as HTML in UTF-8; `undefined` when it could not be rendered. */
  readonly html: Uint8Array | undefined;
  /** Requests that were sent for it, beside that for the page itself. */
  readonly requests: number;
  /** Bytes of their bodies. */
  readonly bytes: number;
  /** Requests that the page made and that were not sent, by the rule that refused them. */
  readonly refused: Readonly<Record<string, number>>;
  /** Time from its turn to the end, in ms. */
  readonly ms: number;
}

/** What the record of a rendered page keeps of it. */
export interface RenderingFacts extends Omit<Rendering, "html"> {
  /** Distinct links in scope that the page has only when it is rendered. */
  readonly links: number;
}

/** It may be asked for, or it was tried. A plain value, as a page may be read in another thread. */
export type RenderStep =
  | { readonly kind: "may"; readonly need: Exclude<HostNeed, "never"> }
  | { readonly kind: "tried"; readonly rendering: Omit<Rendering, "html"> };

/** Pages of a host in a row with the same answer that decide on its other pages. */
const DECIDED_BY = 3;

/** Hosts that are remembered, some megabytes; those that were asked about longest ago are forgotten. */
const MOST_HOSTS = 50_000;

interface Seen {
  /** Pages in a row that were rendered and had more, and that had no more. */
  readonly gained: number;
  readonly inVain: number;
}

/**
 * Remembers of each host what its rendered pages had more than the fetched ones. Three pages in a row that
 * had more: all pages of the host are rendered, also those with some content of their own. Three in a row
 * that had no more: none is any more.
 */
export class HostNeeds {
  readonly #seen = new Map<Host, Seen>();

  of(host: Host): HostNeed {
    const { gained, inVain } = this.#seen.get(host) ?? NOTHING_SEEN;
    if (gained >= DECIDED_BY) return "always";
    return inVain >= DECIDED_BY ? "never" : "needed";
  }

  /** Takes whether a page had more text or links by rendering it; one that could not be rendered had not. */
  note(host: Host, hasMore: boolean): void {
    const { gained, inVain } = this.#seen.get(host) ?? NOTHING_SEEN;
    this.#seen.delete(host);
    this.#seen.set(
      host,
      hasMore ? { gained: gained + 1, inVain: 0 } : { gained: 0, inVain: inVain + 1 },
    );
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_HOSTS && oldest !== undefined) this.#seen.delete(oldest);
  }
}

const NOTHING_SEEN: Seen = { gained: 0, inVain: 0 };
