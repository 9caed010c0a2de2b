/** The live web: fetches under the rules of a project, with its gate and its sitemaps. */
import { LRUCache } from "lru-cache";
import { Agent } from "undici";
import type { FileNeed } from "../../../domain/methods/strategy.ts";
import { fileTypeOf } from "../../../domain/methods/wanted-file.ts";
import { MAX_HEAD_BYTES } from "../../../domain/web/http/answer-head.ts";
import type { FetchLimits, FetchOutcome } from "../../../domain/web/http/fetch-outcome.ts";
import type { ProxyAccess } from "../../../domain/web/http/site-access.ts";
import { isPageType, isVague } from "../../../domain/web/http/sniff-type.ts";
import {
  conditionalHeaders,
  isOfSamePage,
  type Validators,
} from "../../../domain/web/http/validators.ts";
import { compileHostRule, hostName, hostOf } from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import { fail } from "../../../errors.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { HostGate } from "../../../ports/host-gate.ts";
import type { RobotsCache } from "../../../ports/robots-cache.ts";
import type { Web } from "../../../ports/web.ts";
import { type AddressPace, createAddressPace } from "./address-pace.ts";
import { exchange, type WorthOf } from "./exchange.ts";
import { dnsResolver, guardedConnector, type ResolveHost } from "./guarded-connector.ts";
import { ofServer, type ProxyPool, proxyHeaders } from "./proxy-tunnel.ts";
import { blockedPort } from "./public-address.ts";
import { createRobotsGate, type RobotsGateSettings } from "./robots-gate.ts";
import { AskedCookies, type Sessions } from "./sessions.ts";

/** Time for one connection attempt, including TLS, in ms: slower servers are no use to a crawl. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Idle connections close after this, in ms; servers commonly close theirs after 5 s. */
const KEEP_ALIVE_MS = 4_000;

/**
 * Longest time that an idle connection is kept when its server offers more, in ms: sockets are few.
 */
const KEEP_ALIVE_MAX_MS = 15_000;

/** Hosts in memory with what is known of them, some megabyte: only those being asked are looked up. */
const MOST_HOSTS = 10_000;

/** Ends the Accept header. Robots.txt files and sitemaps are requested with the same header. */
const ACCEPT_ANY = "*/*;q=0.1";
const ACCEPT_ENCODING = "gzip, deflate, br, zstd";
const ACCEPT_LANGUAGE = "*";

/** Printable ASCII: other characters could end the header. */
const HEADER_VALUE = /^[ -~]+$/;

/** The settings of the live web. */
export interface LiveWebSettings {
  /** Value of the User-Agent header: product token, version and a contact for site owners. */
  readonly userAgent: string;
  /** Admits 127.0.0.0/8, ::1 and names under `localhost`: for tests and the demo only. */
  readonly allowLoopback: boolean;
  /** Hosts, with their subdomains, whose certificates are not checked; none if absent. */
  readonly allowInvalidCertificates?: readonly string[];
  /**
   * Media types, in lower case, that are requested and whose bodies are read; others are refused
   * unread.
   */
  readonly acceptMediaTypes: readonly string[];
  /** Files that are taken besides; their bodies are not read when they are only asked for. */
  readonly files?: FileNeed | undefined;
  /** Sessions of sites; none are sent anything of their own if absent. */
  readonly sessions?: Sessions | undefined;
  /** Proxies that all requests go through; none if absent. */
  readonly proxies?: ProxyPool | undefined;
  /** Pace of new sockets by address; none wait if absent. */
  readonly pace?: AddressPace;
  /** Most open sockets per origin; 1 if not given. */
  readonly connectionsPerOrigin?: number;
  readonly connectTimeoutMs?: number;
  /** Name lookup; the system's name servers if not given. */
  readonly resolve?: ResolveHost;
  /** Returns ms since the epoch, for reading Retry-After dates. */
  readonly now?: () => number;
}

/** The live web, with its sockets. */
export interface LiveWeb extends Web {
  /** The same sockets and guards for every media type: for robots.txt files and sitemaps. */
  readonly anyMediaType: Web;
  /** Ends all running requests and closes every socket. */
  close(): Promise<void>;
}

