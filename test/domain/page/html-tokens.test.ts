import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import * as fc from "fast-check";
import { Tokenizer as FastTokenizer, type TokenizerCallbacks } from "htmlparser2";
import { Tokenizer as StandardTokenizer, type TokenHandler, TokenizerMode } from "parse5";
import { openFileSource } from "../../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../../lib/adapters/warc/scan-warc.ts";
import { readRecord, storedPage } from "../../../lib/adapters/warc/stored-page.ts";
import { decodeBody } from "../../../lib/domain/page/decode-body.ts";
import { HtmlTokens } from "../../../lib/domain/page/html-tokens.ts";
import { cases, seedOf } from "../../support/slow.ts";
import { aUrl } from "./a-page.ts";

/** Elements whose content is text up to their own end tag. */
const TEXT_ELEMENTS = "iframe noembed noframes plaintext script style textarea title xmp".split(
  " ",
);

/** Elements in whose text entities are decoded. */
const DECODED: ReadonlySet<string> = new Set(["textarea", "title"]);

const TAGS = [...TEXT_ELEMENTS, ..."a b br div svg x-y SCRIPT Title titles".split(" ")];

const PIECES = [
  ..."< > / = ' \" ! ? - -- --> --!> <! <!- <!-- <!--> <!---> <!-->--> </ </> <?x> <!x> <!doctype>".split(
    " ",
  ),
  ..."[CDATA[ <![CDATA[ ]]> ]] &amp; &lt &gt=x & # ; a B é 語 1 a= b='c' d=\"e>\" =f g/".split(" "),
  ..."<!--<script> <script><!-- </script> <<a> <a<b> <br/> <br/ <a/b> <a=b>".split(" "),
  ..." ,\t,\n,\f, \n ,</script ,<a href=,<a href = 'x' b>,<a b=c/>,<a b=/>,<br / >,</p x='>'>".split(
    ",",
  ),
];

/** Closes whatever is open, but for the texts of elements. */
const END = " '\">-->x";

function pages(): fc.Arbitrary<string> {
  const tag = fc.constantFrom(...TAGS);
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    tag.map((name) => `<${name}`),
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
  );
  return fc.array(piece, { minLength: 1, maxLength: 14 }).map((parts) => parts.join("") + END);
}

/** A tag in one line; the first of two attributes with one name counts. */
function tagLine(
  name: string,
  attributes: readonly (readonly [name: string, value: string])[],
  selfClosing: boolean,
): string {
  const seen = new Map<string, string>();
  for (const [key, value] of attributes) {
    const lower = key.toLowerCase();
    if (!seen.has(lower)) seen.set(lower, value);
  }
  return JSON.stringify([name.toLowerCase(), ...seen, selfClosing]);
}

/** Adds a text to what was read; texts side by side are one. */
function addText(tokens: string[], text: string): void {
  if (text === "") return;
  const last = tokens.at(-1);
  if (last?.startsWith("text ")) tokens[tokens.length - 1] = last + text;
  else tokens.push(`text ${text}`);
}

interface Reading {
  /** Decodes entities in texts and values. */
  readonly decoded: boolean;
  readonly isForeign: boolean;
}

function tokensByDowser(html: string, { decoded, isForeign }: Reading): string[] {
  const found: string[] = [];
  let name = "";
  let attributes: [string, string][] = [];
  let content = "";
  const tokens = new HtmlTokens(html, {
    onText(start, end) {
      const text = html.slice(start, end);
      const isDecoded = decoded && (content === "" || DECODED.has(content));
      const isCdata = isForeign && html.startsWith("<![CDATA[", start - "<![CDATA[".length);
      addText(found, isDecoded && !isCdata ? decodeHTML(text) : text);
    },
    onOpenName(start, end) {
      name = html.slice(start, end);
      attributes = [];
    },
    attributes: {
      addName(start, end) {
        attributes.push([html.slice(start, end), ""]);
      },
      addValue(start, end) {
        const value = html.slice(start, end);
        const last = attributes.at(-1);
        if (last !== undefined) last[1] = decoded ? decodeHTMLAttribute(value) : value;
      },
    },
    onOpenEnd(selfClosing) {
      found.push(`open ${tagLine(name, attributes, selfClosing)}`);
      const lower = name.toLowerCase();
      content = "";
      if (isForeign || !TEXT_ELEMENTS.includes(lower)) return;
      content = lower;
      tokens.enterText(lower);
    },
    onClose(start, end) {
      content = "";
      found.push(`close ${html.slice(start, end).toLowerCase()}`);
    },
    isForeign,
  });
  tokens.read();
  return found;
}

