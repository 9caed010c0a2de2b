import { gzipSync } from "node:zlib";
import { type DemoPage, type DemoSite, demoOrigin } from "./demo-web.ts";
import { anchor, html, list, okPage, truth } from "./html.ts";
import { paragraph, paragraphs, title } from "./prose.ts";
import type { Chance } from "./random.ts";
import { TOPICS, type Topic } from "./words.ts";

/** The fault of a page, and how the page is made from a heading and paragraphs. */
interface Breakage {
  readonly name: string;
  readonly contentType?: string;
  readonly contentEncoding?: string;
  make(text: PageText): string | Uint8Array;
}

interface PageText {
  readonly heading: string;
  /** Well-formed paragraphs. */
  readonly text: string;
  /** Anchors to the next page and home. */
  readonly links: string;
}

const UTF8 = "text/html; charset=utf-8";
const DEEP_NESTING = 20_000;
const HUGE_BYTES = 6_000_000;
const GARBAGE_BYTES = 4_096;

/** Variants of each breakage, on different topics. */
const VARIANTS = 2;

const BREAKAGES: readonly Breakage[] = [
  { name: "unclosed-tags", make: unclosed },
  {
    name: "bad-nesting",
    make: ({ heading, text, links }) =>
      `<html><body><b><i><h1>${heading}</b></i></h1><table><div>${text}</table></div><a href="/"><a href="/">${links}</a></body></html>`,
  },
  {
    name: "duplicate-attributes",
    make: ({ heading, text, links }) =>
      `<html class="a" class="b"><body id=x id=y><h1 title='a' title="b>${heading}" c>${heading}</h1>${text}${links}</body></html>`,
  },
  { name: "no-html-element", make: ({ heading, text, links }) => `${heading}\n${text}\n${links}` },
  {
    name: "two-bodies",
    make: ({ heading, text, links }) =>
      `<html><head><title>${heading}<body>${text}</head><body></html><html><body>${links}`,
  },
  {
    name: "open-comment",
    make: ({ heading, text, links }) => `${html(heading, text + links)}<!-- never closed ${text}`,
  },
  {
    name: "open-script",
    make: ({ heading, text, links }) =>
      `<h1>${heading}</h1>${text}${links}<script>if (1 < 2) { document.write("<a href='/nowhere'>") `,
  },
  {
    name: "bare-ampersands",
    make: ({ heading, text, links }) =>
      html(heading, `<p>a & b &amp c &nosuch; &#xFFFFFFFF; &#0; 1 < 2 > 0</p>${text}${links}`),
  },
  {
    name: "bad-links",
    make: ({ heading, text, links }) => html(heading, `${text}${BAD_LINKS}${links}`),
  },
  {
    name: "deep-nesting",
    make: ({ heading, text, links }) =>
      `<h1>${heading}</h1>${links}${"<div>".repeat(DEEP_NESTING)}${text}`,
  },
  {
    name: "nul-characters",
    make: ({ heading, text, links }) =>
      html(`${heading}\0`, `${text.replaceAll(" the ", " the\0 ")}${links}`),
  },
  {
    name: "windows-1252-without-label",
    contentType: "text/html",
    make: (text) => toWindows1252(typographic(text, "")),
  },
  {
    name: "windows-1252-labelled-utf-8",
    contentType: UTF8,
    make: (text) => toWindows1252(typographic(text, "")),
  },
  {
    name: "windows-1252-labelled-latin-1",
    contentType: "text/html; charset=ISO-8859-1",
    make: (text) => toWindows1252(typographic(text, "")),
  },
  {
    name: "shift-jis-in-meta",
    contentType: "text/html",
    make: (text) => toShiftJis(japanese(text, '<meta charset="shift_jis">')),
  },
  {
    name: "shift-jis-in-header",
    contentType: 'text/html; charset="Shift_JIS"',
    make: (text) => toShiftJis(japanese(text, "")),
  },
  {
    name: "unknown-charset",
    contentType: "text/html; charset=x-none-such",
    make: ({ heading, text, links }) => html(heading, text + links),
  },
  {
    name: "utf-16-with-mark",
    contentType: "text/html",
    make: ({ heading, text, links }) =>
      Buffer.from(`\uFEFF${html(heading, text + links)}`, "utf16le"),
  },
  {
    name: "gzip",
    contentEncoding: "gzip",
    make: ({ heading, text, links }) => gzipSync(html(heading, text + links)),
  },
];

const BAD_LINKS = `<a>no href</a> <a href>empty</a> <a href="">self</a> <a href="#top">top</a>
<a href="javascript:void(0)">script</a> <a href="mailto:keeper@demo.example">mail</a>
<a href="http://">nothing</a> <a href="http://[::1">bracket</a> <a href="http://user:word@demo.example/">login</a>
<a href="data:text/html,hello">data</a> <a href="tel:+100">call</a>`;

/**
 * Writes a site of pages that break the expectations of parsers; some are still on the need's
 * topic.
 */
