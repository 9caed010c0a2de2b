import { type DowserError, fail } from "../../errors.ts";
import { endedBefore } from "../earlier-crawls.ts";
import { readRegister, type StackRegisters, writeRegister } from "../stack-registers.ts";
import type { StackReport, StackReportFormat } from "../stack-state.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";
import type { ApiPorts } from "./route.ts";

/**
 * Most records of a crawl, with those that it comes back to, whose report a stack makes. Measured at so many, with three million links: 49 s
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
 * @throws DowserError `no-crawl`, `report-too-large`, `report-under-way`, `order-contended`
 */
export async function askForReport(
  ports: ApiPorts,
  format: StackReportFormat,
): Promise<StackReport> {
  const crawl = await theCrawl(ports);
  await refuseTooLarge(crawl, ports);
  return askTrainer(ports, {
    register: "report",
    asked: { crawl: crawl.order.crawl, at: ports.clock.now(), format, key: null },
    isMade: ({ key }) => key !== null,
    isSame: (made) => made.format === format,
    underWay: (other) =>
      fail("report-under-way", { value: { crawl: other.crawl, format: other.format } }),
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
  throw fail("no-report", { value: order.crawl });
}

async function refuseTooLarge(
  { status, planner }: KnownCrawl,
  { blobs }: Pick<ApiPorts, "blobs">,
): Promise<void> {
  // The report of a recrawl reads the crawls before it, too.
  const ended = planner === undefined ? [] : await endedBefore(blobs, planner);
  const before = ended.reduce((sum, each) => sum + (each.status?.listedRecords ?? 0), 0);
  const records = before + (status?.listedRecords ?? 0);
  // A crawl without a snapshot is small.
  const bytes = ended.reduce(
    (sum, { snapshot }) => sum + (snapshot?.bytes ?? 0),
    planner?.snapshots.current?.bytes ?? 0,
  );
  if (records > MOST_RECORDS)
    throw fail("report-too-large", { most: MOST_RECORDS, has: records, value: records });
  if (bytes > MOST_BYTES)
    throw fail("report-too-large/bytes", { most: MOST_BYTES, has: bytes, value: bytes });
}

/** Registers of what the trainer makes when it is asked. */
type Made = "export" | "report" | "forget";

const MADE = { export: "an export", report: "a report", forget: "to forget pages" } as const;

/** What is asked for. */
interface Asking<Name extends Made> {
  readonly register: Name;
  /** As of now; what is not made yet is asked for again instead, if it is the same. */
  readonly asked: StackRegisters[Name];
  readonly isMade: (made: StackRegisters[Name]) => boolean;
  readonly isSame: (made: StackRegisters[Name]) => boolean;
  /** Creates the error of another one that is being made. */
  readonly underWay: (other: StackRegisters[Name]) => DowserError;
}

/** Time after which what is not made no longer hinders another one, in ms: the function's longest run. */
export const MAKING_MS = 900_000;

/**
 * Asks the trainer to make something of a crawl, and starts it. What is not made yet is asked for again.
 * @throws DowserError `order-contended`, and the error of another one that is being made
 */
export async function askTrainer<Name extends Made>(
  ports: ApiPorts,
  { register, asked, isMade, isSame, underWay }: Asking<Name>,
): Promise<StackRegisters[Name]> {
  const { value, version } = await readRegister(ports.keyValueStore, register);
  const making =
    value !== undefined && value.crawl === asked.crawl && !isMade(value) ? value : undefined;
  const isAsked = making !== undefined && isSame(making);
  if (making !== undefined && !isAsked && asked.at < making.at + MAKING_MS) throw underWay(making);
  if (!isAsked && !(await writeRegister(ports.keyValueStore, register, asked, version))) {
    throw fail("order-contended/trainer", { what: MADE[register], value: asked.crawl });
  }
  await ports.callTrainer();
  return isAsked ? making : asked;
}