function tokensByHtmlparser2(html: string): string[] {
  const found: string[] = [];
  let name = "";
  let attributes: [string, string][] = [];
  const ignore = (): void => {};
  const open = (selfClosing: boolean): void => {
    found.push(`open ${tagLine(name, attributes, selfClosing)}`);
  };
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => addText(found, html.slice(start, end)),
    onopentagname(start, end) {
      name = html.slice(start, end);
      attributes = [];
    },
    onattribname: (start, end) => void attributes.push([html.slice(start, end), ""]),
    onattribdata(start, end) {
      const last = attributes.at(-1);
      if (last !== undefined) last[1] = html.slice(start, end);
    },
    onopentagend: () => open(false),
    // It takes `<br / >` for self-closing, and the standard does not.
    onselfclosingtag: (end) => open(html[end - 1] === "/"),
    onclosetag: (start, end) => void found.push(`close ${html.slice(start, end).toLowerCase()}`),
    onattribend: ignore,
    onattribentity: ignore,
    ontextentity: ignore,
    oncomment: ignore,
    oncdata: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  };
  const tokenizer = new FastTokenizer({ decodeEntities: false }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

function tokensByParse5(html: string, isForeign: boolean): string[] {
  const found: string[] = [];
  const ignore = (): void => {};
  const handler: TokenHandler = {
    onStartTag({ tagName, attrs, selfClosing }) {
      const attributes = attrs.map(({ name, value }) => [name, value] as const);
      found.push(`open ${tagLine(tagName, attributes, selfClosing)}`);
      if (!isForeign && TEXT_ELEMENTS.includes(tagName)) tokenizer.state = contentMode(tagName);
    },
    onEndTag: ({ tagName }) => void found.push(`close ${tagName}`),
    onCharacter: ({ chars }) => addText(found, chars),
    onNullCharacter: ({ chars }) => addText(found, chars),
    onWhitespaceCharacter: ({ chars }) => addText(found, chars),
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
  };
  const tokenizer = new StandardTokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.inForeignNode = isForeign;
  tokenizer.write(html, true);
  return found;
}

function contentMode(name: string): (typeof TokenizerMode)[keyof typeof TokenizerMode] {
  if (name === "script") return TokenizerMode.SCRIPT_DATA;
  if (name === "plaintext") return TokenizerMode.PLAINTEXT;
  return DECODED.has(name) ? TokenizerMode.RCDATA : TokenizerMode.RAWTEXT;
}

/** What htmlparser2 reads in its own way: scripts in scripts, CDATA, and quotes in end tags. */
const OWN_WAY = /<script|\[CDATA\[|<\/[a-z][^>]*["']/i;

describe("tokens of a page", () => {
  const settings = { seed: seedOf(21), numRuns: cases(12_000, 1_000_000) };

  for (const isForeign of [false, true]) {
    const place = isForeign ? "in a drawing" : "in HTML";
    it(`The tokenizer finds the tags and texts that parse5 finds ${place}, on any page`, () => {
      const agree = (html: string): void => {
        const own = tokensByDowser(html, { decoded: true, isForeign });
        assert.deepEqual(own, tokensByParse5(html, isForeign), html);
      };
      fc.assert(fc.property(pages(), agree), settings);
    });
  }

  it("The tokenizer finds the tags and texts that htmlparser2 finds, on any page that it reads by the standard", () => {
    const agree = (html: string): void => {
      fc.pre(!OWN_WAY.test(html));
      const own = tokensByDowser(html, { decoded: false, isForeign: false });
      assert.deepEqual(own, tokensByHtmlparser2(html), html);
    };
    fc.assert(fc.property(pages(), agree), settings);
  });

  it("The tokenizer drops a tag that never ends", () => {
    const asRead = { decoded: false, isForeign: false };
    for (const tag of ["<p", "<p ", "<p/", "<p a", "<p a=", "<p a='", "<scr", "</p", "</p x"])
      assert.deepEqual(tokensByDowser(`x${tag}`, asRead), ["text x"], tag);
    for (const text of ["<", "</"])
      assert.deepEqual(tokensByDowser(`x${text}`, asRead), [`text x${text}`]);
  });
});

const CORPORA = join(import.meta.dirname, "../../../../shared/corpora");
const recordings = globSync("*/*.warc.gz", { cwd: CORPORA });
const skip = existsSync(CORPORA) ? false : "no recorded webs beside the repository";

describe("tokens of recorded pages", () => {
  it("The tokenizer finds the tags and texts that htmlparser2 finds on recorded pages", {
    skip,
  }, async () => {
    let compared = 0;
    for (const recording of recordings) {
      for await (const html of recordedPages(join(CORPORA, recording), cases(12, 400))) {
        const comparable = html.replaceAll("[CDATA[", "[cdata[");
        const own = tokensByDowser(comparable, { decoded: false, isForeign: false });
        assert.deepEqual(own, tokensByHtmlparser2(comparable));
        compared++;
      }
    }
    assert.ok(compared > 100, `only ${compared} pages were compared`);
  });
});

/** The first pages of a recording, as text. */
async function* recordedPages(file: string, most: number): AsyncIterable<string> {
  const source = openFileSource(file);
  let taken = 0;
  for await (const record of scanWarc(source, { damaged: 0, heldBytes: 0 })) {
    if (record.head.type !== "response") continue;
    const page = storedPage(aUrl("http://site.example/"), await readRecord(record, 5_000_000));
    if (page === undefined) continue;
    yield decodeBody(page.body, page.charset).text;
    taken++;
    if (taken === most) break;
  }
  source.close();
}
