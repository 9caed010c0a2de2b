import { createHash } from "node:crypto";
import { escapeUTF8 } from "entities";
import { shallowParser } from "../domain/page/shallow-parser.ts";

/** Elements of a page that are shown; the others are left out, and their contents stay. */
const SHOWN = new Set(
  `article aside b blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure
  footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt ruby s samp section small
  span strong sub sup table tbody td tfoot th thead time tr u ul var a`.split(/\s+/),
);

/** Elements whose contents are no text of the page. */
const HIDDEN = new Set(
  `script style template noscript iframe frame frameset object embed applet svg math canvas audio video
  head title select textarea noembed noframes`.split(/\s+/),
);

const VOID = new Set(["br", "hr", "col"]);

/** Attributes that only say how text is read. */
const KEPT = new Set(["dir", "lang", "colspan", "rowspan"]);

/** Deepest nesting of elements shown; their contents are shown deeper, too. */
const MAX_DEPTH = 300;

/** Longest HTML that is shown, in UTF-16 units. */
const MAX_SHOWN = 2_000_000;

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:1rem;max-width:70ch;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.2rem .5rem;vertical-align:top}
pre{white-space:pre-wrap}a{text-decoration:underline}`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * Policy under which an inert page is sent: an origin of its own, no script, no form, no request.
 * Only the one style sheet that {@link inertPage} writes applies.
 */
export const INERT_POLICY = `sandbox; default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

/**
 * Returns the text and structure of a stranger's HTML as a page that cannot do anything: no script,
 * style, form, image or link is left in it.
 */
export function inertPage(html: string): string {
  const parts: string[] = [];
  const open: string[] = [];
  let hidden = 0;
  const parser = shallowParser({
    onopentag: (name, attributes) => {
      if (HIDDEN.has(name)) hidden += 1;
      if (hidden > 0 || !SHOWN.has(name) || open.length >= MAX_DEPTH) return;
      parts.push(`<${name}${keptAttributes(attributes)}>`);
      if (!VOID.has(name)) open.push(name);
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(escapeUTF8(text));
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
      if (hidden > 0 || !open.includes(name)) return;
      while (open.length > 0) {
        const last = open.pop() ?? "";
        parts.push(`</${last}>`);
        if (last === name) return;
      }
    },
  });
  parser.end(html.slice(0, MAX_SHOWN));
  const body = parts.join("");
  return `<!doctype html><meta charset="utf-8"><title>A stored page</title><style>${STYLE}</style><body>${body}${open
    .toReversed()
    .map((name) => `</${name}>`)
    .join("")}`;
}

function keptAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => KEPT.has(name))
    .map(([name, value]) => ` ${name}="${escapeUTF8(value)}"`)
    .join("");
}
