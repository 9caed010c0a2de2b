import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { FailureReason, RefusalRule } from "../../../domain/web/http/fetch-outcome.ts";
import type { ProxyAccess } from "../../../domain/web/http/site-access.ts";
import type { AddressPace } from "./address-pace.ts";
import { openTunnel, ProxyError, type ProxyPool, proxySocketOptions } from "./proxy-tunnel.ts";
import { type AddressVerdict, judgeAddress, judgeNamedAddress } from "./public-address.ts";
import { tidyAnswers } from "./tidy-answers.ts";

/** Addresses tried per connection: one that is down must not delay a fetch for long. */
const MAX_ADDRESSES = 3;

/** The reason why no connection was made, in the terms of a fetch outcome. */
export class ConnectionRefusal extends Error {
  readonly verdict:
    | { readonly kind: "refused"; readonly rule: RefusalRule }
    | { readonly kind: "failed"; readonly reason: FailureReason; readonly isAbsent?: true };

  constructor(verdict: ConnectionRefusal["verdict"], detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = "ConnectionRefusal";
    this.verdict = verdict;
  }
}

/** The settings of a connector. */
interface ConnectorSettings {
  readonly allowLoopback: boolean;
  /** Whether the user named the server, which may then be on the user's own machine or network. */
  readonly allowOwnNetwork?: boolean;
  /** Timeout per address, in ms. */
  readonly connectTimeoutMs: number;
  readonly resolve: ResolveHost;
  /** Proxies that sockets go through; none if absent. */
  readonly proxies?: ProxyPool | undefined;
  /** Pace of new sockets by address; none wait if absent. */
  readonly pace?: AddressPace | undefined;
  /** Whether any certificate of a host name or address is taken, and any version of TLS; none if absent. */
  readonly takesAnyCertificate?: ((hostname: string) => boolean) | undefined;
  /** Called with each host name or address, and the address that a socket to it was opened to. */
  readonly onConnect?: (hostname: string, address: string) => void;
}

/**
 * Creates the function that opens every socket of the live web.
 *
 * It resolves a name once, checks the addresses, and opens the socket to an address that it
 * checked. So a second answer of the name server cannot redirect the connection. A proxy is told that
 * address, too, and not the name; only one that forwards gets the name, after the check.
 */
export function guardedConnector(settings: ConnectorSettings): buildConnector.connector {
  const common = { timeout: settings.connectTimeoutMs, allowH2: false };
  const checked = buildConnector(common);
  const unchecked = buildConnector({ ...common, ...UNCHECKED });
  return (options, callback) => {
    const isUnchecked = settings.takesAnyCertificate?.(options.hostname) === true;
    void report(openSocket(isUnchecked ? unchecked : checked, settings, options), callback);
  };
}

/** What servers need that nobody has looked after for years: any certificate, TLS 1.0, old ciphers. */
const UNCHECKED = {
  rejectUnauthorized: false,
  minVersion: "TLSv1",
  ciphers: "DEFAULT@SECLEVEL=0",
} as const;

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

async function report(opening: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  let socket: Socket;
  try {
    socket = await opening;
  } catch (error) {
    callback(asError(error), null);
    return;
  }
  callback(null, socket);
}

async function openSocket(
  connect: buildConnector.connector,
  settings: ConnectorSettings,
  options: buildConnector.Options,
): Promise<Socket> {
  const { allowLoopback, allowOwnNetwork = false } = settings;
  const judge = (address: string) =>
    allowOwnNetwork ? judgeNamedAddress(address, true) : judgeAddress(address, allowLoopback);
  const addresses = await admittedAddresses(options.hostname, settings.resolve, judge);
  const proxy = settings.proxies?.of(options.hostname);
  let last: unknown;
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      await settings.pace?.(address);
      const socket = await (proxy === undefined
        ? connectTo(connect, { ...options, hostname: address })
        : connectThrough(proxy, connect, settings, { ...options, hostname: address }));
      settings.onConnect?.(options.hostname, address);
      return socket;
    } catch (error) {
      last = error;
      if (last instanceof ProxyError) throw proxyFailed(last);
      if (last instanceof ConnectionRefusal) throw last;
      if (reasonOf(last, options.protocol) === "tls") break;
    }
  }
  const reason = reasonOf(last, options.protocol);
  const { code = "", message } = asError(last);
  if (reason === "tls" && (LASTING.test(code) || LASTING.test(message)))
    throw new ConnectionRefusal({ kind: "refused", rule: "tls" }, `${code}: ${message}`, last);
  throw new ConnectionRefusal(
    { kind: "failed", reason, ...absence(last) },
    asError(last).message,
    last,
  );
}

/**
 * Opens a socket to the address in `options` through a proxy. One that forwards http requests gets them
 * on a socket of its own.
 */
