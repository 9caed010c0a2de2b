/** Texts of recorded pages, taken evenly from the corpora, with the addresses that their authors made links. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeHTMLAttribute } from "entities";
import { type ByteSource, openFileSource } from "../../lib/adapters/warc/gzip-member.ts";
import { type ScannedRecord, scanWarc } from "../../lib/adapters/warc/scan-warc.ts";
import { readRecord, storedPage } from "../../lib/adapters/warc/stored-page.ts";
import { decodeBody, parsePage } from "../../lib/domain/page/parse-page.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { canonicalUrl, hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../lib/domain/web/url/registrable-domain.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

const CORPORA = join(import.meta.dirname, "../../../shared/corpora");
const LARGEST_BODY = 5_000_000;
const LIMITS = { maxLength: LARGEST_BODY, overTime: (): boolean => false };
const SEED = 1;
const MAILTO = /href\s*=\s*["']?\s*mailto:([^"'?>\s]+)/gi;

/** The half of the sites with which the rules were chosen, and the one on which they are measured. */
export type Half = "chosen on" | "held back";

/** The text of a page, and what its author said is an address. */
export interface RealPage {
  /** Registrable domain. */
  readonly site: string;
  readonly half: Half;
  readonly text: string;
  /** Addresses of `mailto:` links that stand in the text, in lower case. */
  readonly linked: readonly string[];
}

/**
 * Reads so many pages of each corpus, or of one; none where there are no corpora. Names alone decide which they are, and on
 * which half a site is.
 */
export async function realPages(mostOfCorpus: number, only?: string): Promise<RealPage[]> {
  if (!existsSync(CORPORA)) return [];
  const pages: RealPage[] = [];
  const corpora = readdirSync(CORPORA).filter((corpus) => only === undefined || corpus === only);
  for (const corpus of corpora.toSorted()) {
    const files = globSync(join(CORPORA, corpus, "*.warc.gz")).toSorted();
    const mostOfFile = Math.ceil(mostOfCorpus / Math.max(1, files.length));
    for (const file of files) pages.push(...(await recordedPages(file, mostOfFile)));
    if (files.length === 0) pages.push(...articlePages(join(CORPORA, corpus), mostOfCorpus));
  }
  return pages;
}

async function recordedPages(file: string, most: number): Promise<RealPage[]> {
  const source = openFileSource(file);
  const pages: RealPage[] = [];
  for (const { url, record } of await drawnRecords(source, most)) {
    const page = storedPage(url, await readRecord(record, LARGEST_BODY));
    if (page !== undefined) pages.push(pageOf(url, decodeBody(page.body, page.charset).text));
  }
  source.close();
  return pages;
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
function articlePages(folder: string, most: number): RealPage[] {
  const truth: Readonly<Record<string, { readonly url: string }>> = JSON.parse(
    readFileSync(join(folder, "ground-truth.json"), "utf8"),
  );
  return Object.entries(truth)
    .slice(0, most)
    .flatMap(([id, { url }]) => {
      const canonical = canonicalUrl(/^https?:/.test(url) ? url : `http://${url}`);
      if (!canonical.ok) return [];
      const file = join(folder, "html", `${id}.html.gz`);
      return [pageOf(canonical.url, gunzipSync(readFileSync(file)).toString("utf8"))];
    });
}

function pageOf(url: Url, html: string): RealPage {
  const { title, text: body } = parsePage({ url, html }, LIMITS);
  const site = registrableDomain(hostOf(url));
  const text = `${title}\n${body}`;
  const lower = text.toLowerCase();
  const linked = Array.from(html.matchAll(MAILTO), ([, href = ""]) => addressOf(href));
  return {
    site,
    half: hashToUnit(SEED, site) < 0.5 ? "chosen on" : "held back",
    text,
    linked: [...new Set(linked)].filter(
      (address) => /.@./.test(address) && lower.includes(address),
    ),
  };
}

function addressOf(href: string): string {
  const text = decodeHTMLAttribute(href).toLowerCase();
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
