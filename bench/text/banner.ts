import { existsSync } from "node:fs";
import { join } from "node:path";
import { openFileSource } from "../../lib/adapters/warc/gzip-member.ts";
import { scanWarc } from "../../lib/adapters/warc/scan-warc.ts";
import { readRecord, storedPage } from "../../lib/adapters/warc/stored-page.ts";
import { decodeBody } from "../../lib/domain/page/decode-body.ts";
import { parsePage } from "../../lib/domain/page/parse-page.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";

const FILE = join(import.meta.dirname, "../../../shared/corpora/usagov/usagov.warc.gz");
const LARGEST_BODY = 5_000_000;
const LIMITS = { maxLength: LARGEST_BODY, overTime: () => false };

/** The banner of that site, in its two languages. */
const BANNER =
  /official website of the United States government|sitio oficial del Gobierno de Estados Unidos|Official websites use \.gov|sitios web oficiales usan|Secure \.gov websites/i;

/** Prints how many pages of a recorded site have its banner in their main text, of all or of the first so many. */
export async function printBanner(most: number): Promise<void> {
  if (!existsSync(FILE)) return console.log(`banner: skipped, no recording at ${FILE}`);
  const source = openFileSource(FILE);
  let [pages, withBanner] = [0, 0];
  for await (const record of scanWarc(source, { damaged: 0, heldBytes: 0 })) {
    const canonical = canonicalUrl(record.head.targetUri ?? "");
    if (record.head.type !== "response" || !canonical.ok) continue;
    const page = storedPage(canonical.url, await readRecord(record, LARGEST_BODY));
    if (page === undefined) continue;
    const html = decodeBody(page.body, page.charset).text;
    const { mainText } = parsePage({ url: canonical.url, html }, LIMITS);
    pages += 1;
    if (BANNER.test(mainText)) withBanner += 1;
    if (pages >= most) break;
  }
  source.close();
  console.log(`banner of a government site in the main text: ${withBanner} of ${pages} pages`);
}
