/** Texts of recorded pages, taken evenly from the corpora, with the addresses that their authors made links. */
import { decodeHTMLAttribute } from "entities";
import { parsePage } from "../../lib/domain/page/parse-page.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../lib/domain/web/url/registrable-domain.ts";
import { type CorpusPage, corpusPages } from "../known-web/corpus-pages.ts";

const LIMITS = { maxLength: 5_000_000, overTime: (): boolean => false };
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

/** Reads so many pages of each corpus, or of one; names alone decide on which half a site is. */
export async function realPages(mostOfCorpus: number, only?: string): Promise<RealPage[]> {
  const pages: RealPage[] = [];
  for await (const page of corpusPages(mostOfCorpus, only)) pages.push(pageOf(page));
  return pages;
}

function pageOf({ url, html }: CorpusPage): RealPage {
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