async function connectThrough(
  proxy: ProxyAccess,
  connect: buildConnector.connector,
  settings: ConnectorSettings,
  options: buildConnector.Options,
): Promise<Socket> {
  const { protocol, hostname: address } = options;
  const isTls = protocol === "https:";
  const toProxy = await connectToProxy(proxy, connect, settings);
  if (proxy.forwards && !isTls) return toProxy;
  const port = Number(options.port || (isTls ? 443 : 80));
  const end = { address, port };
  const tunnel = await openTunnel(proxy, toProxy, end, settings.connectTimeoutMs);
  return isTls ? connectTo(connect, { ...options, httpSocket: tunnel }) : tunnel;
}

async function connectToProxy(
  proxy: ProxyAccess,
  connect: buildConnector.connector,
  { resolve }: ConnectorSettings,
): Promise<Socket> {
  try {
    const judge = (address: string) => judgeNamedAddress(address, proxy.isPrivate);
    const [address = ""] = await admittedAddresses(proxy.hostname, resolve, judge);
    return await connectTo(connect, proxySocketOptions(proxy, address));
  } catch (error) {
    throw new ProxyError(proxy, asError(error).message);
  }
}

/** A proxy that fails says nothing of the host, which is asked again later. */
function proxyFailed({ message }: ProxyError): ConnectionRefusal {
  return new ConnectionRefusal({ kind: "failed", reason: "connect" }, message);
}

async function admittedAddresses(
  hostname: string,
  resolve: ResolveHost,
  judge: (address: string) => AddressVerdict,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await lookUp(hostname, resolve) : [hostname];
  const judged = addresses.map((address) => ({ address, verdict: judge(address) }));
  const open = judged.filter(({ verdict }) => verdict.isPublic).map(({ address }) => address);
  if (open.length > 0) return open;
  const reasons = judged.map(({ address, verdict }) =>
    verdict.isPublic ? address : `${address} is ${verdict.reason}`,
  );
  throw new ConnectionRefusal({ kind: "refused", rule: "address" }, reasons.join(", "));
}

async function lookUp(hostname: string, resolve: ResolveHost): Promise<readonly string[]> {
  // RFC 6761 §6.3: such a name always means loopback; name servers need not know it.
  if (isLocalhost(hostname)) return ["127.0.0.1"];
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch (error) {
    throw noAddress(asError(error).message, error);
  }
  if (addresses.length === 0) throw noAddress(`${hostname} has no address`);
  return addresses;
}

function noAddress(detail: string, cause?: unknown): ConnectionRefusal {
  return new ConnectionRefusal({ kind: "failed", reason: "dns", ...absence(cause) }, detail, cause);
}

/**
 * Codes of errors that say that no server is there: the name servers know no such name or no address
 * of it, or the address takes no connection. A name server or a network that fails says nothing.
 */
const ABSENT: ReadonlySet<string | undefined> = new Set([
  "ENOTFOUND",
  "ENODATA",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** `cause` is `undefined` where the name servers gave an empty answer. */
function absence(cause: unknown): { readonly isAbsent?: true } {
  return cause === undefined || ABSENT.has(asError(cause).code) ? { isAbsent: true } : {};
}

function isLocalhost(hostname: string): boolean {
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  return name === "localhost" || name.endsWith(".localhost");
}

function connectTo(
  connect: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  connect(options, (error, socket) => {
    // On an error undici passes no second argument, whatever its types say.
    if (error === null) resolve(tidyAnswers(socket));
    else reject(error);
  });
  return promise;
}

/**
 * Returns the failed step: over https everything that fails after the TCP connection is open is
 * TLS.
 */
function reasonOf(error: unknown, protocol: string): "connect" | "tls" {
  const { code, syscall } = asError(error);
  const isTcp = syscall === "connect" || code === "UND_ERR_CONNECT_TIMEOUT";
  return protocol === "https:" && !isTcp ? "tls" : "connect";
}

/**
 * Codes and messages of what no further try changes: a certificate that is incomplete, expired, of
 * another host or signed by nobody known, or a version of TLS that is no longer spoken.
 */
const LASTING =
  /CERT|SELF_SIGNED|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_VERSION|NO_CIPHERS|KEY_TOO_SMALL|HANDSHAKE_FAILURE|handshake failure|protocol version/;

function asError(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error));
}

/** Time for one answer of a name server, in ms, and the number of tries. */
const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;

/**
 * Returns all addresses of a host name, best first; rejects when the name has none or the query
 * fails.
 */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Creates a resolver that queries `servers` (address and port), or the system's name servers. IPv4
 * addresses come first.
 *
 * It does not use `dns.lookup`, whose getaddrinfo holds one of the four threads that files and
 * decompression need, too. So a few dead name servers would stop the whole crawl.
 */
export function dnsResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
    return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
