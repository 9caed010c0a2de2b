import { fail } from "../../errors.ts";
import { type ExportForm, formOf, hasAnswers, hasTexts, isResumable } from "../export-form.ts";
import { parseReport, readRegister } from "../stack-registers.ts";
import type { StackExport } from "../stack-state.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";
import { askTrainer } from "./report-orders.ts";
import type { ApiPorts } from "./route.ts";

/**
 * Most rows of a Parquet file, which one run of the function makes: it has a quarter of an hour. Lines and WARC go on in the next run, however
 * many there are.
 */
const MOST_ROWS = 1_000_000;

/** Time after which an export that nobody makes has lost its function, in ms: it was called with the order. */
const LOST_MS = 60_000;

/** Most rows of a Parquet file with texts, each read from the bucket: seven minutes at 40 ms each. */
const MOST_TEXTS = 10_000;

/**
 * Asks for an export of the crawl so far, and starts the function that makes it. An export that is
 * not made yet is asked for again.
 * @throws DowserError `no-crawl`, `export-too-large`, `export-under-way`, `order-contended`
 */
export async function askForExport(ports: ApiPorts, form: ExportForm): Promise<StackExport> {
  const crawl = await theCrawl(ports);
  refuseTooLarge(crawl, form);
  return askTrainer(ports, {
    register: "export",
    asked: { crawl: crawl.order.crawl, at: ports.clock.now(), ...form, parts: null, records: 0 },
    isMade: ({ parts }) => parts !== null,
    isSame: (made) => isSame(formOf(made), form),
    underWay: (other) =>
      fail("export-under-way", { value: { crawl: other.crawl, ...formOf(other) } }),
  });
}

/**
 * Returns the last export of the crawl. One that is not made yet, and that no process makes, goes on.
 * @throws DowserError `no-crawl`, `no-export`
 */
export async function lastExport(ports: ApiPorts): Promise<StackExport> {
  const { order } = await theCrawl(ports);
  const { value } = await readRegister(ports.keyValueStore, "export");
  if (value?.crawl !== order.crawl) throw fail("no-export", { value: order.crawl });
  const lostAt = Math.max(value.at + LOST_MS, value.until ?? 0);
  if (value.parts === null && ports.clock.now() >= lostAt) await ports.callTrainer();
  return value;
}

/** Most pages of a WACZ: seven minutes at 40 ms each, sixteen at a time, and as long to pack them. */
const MOST_ANSWERS = 100_000;

function isSame(a: ExportForm, b: ExportForm): boolean {
  return (
    a.format === b.format &&
    a.targets === b.targets &&
    a.text === b.text &&
    a.allColumns === b.allColumns
  );
}

function refuseTooLarge({ status }: KnownCrawl, form: ExportForm): void {
  if (status === null) return;
  const { fetched, targets } = parseReport(status.report);
  if (isResumable(form)) return;
  const [has, most, what] = hasAnswers(form)
    ? [form.targets ? targets : fetched, MOST_ANSWERS, "pages as WACZ"]
    : hasTexts(form)
      ? [targets, MOST_TEXTS, "relevant pages with their texts as Parquet"]
      : [fetched, MOST_ROWS, "rows of Parquet"];
  if (has <= most) return;
  throw fail("export-too-large", { most, what, has, value: has });
}
