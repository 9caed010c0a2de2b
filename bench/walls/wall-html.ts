/** How made-up walls are written as HTML. */
import type { PageWall } from "../../lib/domain/web/walls/wall.ts";

/** A page in place of content. */
export interface MadeUpWall {
  readonly wall: PageWall;
  readonly name: string;
  readonly html: string;
}

/** Returns a page of a title, a body and more of a head. */
export const page = (title: string, body: string, head = ""): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** What asks search engines not to list a page. */
export const NOINDEX = '<meta name="robots" content="noindex,nofollow">';
/** Links of a site to its own pages. */
export const MENU = Array.from(
  { length: 9 },
  (_, n) => `<a href="/section${n}">Section number ${n}</a>`,
).join(" ");

/** Title, heading and text of a kind of wall in one language. */
export type Texts = readonly (readonly [language: string, title: string, ...lines: string[]])[];

/** Returns a page for each language: its title, and its lines, with nothing around them. */
export function plain(wall: PageWall, name: string, texts: Texts, tail = ""): MadeUpWall[] {
  return texts.map(([language, title, ...lines]) => ({
    wall,
    name: `${name}, ${language}`,
    html: page(
      title,
      `<div><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join("")}${tail}</div>`,
    ),
  }));
}
