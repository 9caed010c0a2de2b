import { ALIAS, TwinPages } from "../../crawl/crawl-rules.ts";
import type { CompiledScope } from "../../domain/frontier/scope.ts";
import type { AuditedLink } from "../../domain/measures/audit/audit-evidence.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { feedQuotas } from "../../domain/page/feeds/feed.ts";
import {
  answerRef,
  isInStack,
  type PageRecord,
  type PageRef,
  STORED_KINDS,
  storedRef,
} from "../../domain/page/page-record.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { AuditedRun, IndexedAnswer, RunHistory } from "./audited-run.ts";

/** States in which a link has a record, if it was admitted. */
const ENDED: ReadonlySet<string> = new Set(["fetched", "refused", "failed"]);

/**
 * Checks that nothing was lost or doubled. Each URL has one row in the frontier, in one state. Each
 * completed URL has a record that says the same, and no other URL has one. Records follow each
 * other without a gap. Quotas count the links that were admitted under them. The pages of records
 * are stored where the records say, and each stored page has a record. Links refused as aliases have
 * a page under a twin name. Work that a kill left half
 * done is no violation: it is done again.
 */
export async function* auditConservation(
  run: AuditedRun,
  history: RunHistory,
  scope: CompiledScope,
): AsyncGenerator<Violation, void, undefined> {
  for await (const { url, what } of faults(run, history, scope)) {
    yield { check: "conservation", url, what };
  }
}

interface Fault {
  readonly url: string;
  readonly what: string;
}

async function* faults(
  run: AuditedRun,
  history: RunHistory,
  scope: CompiledScope,
): AsyncGenerator<Fault, void, undefined> {
  yield* faultsOfLinks(run, history, scope);
  const faultsOfAlias = aliasCheck(run, history);
  let last = 0;
  for await (const record of run.records()) {
    const { url, sequence } = record;
    if (sequence !== last + 1) {
      const [from, to] = [last + 1, sequence - 1];
      yield { url, what: `is record ${sequence}, and ${from} to ${to} are missing before it` };
    }
    last = sequence;
    for (const what of faultsOfRecord(run, history, record)) yield { url, what };
    for (const what of await faultsOfAlias(record)) yield { url, what };
  }
  for (const { kind, url } of run.indexedAnswers()) {
    const record = await run.recordOf(url);
    if (isNamed(record, kind) || isHalfDone(run.linkOf(url), history)) continue;
    const what =
      kind === "page"
        ? "is stored and has no page record"
        : "has a stored answer that its record does not name";
    yield { url, what };
  }
}

function isNamed(record: PageRecord | undefined, kind: IndexedAnswer["kind"]): boolean {
  if (record === undefined || kind === "page") return record?.page !== undefined;
  return storedRef(record, kind) !== undefined;
}

async function* faultsOfLinks(
  run: AuditedRun,
  { isIdle, wereMigrated }: RunHistory,
  scope: CompiledScope,
): AsyncGenerator<Fault, void, undefined> {
  const counted = new Map<string, CountedQuota>();
  let before: Url | undefined;
  for (const link of run.links()) {
    const { url, state } = link;
    if (url === before) yield { url, what: "is in the frontier twice" };
    before = url;
    if (link.isOrphan) yield { url, what: "was found on a page that the frontier has lost" };
    if (isIdle && state === "leased") yield { url, what: "is leased, and no crawl is at work" };
    if (!link.isAdmitted) continue;
    countQuotas(counted, link, scope);
    if (!ENDED.has(state)) continue;
    const record = await run.recordOf(url);
    if (record === undefined) yield { url, what: `is ${state} in the frontier and has no record` };
  }
  for (const { key, used } of run.quotas()) {
    const { used: admitted = 0, url = key, isOfDomain = false } = counted.get(key) ?? {};
    counted.delete(key);
    if (used > admitted || (used < admitted && !(isOfDomain && wereMigrated)))
      yield { url, what: `quota ${key} counts ${used} links, ${admitted} were admitted` };
  }
  for (const [key, { used, url, isOfDomain }] of counted) {
    if (isOfDomain && wereMigrated) continue;
    yield { url, what: `quota ${key} counts no links, ${used} were admitted` };
  }
}

