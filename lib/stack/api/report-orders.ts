import { DowserError } from "../../errors.ts";
import { readRegister } from "../stack-registers.ts";
import type { StackReport, StackReportFormat } from "../stack-state.ts";
import type { ApiPorts } from "./api-ports.ts";
import { askTrainer } from "./ask-trainer.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";

/**
 * Most records of a crawl whose report a stack makes. Measured at so many, with three million links: 49 s
 * of a processor and 1,103 MB, and the function has 1,769.
 */
const MOST_RECORDS = 1_000_000;

/**
 * Most bytes of the crawl's database. The function's disk of 10 GiB has it while the report is made, beside the
 * records that the trainer reads.
 */
const MOST_BYTES = 4_294_967_296;

/**
 * Asks for a report of the crawl so far, and starts the function that makes it. A report that is not
 * made yet is asked for again.
 * @throws DowserError `no-crawl`, `report-of-recrawl`, `report-too-large`, `report-under-way`, `order-contended`
 */
export async function askForReport(
  ports: ApiPorts,
  format: StackReportFormat,
): Promise<StackReport> {
  const crawl = await theCrawl(ports);
  refuseRecrawl(crawl);
  refuseTooLarge(crawl);
  return askTrainer(ports, {
    register: "report",
    asked: { crawl: crawl.order.crawl, at: ports.clock.now(), format, key: null },
    isMade: ({ key }) => key !== null,
    isSame: (made) => made.format === format,
    underWay,
  });
}

/**
 * Returns the last report of the crawl.
 * @throws DowserError `no-crawl`, `no-report`
 */
export async function lastReport(ports: ApiPorts): Promise<StackReport> {
  const { order } = await theCrawl(ports);
  const { value } = await readRegister(ports.keyValueStore, "report");
  if (value?.crawl === order.crawl) return value;
  throw new DowserError("no report of this crawl was asked for", {
    code: "no-report",
    reaction: "fix-config",
    value: order.crawl,
    hint: "ask for one: POST /report",
  });
}

/** Its report compares each answer with those of the crawls before: these are not all in one place here. */
function refuseRecrawl({ order: { crawl, recrawlOf } }: KnownCrawl): void {
  if (recrawlOf === undefined) return;
  throw new DowserError(`a stack makes no report of a recrawl, and ${crawl} is one`, {
    code: "report-of-recrawl",
    reaction: "fix-config",
    value: crawl,
    hint: "run dowser pull --no-pages, then dowser report with the directory of the recrawl",
  });
}

function refuseTooLarge({ status, planner }: KnownCrawl): void {
  const records = status?.listedRecords ?? 0;
  // A crawl without a snapshot is small.
  const bytes = planner?.snapshots.current?.bytes ?? 0;
  if (records > MOST_RECORDS) throw tooLarge(MOST_RECORDS, "records", records);
  if (bytes > MOST_BYTES) throw tooLarge(MOST_BYTES, "bytes of pages and links", bytes);
}

function tooLarge(most: number, what: string, has: number): DowserError {
  return new DowserError(`a stack reports on at most ${most} ${what}, and the crawl has ${has}`, {
    code: "report-too-large",
    reaction: "fix-config",
    value: has,
    hint: "run dowser pull --no-pages, then dowser report",
  });
}

function underWay({ crawl, format }: StackReport): DowserError {
  return new DowserError("another report of this crawl is being made", {
    code: "report-under-way",
    reaction: "retry",
    value: { crawl, format },
    hint: "ask again when GET /report says that it is done, at most a quarter of an hour later",
  });
}
