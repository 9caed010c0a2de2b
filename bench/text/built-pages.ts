/** Pages of our own making whose right main text is known: short ones, lists of links, notes. */
import { LANGUAGES, type Language } from "./languages.ts";

/** A page and what of it is content. */
export interface BuiltPage {
  readonly name: string;
  readonly html: string;
  /** Texts that the main text must have, and those that it must not have. */
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Where pages hold their content. */
const HOLDERS: Readonly<Record<string, (inner: string) => string>> = {
  main: (inner) => `<main>${inner}</main>`,
  "role=main": (inner) => `<div class=c7 role=main>${inner}</div>`,
  article: (inner) => `<div><article>${inner}</article></div>`,
  "#content": (inner) => `<div id=content><div class=row>${inner}</div></div>`,
  div: (inner) => `<div class=css-1x2><div class=css-9f>${inner}</div></div>`,
  body: (inner) => inner,
  table: (inner) => `<table width=100%><tr><td class=c1>${inner}</td></tr></table>`,
  "article in main": (inner) => `<main><article>${inner}</article></main>`,
};

/** What stands around it; it is put before the content or after it. */
const AROUND: Readonly<Record<string, (words: Language) => string>> = {
  footer: ({ imprint }) => `<footer><p>${imprint}</p></footer>`,
  aside: ({ imprint }) => `<aside><h2>+</h2><p>${imprint}</p></aside>`,
  nav: ({ imprint }) => `<nav><p>${imprint}</p></nav>`,
  "page header": ({ imprint }) => `<header><div><p>${imprint}</p></div></header>`,
  "cookie note": (words) => `<div id=cookie-notice><p>${words.note}</p>${buttons(words)}</div>`,
  "unnamed note": (words) => `<div class=css-b3><p>${words.note}</p>${buttons(words)}</div>`,
  dialog: (words) => `<div role=dialog aria-modal=true><p>${words.note}</p>${buttons(words)}</div>`,
  alert: ({ note }) => `<div role=alert><p>${note}</p></div>`,
  banner: ({ note }) => `<section class="x-banner"><p>${note}</p></section>`,
  complementary: ({ imprint }) => `<div role=complementary><p>${imprint}</p></div>`,
  noscript: ({ note }) => `<noscript><p>${note}</p></noscript>`,
  form: ({ imprint }) =>
    `<form action=/list><p>${imprint}</p><input name=mail><button>OK</button></form>`,
};

function buttons({ buttons: words }: Language): string {
  return words.map((word) => `<button>${word}</button>`).join("");
}

/** Returns a page of one sentence for each holder and each thing around it, in language after language. */
export function shortPages(): BuiltPage[] {
  const pairs = Object.entries(HOLDERS).flatMap(([holder, hold]) =>
    Object.entries(AROUND).map(([what, put]) => ({ holder, hold, what, put })),
  );
  return pairs.map(({ holder, hold, what, put }, at) => {
    const words = languageAt(at);
    const content = hold(`<h1>${words.title}</h1><p>${words.content}</p>`);
    const around = put(words);
    // What browsers show first may come before or after the content.
    const isBefore = what === "page header" || (what !== "footer" && at % 2 === 0);
    const body = menu(words) + (isBefore ? around + content : content + around);
    return {
      name: `${what} beside ${holder}, ${words.tag}`,
      html: page(words, body),
      wanted: [words.content],
      unwanted: [what.includes("note") || NOTED.has(what) ? words.note : words.imprint],
    };
  });
}

const NOTED: ReadonlySet<string> = new Set(["dialog", "alert", "banner", "noscript"]);

/** Ways to write a list of links that is the content of its page. */
const LISTS: Readonly<Record<string, (links: readonly string[]) => string>> = {
  list: (links) => `<ul>${links.map((link) => `<li>${link}</li>`).join("")}</ul>`,
  cards: (links) => links.map((link) => `<div class=card>${link}</div>`).join(""),
  table: (links) => `<table>${links.map((link) => `<tr><td>${link}</td></tr>`).join("")}</table>`,
};

/** Returns pages whose content is a list of links, beside menu and imprint. */
export function hubPages(): BuiltPage[] {
  const pairs = Object.entries(HOLDERS).flatMap(([holder, hold]) =>
    Object.entries(LISTS).map(([list, put]) => ({ holder, hold, list, put })),
  );
  return pairs.map(({ holder, hold, list, put }, at) => {
    const words = languageAt(at);
    const names = Array.from({ length: 14 }, (_, index) => `${words.title} ${index + 1}`);
    const links = put(names.map((name, index) => `<a href=/item/${index}>${name}</a>`));
    const body = `${menu(words)}${hold(`<h1>${words.title}</h1>${links}`)}<footer><p>${words.imprint}</p></footer>`;
    return {
      name: `${list} in ${holder}, ${words.tag}`,
      html: page(words, body),
      wanted: names,
      unwanted: [words.imprint, words.sections.at(-1) ?? ""],
    };
  });
}

/** Returns pages on which a note is the longest text by far, before, after and within the content. */
export function notePages(): BuiltPage[] {
  return LANGUAGES.flatMap((words) => {
    const note = `${words.note} ${words.imprint} ${words.note}`;
    const content = `<h1>${words.title}</h1><p>${words.content}</p>`;
    const bodies = {
      "named, before": `<div class="cookie-banner"><p>${note}</p></div><main>${content}</main>`,
      "dialog, after": `<article>${content}</article><dialog open><p>${note}</p></dialog>`,
      "within main": `<main><div role=alert><p>${note}</p></div>${content}</main>`,
    };
    return Object.entries(bodies).map(([where, body]) => ({
      name: `${where}, ${words.tag}`,
      html: page(words, menu(words) + body),
      wanted: [words.content],
      unwanted: [words.note],
    }));
  });
}

function languageAt(at: number): Language {
  const words = LANGUAGES[(at * 7) % LANGUAGES.length];
  if (words === undefined) throw new Error("no language");
  return words;
}

function menu({ sections }: Language): string {
  const links = sections.map((name, at) => `<li><a href=/${at}>${name}</a></li>`);
  return `<nav><ul>${links.join("")}</ul></nav>`;
}

function page({ tag, title }: Language, body: string): string {
  return `<!doctype html><html lang=${tag}><head><title>${title}</title></head><body>${body}</body></html>`;
}
