import {
  type Cost,
  costOf,
  naiveCost,
  PRICES,
  standingPerMonth,
  storagePerMonth,
  withBought,
} from "../../domain/cost/cost.ts";
import { type Forecast, forecast } from "../../domain/cost/forecast.ts";
import { dollarsFor, dollarsInWords } from "../../domain/cost/spend.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { pagesAskedOf } from "../../evaluation/choose-pages.ts";
import { count, counted, dollars } from "../../evaluation/report/figure-text.ts";
import { LIKELY_TOKENS } from "../../features/assess/page-prompt.ts";
import type { ListingForm } from "../../ports/page-listing.ts";
import { inspectProject } from "../../project/load-project.ts";
import { loadOf, plannerRoom, refuseBeyondRoom, requireRoom } from "../../project/planner-room.ts";
import type { Project } from "../../project/project-schema.ts";
import {
  ASSUMED_WEB,
  FEW_WORKERS,
  IN_FLIGHT_SHARE,
  listingForm,
  MANY_WORKERS,
  STANDING_PARTS,
  type StackLimits,
  stackLimits,
  stackLimitsFor,
  stackShape,
} from "../../project/stack-limits.ts";
import { printResult } from "../print/print-line.ts";

/** The options of the command line. */
export interface EstimateOptions {
  /** Pages to fetch; the project's budget if absent. */
  readonly pages?: number | undefined;
  /** Hosts that have pages for most of the crawl; those of the seeds if absent. */
  readonly hosts?: number | undefined;
  readonly json: boolean;
}

/** The expected cost of a crawl on AWS, in dollars at list prices. */
export interface Estimate {
  readonly pages: number;
  readonly hosts: number;
  readonly minDelayMs: number;
  readonly strategy: string;
  /** About how many pages its one planner holds. */
  readonly room: number;
  /** How much the stack does at one time. */
  readonly limits: StackLimits;
  /** Form of the list of its pages. */
  readonly records: ListingForm;
  readonly cost: Cost;
  /** What the project's assessor is asked; `null` where it has none, or nothing is known of its price. */
  readonly assessor: AssessorEstimate | null;
  /** Dollars by cause. */
  readonly parts: Readonly<Record<string, number>>;
  readonly perMillionPages: number;
  readonly storagePerMonth: number;
  /** Dollars a month that the stack costs at rest beside its storage. */
  readonly atRestPerMonth: number;
  /**
   * Cost of the same crawl with one message, object and function run per page, and one row per
   * link.
   */
  readonly naive: number;
  readonly forecast: Forecast;
}

/** What an assessor is expected to be asked, and to cost. */
interface AssessorEstimate {
  readonly model: string;
  readonly pages: number;
  readonly dollars: number;
  /** The cap of the project; `null` where it has none. */
  readonly most: number | null;
}

/**
 * Runs `dowser estimate`: prints what the project's crawl would cost as a stack on AWS.
 * @throws DowserError `bad-project`, `project-unreadable`, `crawl-too-large`
 */
export async function estimateCommand(file: string, options: EstimateOptions): Promise<void> {
  const project = await inspectProject(file);
  if (options.pages === undefined) requireRoom(project);
  else refuseBeyondRoom(project.strategy.name, options.pages);
  const estimate = estimateOf(project, options);
  const text = options.json ? JSON.stringify(estimate) : formatEstimate(estimate);
  printResult(text);
}

/** Estimates the cost of a project's crawl, on an assumed web. */
export function estimateOf(
  project: Pick<
    Project,
    "seeds" | "scope" | "search" | "stack" | "budget" | "politeness" | "assessor" | "strategy"
  >,
  options: Pick<EstimateOptions, "pages" | "hosts">,
): Estimate {
  const { pages = project.budget.pages, hosts = hostsOf(project.seeds.urls) } = options;
  const { minDelayMs } = project.politeness;
  const limits =
    options.hosts === undefined ? stackLimits(project) : stackLimitsFor(project, options.hosts);
  const records = listingForm(project, pages);
  const strategy = project.strategy.name;
  const shape = stackShape(limits, records, loadOf(strategy));
  const expected = forecast({ ...ASSUMED_WEB, pages, hosts, minDelayMs }, shape);
  const ofAws = costOf(expected.usage);
  const assessor = assessorEstimate(project, pages);
  const assessorDollars = assessor?.dollars ?? 0;
  const cost = withBought(ofAws, { searchDollars: 0, assessorDollars });
  const { linksPerPage } = ASSUMED_WEB;
  return {
    pages,
    hosts,
    minDelayMs,
    strategy,
    room: plannerRoom(strategy),
    limits,
    records,
    cost,
    assessor,
    parts: {
      ...Object.fromEntries(
        Object.entries(expected.parts).map(([part, usage]) => [part, costOf(usage).total]),
      ),
      ...(assessorDollars > 0 && { assessor: assessorDollars }),
    },
    // An assessor reads so many pages and no more, however large the crawl is.
    perMillionPages: (ofAws.total / pages) * 1e6,
    atRestPerMonth: standingPerMonth(STANDING_PARTS).atRest,
    storagePerMonth: storagePerMonth(expected.pageBytes + expected.journalBytes),
    naive: naiveCost({ pages, linksPerPage, hasIndex: false }).total,
    forecast: expected,
  };
}

