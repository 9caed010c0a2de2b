import { forgottenModels } from "../../crawl/crawl-rules.ts";
import { drawKey, type FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import { isWaiting } from "../../domain/frontier/link.ts";
import { FRONTIER_FULL } from "../../domain/frontier/offer-rules.ts";
import { jsonIn, sameJson } from "../../domain/json.ts";
import type {
  HostRow,
  LinkRow,
  QueueRow,
  RecordRow,
  RunTables,
  ServerRow,
} from "../../domain/measures/audit/table-evidence.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { isReadHere, type PageRecord } from "../../domain/page/page-record.ts";
import { MAX_DELAY_MS } from "../../domain/web/politeness/crawl-delay.ts";
import { MAX_RETRY_AFTER_MS } from "../../domain/web/politeness/retry.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import type { RunHistory } from "./audited-run.ts";

/** Time that fetches took, at most, that began after the last trace of a run, in ms: a page by scripts, or a PDF. */
const LONGEST_FETCH_MS = 3_600_000;

/** What the rows of a run are compared with. */
export interface TableContext {
  readonly policy: FrontierPolicy;
  readonly maxCrawlDelayMs: number;
  readonly maxRedirects: number;
  readonly events: readonly RunEvent[];
  readonly history: Pick<RunHistory, "haveForgotten" | "lastEnd" | "wereKilled">;
  /** The budget of the project. */
  readonly pages: number;
  /** The run was last at work at this moment or before, in ms since the epoch. */
  readonly until: number;
}

/** Relative difference of draw keys that two machines may compute differently. */
const KEY_TOLERANCE = 1e-12;

/**
 * Checks that the rows of the database do not contradict each other. Columns of records say what the
 * records say. A link has the columns of its state, and refers to rows that exist. Counts, delays
 * and queues of hosts follow from their links. Every model that decided something is stored.
 */
export function* auditTables(
  tables: RunTables,
  context: TableContext,
): Generator<Violation, void, undefined> {
  for (const { url, what } of faults(tables, context)) yield { check: "database", url, what };
}

interface Fault {
  readonly url: string;
  readonly what: string;
}

function* faults(tables: RunTables, context: TableContext): Generator<Fault, void, undefined> {
  const models = new Set<string>();
  let [layer, pages] = [0, 0];
  for (const row of tables.records()) {
    for (const what of faultsOfRecord(row)) yield { url: row.url, what };
    layer = Math.max(layer, row.record.layer);
    if (row.record.page !== undefined) pages += 1;
    for (const model of modelsOf(row.record)) models.add(model);
  }
  let queued = 0;
  for (const link of tables.links()) {
    if (link.state === "queued" || link.state === "postponed") queued += 1;
    for (const what of faultsOfLink(link, context)) yield { url: link.url, what };
    if (link.model !== undefined) models.add(link.model);
  }
  for (const host of tables.hosts()) {
    for (const what of faultsOfHost(host, context)) yield { url: host.host, what };
    for (const what of faultsOfPlace(host)) yield { url: host.host, what };
  }
  yield* faultsOfServers(tables, context);
  for (const queue of tables.queues()) {
    for (const what of faultsOfQueue(queue)) yield { url: queue.host, what };
  }
  yield* faultsOfModels(tables, models, context);
  for (const { name, weight } of tables.groups()) {
    if (!(weight >= 0 && weight < Infinity))
      yield { url: name, what: `is a group of weight ${weight}` };
  }
  yield* faultsOfEnd(context, { queued, pages });
  yield* faultsOfFacts(tables, layer);
  yield* faultsOfEvents(tables, context.events);
}

function* faultsOfRecord(row: RecordRow): Generator<string, void, undefined> {
  const { record } = row;
  const { page } = record;
  const columns = {
    url: [row.url, record.url],
    state: [row.state, record.state],
    reason: [row.reason, record.reason],
    is_target: [row.isTarget, page === undefined ? null : Number(page.isTarget)],
    body_bytes: [row.bodyBytes, page?.bodyBytes ?? null],
  };
  for (const [name, [column, said]] of Object.entries(columns)) {
    if (column !== said) yield `has ${name} ${column} in its row and ${said} in its record`;
  }
  if (record.host !== hostOf(record.url)) yield `is a URL of another host than ${record.host}`;
  if (page !== undefined && !(page.utility >= 0 && page.utility <= 1))
    yield `has a utility of ${page.utility}`;
  if (!(record.fetchedAt > 0 || record.fetchedAt === 0) || !(record.fetchMs >= 0))
    yield `was fetched at ${record.fetchedAt} in ${record.fetchMs} ms`;
}

function modelsOf(record: PageRecord): string[] {
  const { linkModel, page } = record;
  return page === undefined || !isReadHere(record) ? [linkModel] : [linkModel, page.model];
}

function* faultsOfLink(link: LinkRow, context: TableContext): Generator<string, void, undefined> {
  const { url, host, state, sequence } = link;
  if (host === undefined) yield "names a host that the frontier does not have";
  else if (host !== hostOf(url)) yield `is a link of the host ${host}`;
  if (!link.hasOwnHash) yield "has the hash of another URL";
  if (state === undefined) {
    yield "has no valid state";
    return;
  }
  if (link.hasReason && link.reason === undefined) yield "names a reason that is not stored";
  if (link.hasReason === (isWaiting(state) || state === "leased"))
    yield link.hasReason ? `is ${state} for a reason` : `is ${state} for no reason`;
  if (state === "cut" && link.reason !== FRONTIER_FULL) yield `is cut for ${link.reason}`;
  const hasTime = state === "postponed" || state === "leased";
  if (hasTime !== (link.notBefore !== null))
    yield `is ${state} and has ${hasTime ? "no time" : "a time"}`;
  if (state === "filtered") {
    const isBare = link.emptyColumns === OF_ADMITTED && link.snippet === null;
    if (!isBare || link.parentUrl !== null || link.parent !== undefined)
      yield "was never admitted and has columns of an admitted link";
    return;
  }
  if (link.emptyColumns > 0) yield "lacks columns of an admitted link";
  if (!(sequence >= 1)) yield `has the number ${sequence}`;
  yield* faultsOfScore(link, context.policy);
  yield* faultsOfPath(link, context);
  yield* faultsOfTries(link);
}

/** Number of columns that only admitted links have, as counted in `emptyColumns`. */
const OF_ADMITTED = 9;

function* faultsOfScore(
  { url, sequence, group, model, priority, key, snippet }: LinkRow,
  { selection, seed }: FrontierPolicy,
): Generator<string, void, undefined> {
  if (group === undefined) yield "is in a group that is not stored";
  if (model === undefined) yield "names a model that is not stored";
  if (priority === null || key === null) return;
  if (!(priority >= 0 && priority < Infinity)) yield `has a priority of ${priority}`;
  const due = drawKey(selection, seed, { url, sequence, priority });
  if (key !== due && !(Math.abs(key - due) <= KEY_TOLERANCE * Math.abs(due)))
    yield `has the draw key ${key}, its priority gives ${due}`;
  if (snippet !== null && !isJsonObject(snippet)) yield "has a snippet that is no JSON object";
}

/** Checks the path to a link. A parent may have got a shorter path since, but never a longer one. */
function* faultsOfPath(
  { depth, redirects, parent, parentUrl }: LinkRow,
  { maxRedirects }: TableContext,
): Generator<string, void, undefined> {
  if (depth === null || redirects === null) return;
  if (!isCount(depth)) yield `has a depth of ${depth}`;
  if (!isCount(redirects) || redirects > maxRedirects) yield `has ${redirects} redirects before it`;
  if (parent === undefined) {
    if (redirects > 0 && parentUrl === null) yield "is what a redirect leads to, and none does";
    return;
  }
  if (parentUrl !== null) yield "has two parents";
  const least = redirects > 0 ? parent.depth : parent.depth + 1;
  if (depth < least) yield `has depth ${depth}, and its parent ${parent.url} has ${parent.depth}`;
}

function* faultsOfTries({ state, attempts, leases }: LinkRow): Generator<string, void, undefined> {
  if (attempts === null || leases === null) return;
  if (!isCount(attempts) || !isCount(leases) || attempts > leases)
    yield `has ${attempts} failed attempts in ${leases} leases`;
  const wasLeased = state === "leased" || state === "fetched" || state === "failed";
  if (wasLeased && leases === 0) yield `is ${state} and was never leased`;
}

function* faultsOfHost(row: HostRow, context: TableContext): Generator<string, void, undefined> {
  const { policy, until } = context;
  if (!row.hasLink) yield "is a host without a link";
  if (row.isAdmitted !== Number(row.hasAdmittedLink))
    yield `is_admitted is ${row.isAdmitted}, and ${row.hasAdmittedLink ? "a" : "no"} link is admitted`;
  if (row.leased !== row.leasedLinks)
    yield `counts ${row.leased} leases, ${row.leasedLinks} of its links are leased`;
  const { availability, delayMs, baseDelayMs, crawlDelayMs, notBefore, nextAllowedAt } = row;
  if (
    ![0, 1, 2, 3, ...(policy.pagesPerSite === undefined ? [] : [4])].includes(availability) ||
    (availability === 2) !== row.leased >= policy.connectionsPerHost
  )
    yield `is ${["ready", "delayed", "busy", "parked", "full"][availability] ?? availability} with ${row.leased} leases`;
  if (!(crawlDelayMs >= 0 && crawlDelayMs <= context.maxCrawlDelayMs))
    yield `has a crawl delay of ${crawlDelayMs} ms`;
  if (baseDelayMs !== Math.max(policy.minDelayMs, crawlDelayMs))
    yield `has a base delay of ${baseDelayMs} ms with a crawl delay of ${crawlDelayMs} ms`;
  if (!(delayMs >= baseDelayMs && delayMs <= Math.max(baseDelayMs, MAX_DELAY_MS)))
    yield `has a delay of ${delayMs} ms with a base delay of ${baseDelayMs} ms`;
  if (!isCount(row.consecutiveFailures)) yield `counts ${row.consecutiveFailures} failures`;
  if (row.consecutiveFailures > 0 && delayMs <= policy.minDelayMs && delayMs < MAX_DELAY_MS)
    yield `has failed ${row.consecutiveFailures} times and is not slowed`;
  if (!(notBefore >= 0 && notBefore <= until + MAX_RETRY_AFTER_MS))
    yield `is to be left alone until ${notBefore}`;
  const latest = Math.max(notBefore, until + delayMs + LONGEST_FETCH_MS);
  if (!(nextAllowedAt >= 0 && nextAllowedAt <= latest))
    yield `may be asked at ${nextAllowedAt}, which is later than its delay allows`;
}

function* faultsOfQueue({
  group,
  head,
  key,
  isReady,
  isHostReady,
  firstLink,
  firstKey,
}: QueueRow): Generator<string, void, undefined> {
  if (head !== firstLink || key !== firstKey)
    yield `has link ${head} first in group ${JSON.stringify(group)}, which is link ${firstLink}`;
  // A queue is set aside no earlier than a draw meets it.
  if (head !== null && !isReady && isHostReady)
    yield "has a queue that is set aside, and is itself ready";
}

function* faultsOfModels(
  tables: RunTables,
  named: ReadonlySet<string>,
  { events, history: { wereKilled } }: Pick<TableContext, "events" | "history">,
): Generator<Fault, void, undefined> {
  for (const { hash, isAsHashed } of tables.models()) {
    if (!isAsHashed) yield { url: hash, what: "is the hash of another model" };
  }
  const modelsOf = (some: readonly RunEvent[]) =>
    new Set<unknown>(some.map(({ detail }) => detail["model"]));
  const trained = modelsOf(events);
  const hasTrained = events.some(({ kind }) => kind === "trained");
  // Models that knew forgotten pages are gone, and decided.
  const forgotten = forgottenModels(events);
  // A power loss takes the end of a database and leaves the log. Then a model that decided nothing
  // that is left is lost, too.
  const current = modelsOf(events.slice(events.findLastIndex(({ kind }) => kind === "started")));
  for (const hash of new Set([...named, ...current])) {
    // A seed has no model.
    if (typeof hash !== "string" || hash === "" || forgotten.has(hash)) continue;
    if (!tables.hasModel(hash))
      yield { url: hash, what: "is a model that decided and is not stored" };
    // A kill may fall between a training and its event; of the live web the next run trains on other pages.
    // Before the event of its first training a crawl draws no link.
    else if (!trained.has(hash) && (!wereKilled || !hasTrained))
      yield { url: hash, what: "is a model that no event of the log names" };
  }
}

/** Checks that the crawl has ended as its log says. */
function* faultsOfEnd(
  { history: { haveForgotten, lastEnd }, pages: budget, events }: TableContext,
  { queued, pages }: { readonly queued: number; readonly pages: number },
): Generator<Fault, void, undefined> {
  const why = lastEnd?.detail["why"];
  if (lastEnd?.kind !== "finished") return;
  if (why === "frontier-empty" && queued > 0)
    yield { url: "log.jsonl", what: `says that no link was left, and ${queued} are queued` };
  const isChanged = events.slice(events.indexOf(lastEnd)).some(({ kind }) => kind === "changed");
  if (why === "budget-pages" && pages < budget && !haveForgotten && !isChanged)
    yield { url: "log.jsonl", what: `says that ${budget} pages were fetched, there are ${pages}` };
}

/** Facts of draws by chance. */
const BY_CHANCE: ReadonlySet<string> = new Set(["chance-level", "chance-seed"]);

/** A layer may have begun without a draw from it. */
function* faultsOfFacts(tables: RunTables, drawn: number): Generator<Fault, void, undefined> {
  let begun = 0;
  for (const { name, value } of tables.facts()) {
    if (name === "layer") begun = value;
    else if (!BY_CHANCE.has(name)) yield { url: name, what: "is a fact that no crawl writes" };
  }
  if (begun !== drawn && begun !== drawn + 1)
    yield { url: "layer", what: `${begun} layers were begun, links of ${drawn} were drawn` };
}

/** Checks that events in the database, which a crawl in a stack writes, are those of the log. */
function* faultsOfEvents(
  tables: RunTables,
  events: readonly RunEvent[],
): Generator<Fault, void, undefined> {
  let count = 0;
  for (const event of tables.events()) {
    const { at, kind, detail } = event;
    if (!sameJson([at, kind, detail], timed(events[count])))
      yield { url: `event ${count + 1}`, what: "is another one in the log" };
    count += 1;
  }
}

function timed(event: RunEvent | undefined): readonly unknown[] {
  return event === undefined ? [] : [event.at, event.kind, event.detail];
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function isJsonObject(text: string): boolean {
  const value = jsonIn(text);
  return typeof value === "object" && value !== null;
}

/** What the rows of servers are compared with. */
interface ServerContext {
  readonly policy: Pick<FrontierPolicy, "minDelayMs">;
  readonly maxCrawlDelayMs: number;
  /** The run was last at work at this moment or before, in ms since the epoch. */
  readonly until: number;
}

/**
 * Checks the rows of servers: a server is one domain at an address that is stored, and counts the
 * leases of its hosts. A domain names a server of its own.
 */
function* faultsOfServers(
  tables: Pick<RunTables, "servers" | "domains">,
  context: ServerContext,
): Generator<Fault, void, undefined> {
  for (const row of tables.servers()) {
    for (const what of faultsOfServer(row, context)) yield { url: row.name, what };
  }
  for (const { domain, server } of tables.domains()) {
    if (server === undefined || !isOfDomain(server, domain))
      yield { url: domain, what: `is a domain at the server ${server}` };
  }
}

function* faultsOfServer(
  { name, address, hasAddress, nextAllowedAt, slowedMs, leased, leasedLinks, call }: ServerRow,
  { policy, maxCrawlDelayMs, until }: ServerContext,
): Generator<string, void, undefined> {
  if (hasAddress && address === undefined) yield "is a server at an address that is not stored";
  if (address !== undefined && !name.endsWith(` ${address}`)) yield `is a server at ${address}`;
  if (!hasAddress && name.includes(" ")) yield "is a server without an address";
  if (leased !== leasedLinks)
    yield `counts ${leased} leases, ${leasedLinks} links of its hosts are leased`;
  if (![0, 1, 2].includes(call)) yield `has the call ${call}`;
  if (!(slowedMs >= 0 && slowedMs <= MAX_DELAY_MS)) yield `is slowed by ${slowedMs} ms`;
  const longest = Math.max(policy.minDelayMs, maxCrawlDelayMs, MAX_DELAY_MS, MAX_RETRY_AFTER_MS);
  if (!(nextAllowedAt >= 0 && nextAllowedAt <= until + longest + LONGEST_FETCH_MS))
    yield `may be asked at ${nextAllowedAt}, which is later than any delay allows`;
}

/** Checks where a host is: at a server of its domain, and parked only at a place that calls it. */
function* faultsOfPlace({
  host,
  availability,
  server,
  parkedAt,
  isCalled,
}: HostRow): Generator<string, void, undefined> {
  if (server === undefined) yield "is at a server that is not stored";
  if (typeof server === "string" && !isOfDomain(server, registrableDomain(host)))
    yield `is at the server ${server}`;
  if ((availability === 3) !== (parkedAt !== null))
    yield parkedAt === null ? "is parked nowhere" : `is parked at ${parkedAt} and not parked`;
  if (parkedAt === undefined) yield "is parked at a place that is not stored";
  else if (parkedAt !== null && !isCalled) yield `is parked at ${parkedAt}, which calls no host`;
}

function isOfDomain(server: string, domain: string): boolean {
  return server.startsWith(`${domain} `);
}