/**
 * Opens the live web: HTTP/1.1 by undici, one request at a time on each connection. It sends cookies
 * only to sites with a session, and to those that redirect back until they have theirs; it follows no
 * redirects, and never connects to an address that is not public.
 */
export function createLiveWeb(settings: LiveWebSettings): LiveWeb {
  const headers = requestHeaders(settings);
  const connections = new Connections();
  const agent = openAgent(settings, connections.add);
  /** Hosts that refuse HEAD: the answer to GET is as good, when its body is not read. */
  const withoutHead = new LRUCache<string, true>({ max: MOST_HOSTS });
  const now = settings.now ?? Date.now;
  const accepted = new Set(settings.acceptMediaTypes);
  const { files, sessions, proxies } = settings;
  const takesMore =
    files?.fetch === true || settings.acceptMediaTypes.some((type) => !isPageType(type));
  const cookies = new AskedCookies();

  /** Returns the proxy that is asked for a page by its URL; `undefined` where there is none. */
  function forwarderOf(url: Url): ProxyAccess | undefined {
    if (proxies === undefined || !url.startsWith("http:")) return undefined;
    const proxy = proxies.of(nameOf(hostOf(url)));
    return proxy?.forwards === true ? proxy : undefined;
  }

  function view(worthOf: WorthOf): Web {
    return {
      identify: (url: Url): Url => url,
      addressOf: (host) => connections.addressOf(host),
      async fetch(
        url: Url,
        limits: FetchLimits,
        asked = "GET",
        validators?: Validators,
      ): Promise<FetchOutcome> {
        const host = hostOf(url);
        const port = blockedPort(host);
        if (port !== undefined) return { kind: "refused", rule: "port", detail: String(port) };
        const method = withoutHead.has(host) ? "GET" : asked;
        const session = sessions?.of(url);
        const proxy = forwarderOf(url);
        const sent = [
          ...headers,
          ...(session?.headers(url) ?? cookies.headers(url)),
          ...(validators === undefined ? [] : conditionalHeaders(validators)),
          ...(proxy === undefined ? [] : proxyHeaders(proxy)),
        ];
        const isForwarded = proxy !== undefined;
        const isConditional = validators !== undefined;
        const isReused = connections.reuse(host);
        const asking = { url, isForwarded, isConditional, isReused, method, headers: sent };
        const answer = await exchange(agent, { ...asking, limits, worthOf, now });
        const ofSite = proxy === undefined ? answer : ofServer(proxy, answer);
        const outcome = wholeIfOther(ofSite, validators);
        if (outcome.kind === "get-needed" && outcome.status >= 400) withoutHead.set(host, true);
        return (session ?? cookies).learn(url, outcome);
      },
    };
  }

  return {
    ...view((answer) => {
      if (fileTypeOf(files, answer) !== undefined) return files?.fetch === false ? "head" : "body";
      if (answer.mediaType === "" || accepted.has(answer.mediaType)) return "body";
      return takesMore && isVague(answer.mediaType) ? "start" : "nothing";
    }),
    anyMediaType: view(() => "body"),
    close: () => agent.destroy(),
  };
}

/** The connections to each host so far. */
class Connections {
  readonly #hosts = new LRUCache<string, { address: string; opened: number }>({ max: MOST_HOSTS });

  readonly add = (hostname: string, address: string): void => {
    this.#hosts.set(hostname, { address, opened: this.#opened(hostname) + 1 });
  };

  /** Returns the address of the last connection to a host. */
  addressOf(host: Host): string | undefined {
    return this.#hosts.get(nameOf(host))?.address;
  }

  /** Returns whether a request that begins now went over a connection that was there, for when it has ended. */
  reuse(host: Host): () => boolean {
    const before = this.#opened(nameOf(host));
    return () => before > 0 && this.#opened(nameOf(host)) === before;
  }

  #opened(hostname: string): number {
    return this.#hosts.get(hostname)?.opened ?? 0;
  }
}

/** Returns a host's name as a socket has it: without port, and an IPv6 address without brackets. */
function nameOf(host: Host): string {
  return hostName(host).replace(/^\[|\]$/g, "");
}