export function brokenSite(chance: Chance): DemoSite {
  const made = BREAKAGES.flatMap((breakage) =>
    Array.from({ length: VARIANTS }, (_, variant) => ({
      breakage,
      target: `/${breakage.name}-${variant + 1}.html`,
      topic: variant === 0 && chance.happens(0.5) ? "beekeeping" : chance.pick(TOPICS),
    })),
  );
  const pages = new Map<string, DemoPage>();
  for (const [at, { breakage, target, topic }] of made.entries()) {
    const next = made[at + 1]?.target ?? "/extremes.html";
    pages.set(target, brokenPage(chance, breakage, topic, next));
  }
  const targets = [...pages.keys(), "/extremes.html"];
  for (const [target, page] of extremePages(chance)) pages.set(target, page);
  const index = list(targets.map((target) => anchor(target, target.slice(1, -".html".length))));
  pages.set("/", okPage(html("Broken pages", index), truth("home")));
  return { name: "broken", pages, firstAnswers: new Map(), unlisted: () => undefined };
}

function brokenPage(chance: Chance, breakage: Breakage, topic: Topic, next: string): DemoPage {
  const body = breakage.make({
    heading: title(chance, topic),
    text: paragraphs(chance, topic, 3),
    links: `<p>${anchor(next, "Next")} ${anchor("/", "Home")}</p>`,
  });
  const headers: [string, string][] = [["content-type", breakage.contentType ?? UTF8]];
  if (breakage.contentEncoding !== undefined)
    headers.push(["content-encoding", breakage.contentEncoding]);
  return { status: 200, headers, body, truth: truth("broken", topic) };
}

function unclosed({ heading, text, links }: PageText): string {
  const open = text.replaceAll("</p>", "");
  return `<html><head><title>${heading}</title><body><h1>${heading}<ul><li>${open}<li>${links.replaceAll("</a>", "")}`;
}

function typographic({ heading, text, links }: PageText, head: string): string {
  return html(heading, `<p>“Café” – ‘naïve’ … 5 €</p>${text}${links}`, head)
    .replace('<meta charset="utf-8">', "")
    .replace('lang="en"', "");
}

function japanese({ heading, text, links }: PageText, head: string): string {
  return html(`みつばち ${heading}`, `<p>みつばちのせわをします</p>${text}${links}`, head)
    .replace('<meta charset="utf-8">', "")
    .replace('lang="en"', 'lang="ja"');
}

/** Writes pages without any topic: empty, noisy, and very long ones. */
function extremePages(chance: Chance): readonly [string, DemoPage][] {
  const noise = Uint8Array.from({ length: GARBAGE_BYTES }, () => chance.int(0, 255));
  const filler = `<p>${paragraph(chance, "history", 3)}</p>\n`;
  const huge = Buffer.alloc(HUGE_BYTES, filler);
  const targets = ["/empty.html", "/noise.html", "/huge.html", "/missing-type.html"];
  const index = list(
    [...targets, `${demoOrigin("moved")}/`].map((target) => anchor(target, target)),
  );
  const unlabelled = { status: 200, headers: [], body: filler, truth: truth("broken") };
  return [
    ["/extremes.html", okPage(html("Extremes", index), truth("home"))],
    ["/empty.html", okPage("", truth("broken"))],
    ["/noise.html", okPageOfBytes(noise)],
    ["/huge.html", okPageOfBytes(huge)],
    ["/missing-type.html", unlabelled],
  ];
}

function okPageOfBytes(body: Uint8Array): DemoPage {
  return { status: 200, headers: [["content-type", UTF8]], body, truth: truth("broken") };
}

/**
 * Windows-1252 bytes (WHATWG Encoding) for the typographic signs below; the rest must be Latin-1.
 */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map([
  ["€", 0x80],
  ["…", 0x85],
  ["‘", 0x91],
  ["’", 0x92],
  ["“", 0x93],
  ["”", 0x94],
  ["–", 0x96],
]);

const FIRST_HIRAGANA = 0x3041;
const LAST_HIRAGANA = 0x3093;

/** Shift_JIS code of the first hiragana; the others follow without a gap. */
const FIRST_HIRAGANA_SHIFT_JIS = 0x829f;

/** Encodes text for pages that are not in UTF-8, which Node can decode but not encode. */
function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => WINDOWS_1252.get(sign) ?? sign.charCodeAt(0));
}

/** Encodes ASCII and hiragana as Shift_JIS. */
function toShiftJis(text: string): Uint8Array {
  const bytes = Array.from(text).flatMap((sign) => {
    const point = sign.charCodeAt(0);
    if (point < FIRST_HIRAGANA || point > LAST_HIRAGANA) return [point];
    const code = FIRST_HIRAGANA_SHIFT_JIS + point - FIRST_HIRAGANA;
    return [code >> 8, code & 0xff];
  });
  return Uint8Array.from(bytes);
}