/** Estimates what the assessor of a project is asked in a crawl of so many pages. */
export function assessorEstimate(
  { assessor }: Pick<Project, "assessor">,
  pages: number,
): AssessorEstimate | null {
  if (assessor?.price === undefined) return null;
  const { model, price, dollars: most = null } = assessor;
  const asked = pagesAskedOf(assessor, pages);
  const likely = asked * dollarsFor(LIKELY_TOKENS, price);
  return { model, pages: asked, dollars: Math.min(likely, most ?? likely), most };
}

/** Says what an assessor is asked, and what that costs. */
export function assessorInWords({ model, pages, dollars, most }: AssessorEstimate): string {
  const cap = most === null ? "no limit but the budget's" : `at most ${dollarsInWords(most)}`;
  return `${model} reads ${counted(pages, "page")} of a crawl for about ${dollarsInWords(dollars)}, ${cap}`;
}

/** Says what a million pages of many hosts cost and take with five harvesters at one time, and with twenty. */
export function workersInWords(
  project: Parameters<typeof estimateOf>[0],
  { workers, most }: { readonly workers: number; readonly most: number | undefined },
): string {
  const words = [FEW_WORKERS, MANY_WORKERS.workers].map((number) => {
    const stack = { ...project.stack, workers: number };
    const { forecast, perMillionPages } = estimateOf({ ...project, stack }, MANY_PAGES);
    return `${number} take ${forecast.hours.toFixed(1)} hours and \$${dollars(perMillionPages)}`;
  });
  const account = most === undefined ? "" : `; the account may run ${most} functions`;
  return `${workers} at one time${account}. For a million pages of 1,000 hosts ${words.join(", ")}`;
}

/** A crawl that workers can be too few for. */
const MANY_PAGES = { pages: 1_000_000, hosts: 1_000 };

/** Formats the estimate for a terminal. */
export function formatEstimate(estimate: Estimate): string {
  const { cost, pages, hosts, minDelayMs, parts, limits } = estimate;
  const { hours, pagesPerSecond, bound, batches, trainings } = estimate.forecast;
  const grown = limits.inFlight / IN_FLIGHT_SHARE;
  const services = sharesOf(cost.services, cost.total);
  const table = formatTable(
    [{ title: "service", align: "left" }, figures("$"), figures("share")],
    [...services, ["total", dollars(cost.total), ""]],
  );
  const [largest = "", largestDollars = 0] =
    Object.entries(parts).sort(([, a], [, b]) => b - a)[0] ?? [];
  return [
    `${counted(pages, "page")} of ${counted(hosts, "host")}, ${minDelayMs} ms between two requests to a host`,
    `${hours.toFixed(1)} hours: ${counted(batches, "batch", "batches")}, ${counted(trainings, "training")}`,
    `${(pages / (hours * 3_600)).toFixed(1)} pages/s, ${pagesPerSecond.toFixed(1)} after the first ${count(grown)} pages; with more ${bound} it would be faster`,
    ...(estimate.assessor === null ? [] : [assessorInWords(estimate.assessor)]),
    `${limits.workers} workers of ${limits.harvesterMb} MB, at most ${counted(limits.inFlight, "link")} in flight`,
    `its planner holds about ${count(estimate.room)} pages with ${estimate.strategy}`,
    estimate.records === "rows"
      ? "its pages are listed as rows; packed they would be cheaper (stack.records)"
      : "its pages are listed in packed items; rows would be read by any tool (stack.records)",
    "",
    table,
    "",
    `most of it: ${largest}, \$${dollars(largestDollars)}`,
    `per million pages: \$${dollars(estimate.perMillionPages)}; with a row a link and a message a page \$${dollars(estimate.naive)} for these pages`,
    `kept in S3 afterwards: \$${dollars(estimate.storagePerMonth)} a month; the stack at rest: \$${dollars(estimate.atRestPerMonth)} a month`,
    `List prices of ${PRICES.region}, ${PRICES.month}, without free tiers; assumed, not measured:`,
    `${ASSUMED_WEB.linksPerPage} links a page, ${ASSUMED_WEB.fetchMs} ms a fetch, ${ASSUMED_WEB.storedBytesPerPage / 1_000} KB stored a page.`,
  ].join("\n");
}

function sharesOf(parts: Readonly<Record<string, number>>, total: number): string[][] {
  return Object.entries(parts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, part]) => [name, dollars(part), `${((part / total) * 100).toFixed(0)} %`]);
}

/**
 * Counts the hosts of the seeds. It fits a crawl that stays there; one that leaves has more hosts,
 * and ends sooner.
 */
function hostsOf(urls: readonly string[]): number {
  return Math.max(1, new Set(urls.map((url) => new URL(url).host)).size);
}
