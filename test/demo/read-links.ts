import { gunzipSync } from "node:zlib";
import { Parser } from "htmlparser2";
import type { DemoPage } from "../../demo/demo-web.ts";

/** What a reader of a page sees: its links, resolved, and its text. */
export interface ReadPage {
  readonly links: readonly { readonly url: string; readonly text: string }[];
  readonly text: string;
}

/** Links (`a`, `area`, frames and redirects) and text of a page, by htmlparser2. */
export function readPage(page: DemoPage, url: string): ReadPage {
  const location = page.headers.find(([name]) => name === "location")?.[1];
  if (location !== undefined) return { links: resolved([[location, ""]], url), text: "" };
  const found: [string, string][] = [];
  let text = "";
  let open: [string, string] | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const reference = attributes["href"] ?? attributes["src"];
      if (reference === undefined || !["a", "area", "frame", "iframe"].includes(name)) return;
      open = [reference, ""];
      found.push(open);
    },
    ontext(piece) {
      text += piece;
      if (open !== undefined) open[1] += piece;
    },
    onclosetag(name) {
      if (name === "a") open = undefined;
      text += " ";
    },
  });
  parser.end(decoded(page));
  return { links: resolved(found, url), text };
}

function decoded(page: DemoPage): string {
  if (typeof page.body === "string") return page.body;
  const packed = page.headers.some(([name]) => name === "content-encoding");
  const bytes = packed ? gunzipSync(page.body) : page.body;
  const label = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "latin1";
  return new TextDecoder(label).decode(bytes);
}

function resolved(found: readonly [string, string][], base: string): ReadPage["links"] {
  return found.flatMap(([reference, text]) => {
    const url = URL.parse(reference, base);
    if (url?.protocol !== "http:" || url.username !== "") return [];
    url.hash = "";
    return [{ url: url.href, text }];
  });
}