/** A 304 answer that is of another version of the page decides nothing: the page is asked for whole. */
function wholeIfOther(outcome: FetchOutcome, asked: Validators | undefined): FetchOutcome {
  if (outcome.kind !== "not-modified" || asked === undefined) return outcome;
  return isOfSamePage(outcome.headers, asked) ? outcome : { ...outcome, kind: "get-needed" };
}

function openAgent(
  settings: LiveWebSettings,
  onConnect: (hostname: string, address: string) => void,
): Agent {
  return new Agent({
    connect: guardedConnector({
      allowLoopback: settings.allowLoopback,
      connectTimeoutMs: settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      resolve: settings.resolve ?? dnsResolver(),
      proxies: settings.proxies,
      takesAnyCertificate: compileHostRule(settings.allowInvalidCertificates ?? []),
      pace: settings.pace,
      onConnect,
    }),
    connections: settings.connectionsPerOrigin ?? 1,
    // One request at a time needs no multiplexing, and HTTP/2 would double what a server can send.
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    // One timer bounds the whole exchange; see exchange.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Returns alternating names and values, the form that undici sends without further checks. */
function requestHeaders(settings: LiveWebSettings): string[] {
  if (!HEADER_VALUE.test(settings.userAgent)) {
    throw fail("user-agent-malformed", { value: settings.userAgent });
  }
  return [
    "user-agent",
    settings.userAgent,
    "accept",
    [...settings.acceptMediaTypes, ACCEPT_ANY].join(","),
    "accept-encoding",
    ACCEPT_ENCODING,
    "accept-language",
    ACCEPT_LANGUAGE,
  ];
}

/** The settings of a crawl on the live web, as in its project file. */
interface LiveCrawlSettings {
  /** Product name and version with the contact for site owners. */
  readonly identifiedUserAgent: string;
  /** Name of this crawler in robots.txt files. */
  readonly productToken: string;
  readonly allowLoopback: boolean;
  /** Hosts whose certificates are not checked. */
  readonly allowInvalidCertificates: readonly string[];
  readonly connectionsPerHost: number;
  readonly mediaTypes: readonly string[];
  /** Files that the need asks for. */
  readonly files: FileNeed | undefined;
  /** What sites with a session are sent. */
  readonly sessions?: Sessions | undefined;
  /** Proxies that requests go through. */
  readonly proxies?: ProxyPool | undefined;
  readonly minDelayMs: number;
  readonly minDelayPerAddressMs: number;
  readonly maxCrawlDelayMs: number;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  readonly purpose?: RobotsGateSettings["purpose"];
  /** Cache of robots rules shared with other crawlers. */
  readonly sharedCache?: RobotsCache;
  /** Called with the outcome of each request for rules. */
  readonly onAnswer?: RobotsGateSettings["onAnswer"];
}

/**
 * Opens the live web with its gate: the gate sends its requests through the same sockets and
 * guards.
 */
export function openLiveCrawlWeb(settings: LiveCrawlSettings): { web: LiveWeb; gate: HostGate } {
  const { productToken, minDelayMs, maxCrawlDelayMs, clock, sharedCache, onAnswer, purpose } =
    settings;
  const web = createLiveWeb({
    userAgent: settings.identifiedUserAgent,
    allowLoopback: settings.allowLoopback,
    allowInvalidCertificates: settings.allowInvalidCertificates,
    acceptMediaTypes: settings.mediaTypes,
    files: settings.files,
    sessions: settings.sessions,
    proxies: settings.proxies,
    connectionsPerOrigin: settings.connectionsPerHost,
    // As in the frontier, an address is never asked less often than the only host at it would be.
    pace: createAddressPace(Math.min(settings.minDelayPerAddressMs, minDelayMs), clock),
  });
  const gate = createRobotsGate({
    web: web.anyMediaType,
    clock,
    productToken,
    minDelayMs,
    maxCrawlDelayMs,
    purpose,
    ...(sharedCache === undefined ? {} : { sharedCache }),
    ...(onAnswer === undefined ? {} : { onAnswer }),
  });
  return { web, gate };
}
