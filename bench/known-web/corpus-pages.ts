/** Recorded pages as HTML, taken evenly from the corpora. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type ByteSource, openFileSource } from "../../lib/adapters/warc/gzip-member.ts";
import { type ScannedRecord, scanWarc } from "../../lib/adapters/warc/scan-warc.ts";
import { readRecord, storedPage } from "../../lib/adapters/warc/stored-page.ts";
import { decodeBody } from "../../lib/domain/page/decode-body.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** Where they are: `npm run bench` is called in the repository. */
export const CORPORA = join(import.meta.dirname, "../../../shared/corpora");
/** Longest page that is read, in bytes. */
export const LARGEST_BODY = 5_000_000;
const SEED = 1;

/** A recorded page. */
export interface CorpusPage {
  /** Name of the corpus's folder. */
  readonly corpus: string;
  readonly url: Url;
  readonly html: string;
}

/**
 * Reads so many pages of each corpus, or of one; none where there are no corpora. Names alone decide which they are.
 */
export async function* corpusPages(most: number, only?: string): AsyncGenerator<CorpusPage> {
  if (!existsSync(CORPORA)) return;
  const corpora = readdirSync(CORPORA).filter((corpus) => only === undefined || corpus === only);
  for (const corpus of corpora.toSorted()) {
    const files = globSync(join(CORPORA, corpus, "*.warc.gz")).toSorted();
    const mostOfFile = Math.ceil(most / Math.max(1, files.length));
    for (const file of files)
      for await (const page of recordedPages(file, mostOfFile)) yield { corpus, ...page };
    if (files.length === 0)
      for (const page of articlePages(join(CORPORA, corpus), most)) yield { corpus, ...page };
  }
}

async function* recordedPages(file: string, most: number) {
  const source = openFileSource(file);
  for (const { url, record } of await drawnRecords(source, most)) {
    const page = storedPage(url, await readRecord(record, LARGEST_BODY));
    if (page !== undefined) yield { url, html: decodeBody(page.body, page.charset).text };
  }
  source.close();
}

async function drawnRecords(source: ByteSource, most: number) {
  const drawn: { readonly url: Url; readonly record: ScannedRecord; readonly order: number }[] = [];
  for await (const record of scanWarc(source, { damaged: 0, heldBytes: 0 })) {
    const { type, targetUri } = record.head;
    const canonical = canonicalUrl(targetUri);
    if (type === "response" && canonical.ok)
      drawn.push({ url: canonical.url, record, order: hashToUnit(SEED, targetUri) });
  }
  return drawn.toSorted((a, b) => a.order - b.order).slice(0, most);
}

/** The articles of a corpus whose pages are single files. */
function articlePages(folder: string, most: number) {
  const truth: Readonly<Record<string, { readonly url: string }>> = JSON.parse(
    readFileSync(join(folder, "ground-truth.json"), "utf8"),
  );
  return Object.entries(truth)
    .slice(0, most)
    .flatMap(([id, { url }]) => {
      const canonical = canonicalUrl(/^https?:/.test(url) ? url : `http://${url}`);
      if (!canonical.ok) return [];
      const file = join(folder, "html", `${id}.html.gz`);
      return [{ url: canonical.url, html: gunzipSync(readFileSync(file)).toString("utf8") }];
    });
}

/** A page of a WARC file, as it was answered and decoded. */
export interface FilePage {
  readonly url: Url;
  readonly body: Uint8Array;
  readonly charset: string | undefined;
  readonly html: string;
}

/** Reads the first pages of each WARC file. */
export async function* firstPages(files: readonly string[], most: number): AsyncIterable<FilePage> {
  for (const file of files) {
    const source = openFileSource(file);
    let taken = 0;
    for await (const record of scanWarc(source, { damaged: 0, heldBytes: 0 })) {
      const canonical = canonicalUrl(record.head.targetUri ?? "");
      if (record.head.type !== "response" || !canonical.ok) continue;
      const page = storedPage(canonical.url, await readRecord(record, LARGEST_BODY));
      if (page === undefined || page.body.length === 0) continue;
      const { body, charset } = page;
      yield { url: canonical.url, body, charset, html: decodeBody(body, charset).text };
      taken++;
      if (taken === most) break;
    }
    source.close();
  }
}
