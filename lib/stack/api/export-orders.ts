import { DowserError } from "../../errors.ts";
import type { StackExport } from "../../ports/stack-state.ts";
import { type ExportForm, formOf, hasTexts } from "../export-form.ts";
import { parseReport, readRegister, writeRegister } from "../stack-registers.ts";
import type { ApiPorts } from "./api-ports.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";

/**
 * Most records of an export. The function that makes it has a quarter of an hour: a million records
 * take some seven minutes to restore, by 0.36 ms a page and link of the journal, and one to write.
 */
const MOST_RECORDS = 1_000_000;

/** Most pages of an export with texts, each read from the bucket: seven minutes at 40 ms each. */
const MOST_TEXTS = 10_000;

/** Time after which an export that is not made no longer hinders another one, in ms: the function's longest run. */
const MAKING_MS = 900_000;

/**
 * Asks for an export of the crawl so far, and starts the function that makes it. An export that is
 * not made yet is asked for again.
 * @throws DowserError `no-crawl`, `export-too-large`, `export-under-way`, `order-contended`
 */
export async function askForExport(ports: ApiPorts, form: ExportForm): Promise<StackExport> {
  const crawl = await theCrawl(ports);
  const { order } = crawl;
  refuseTooLarge(crawl, form);
  const { value, version } = await readRegister(ports.keyValueStore, "export");
  const now = ports.clock.now();
  const making = value?.crawl === order.crawl && value.parts === null ? value : undefined;
  const isAsked = making !== undefined && isSame(formOf(making), form);
  if (making !== undefined && !isAsked && now < making.at + MAKING_MS) throw underWay(making);
  const asked = isAsked ? making : askedNow(order.crawl, now, form);
  if (!isAsked && !(await writeRegister(ports.keyValueStore, "export", asked, version))) {
    throw contended(order.crawl);
  }
  await ports.callTrainer();
  return asked;
}

/**
 * Returns the last export of the crawl.
 * @throws DowserError `no-crawl`, `no-export`
 */
export async function lastExport(ports: ApiPorts): Promise<StackExport> {
  const { order } = await theCrawl(ports);
  const { value } = await readRegister(ports.keyValueStore, "export");
  if (value?.crawl === order.crawl) return value;
  throw new DowserError("no export of this crawl was asked for", {
    code: "no-export",
    reaction: "fix-config",
    value: order.crawl,
    hint: "ask for one: POST /export",
  });
}

function isSame(a: ExportForm, b: ExportForm): boolean {
  return a.format === b.format && a.targets === b.targets;
}

function askedNow(crawl: string, at: number, form: ExportForm): StackExport {
  return { crawl, at, ...form, parts: null, records: 0 };
}

function refuseTooLarge({ status }: KnownCrawl, form: ExportForm): void {
  if (status === null) return;
  const { targets } = parseReport(status.report);
  const [has, most, what] = hasTexts(form)
    ? [targets, MOST_TEXTS, "target pages with their texts"]
    : [status.listedRecords, MOST_RECORDS, "records"];
  if (has <= most) return;
  throw new DowserError(`a stack exports at most ${most} ${what}, and the crawl has ${has}`, {
    code: "export-too-large",
    reaction: "fix-config",
    value: has,
    hint: "run dowser pull, with --targets or --no-pages to copy less, then dowser export",
  });
}

function underWay({ crawl, format, targets }: StackExport): DowserError {
  return new DowserError("another export of this crawl is being made", {
    code: "export-under-way",
    reaction: "retry",
    value: { crawl, format, targets },
    hint: "ask again when GET /export says that it is done, at most a quarter of an hour later",
  });
}

function contended(crawl: string): DowserError {
  return new DowserError("another process asked for an export at the same time", {
    code: "order-contended",
    reaction: "retry",
    value: crawl,
    hint: "send the same request again",
  });
}