/** What the admitted links use of a quota. */
interface CountedQuota {
  used: number;
  /** The first of the links. */
  readonly url: Url;
  /** The last host counted. */
  host: Host;
  /** A run that was migrated has counted fewer. */
  readonly isOfDomain: boolean;
}

/** Counts a link, whose host's links are adjacent: one entry per quota, not per link. */
function countQuotas(
  counted: Map<string, CountedQuota>,
  link: AuditedLink,
  scope: CompiledScope,
): void {
  const { url, host } = link;
  for (const { key, counts } of [...scope(link).quotas, ...feedQuotas(link)]) {
    const quota = counted.get(key);
    if (quota === undefined) {
      counted.set(key, { used: 1, url, host, isOfDomain: counts !== undefined });
    } else if (counts !== "hosts" || quota.host !== host) {
      quota.used += 1;
      quota.host = host;
    }
  }
}

function* faultsOfRecord(
  run: AuditedRun,
  history: RunHistory,
  record: PageRecord,
): Generator<string, void, undefined> {
  const { url, state, reason, location, page } = record;
  const link = run.linkOf(url);
  if (link === undefined) yield "has a record, and the frontier does not know it";
  else if (!isHalfDone(link, history) && (link.state !== state || link.reason !== reason)) {
    const [there, here] = [`${link.state}:${link.reason}`, `${state}:${reason}`];
    yield `is ${there} in the frontier and ${here} in its record`;
  }
  const isSettled = link?.state === state;
  if (isSettled && location !== undefined && run.linkOf(location) === undefined) {
    yield `redirects to ${location}, which the frontier does not know`;
  }
  if ((reason === "page") !== (page !== undefined))
    yield `ended as ${reason} and its record does not`;
  const ref = answerRef(record);
  if (ref !== undefined && isInStack(ref)) return;
  for (const kind of STORED_KINDS)
    if (isNamed(record, kind))
      yield* faultsOfPlace(run.placeOf(kind, url), storedRef(record, kind));
}

/**
 * Returns a check of records, which must be given in order: a link was refused as an alias only if
 * the records before it say so. After a kill or a repair a page may have been fetched twice, and
 * only its last body is known.
 */
function aliasCheck(
  run: AuditedRun,
  { wereKilled, wereRepaired, haveForgotten }: RunHistory,
): (record: PageRecord) => Promise<readonly string[]> {
  const twins = new TwinPages({ get: (url) => run.recordOf(url) });
  return async (record) => {
    const { url, reason, detail, sequence } = record;
    await twins.count(record, undefined);
    if (reason !== ALIAS || wereKilled || wereRepaired || haveForgotten) return [];
    const twin = await twins.fetchedTwin(url, sequence);
    if (twin !== undefined && detail !== undefined && twin.startsWith(detail)) return [];
    return [`was refused as an alias of ${detail}, which the records before it do not show`];
  };
}

function* faultsOfPlace(
  place: IndexedAnswer | undefined,
  ref: PageRef | undefined,
): Generator<string, void, undefined> {
  if (place === undefined) {
    yield "was fetched and is not among the stored pages";
    return;
  }
  const { segment, offset, length } = place;
  if (ref?.segment === segment && ref.offset === offset && ref.length === length) return;
  const said = ref === undefined ? "nowhere" : `${ref.segment}:${ref.offset}+${ref.length}`;
  yield `is stored at ${segment}:${offset}+${length}, its record says ${said}`;
}

/** Returns whether a kill came before the link was completed, so that it is fetched again. */
function isHalfDone(link: AuditedLink | undefined, { wereKilled }: RunHistory): boolean {
  if (link === undefined || link.leases === 0) return false;
  return link.state === "leased" || (wereKilled && link.state === "waiting");
}
