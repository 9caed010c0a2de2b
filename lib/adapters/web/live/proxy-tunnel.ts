/** Proxies of a project: which one a host is asked through, and the tunnel to it. */
import { once } from "node:events";
import { request } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { buildConnector } from "undici";
import { hashToUnit } from "../../../domain/stats/random/random.ts";
import type { FetchOutcome } from "../../../domain/web/http/fetch-outcome.ts";
import type { ProxyAccess } from "../../../domain/web/http/site-access.ts";
import { registrableDomain } from "../../../domain/web/url/registrable-domain.ts";

/** Where a tunnel ends: an address that was checked, never a name. */
interface TunnelEnd {
  readonly address: string;
  readonly port: number;
}

/** Why a proxy opened no tunnel, in words without its user and password. */
export class ProxyError extends Error {
  constructor(proxy: ProxyAccess, why: string) {
    super(`proxy ${authorityOf(proxy.hostname, proxy.port)}: ${why}`);
    this.name = "ProxyError";
  }
}

function authorityOf(hostname: string, port: number): string {
  return `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
}

/** Returns the headers for a proxy, names and values alternating (RFC 9110 §11.7.2). */
export function proxyHeaders({ user, password }: ProxyAccess): string[] {
  if (user === undefined) return [];
  const credentials = Buffer.from(`${user}:${password ?? ""}`, "utf8").toString("base64");
  return ["proxy-authorization", `Basic ${credentials}`];
}

/** Returns the answer that a forwarding proxy passed on; its own refusal (RFC 9110 §15.5.8) is none. */
export function ofServer(proxy: ProxyAccess, answer: FetchOutcome): FetchOutcome {
  if (!("status" in answer) || answer.status !== 407) return answer;
  const { message: detail } = new ProxyError(proxy, "answered 407: it wants other credentials");
  return { kind: "failed", reason: "connect", detail };
}

/**
 * Opens a tunnel through a proxy, on a socket to it. Closes the socket when there is none.
 * @throws ProxyError
 */
export async function openTunnel(
  proxy: ProxyAccess,
  socket: Socket,
  end: TunnelEnd,
  timeoutMs: number,
): Promise<Socket> {
  const timer = setTimeout(() => {
    socket.destroy(new Error(`no tunnel after ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await (proxy.protocol === "socks5"
      ? openSocksTunnel(proxy, socket, end, timeoutMs)
      : openHttpTunnel(proxy, socket, end));
  } catch (error) {
    socket.destroy();
    if (error instanceof ProxyError) throw error;
    // The error of the SOCKS client has the password among its options: it is no cause.
    throw new ProxyError(proxy, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

async function openSocksTunnel(
  proxy: ProxyAccess,
  socket: Socket,
  { address, port }: TunnelEnd,
  timeout: number,
): Promise<Socket> {
  const { hostname: host, user, password } = proxy;
  const credentials = user === undefined ? {} : { userId: user, password: password ?? "" };
  // Loaded where it is used: most crawls have no such proxy.
  const { SocksClient } = await import("socks");
  await SocksClient.createConnection({
    command: "connect",
    destination: { host: address, port },
    proxy: { host, port: proxy.port, type: 5, ...credentials },
    existing_socket: socket,
    timeout,
  });
  return socket;
}

/** RFC 9110 §9.3.6. */
async function openHttpTunnel(
  proxy: ProxyAccess,
  socket: Socket,
  { address, port }: TunnelEnd,
): Promise<Socket> {
  const authority = authorityOf(address, port);
  const asking = request({
    method: "CONNECT",
    path: authority,
    headers: ["host", authority, ...proxyHeaders(proxy)],
    createConnection: () => socket,
  });
  asking.end();
  const [{ statusCode }, , early] = await once(asking, "connect");
  if (statusCode < 200 || statusCode > 299)
    throw new ProxyError(proxy, `answered ${statusCode} to CONNECT`);
  if (early.length > 0) socket.unshift(early);
  return socket;
}

/** Returns what a connector needs to open a socket to an address of a proxy. */
export function proxySocketOptions(
  { protocol, hostname, port }: ProxyAccess,
  address: string,
): buildConnector.Options {
  const isTls = protocol === "https";
  return {
    hostname: address,
    host: hostname,
    protocol: isTls ? "https:" : "http:",
    port: String(port),
    ...(isTls ? { servername: hostname } : {}),
  };
}

/** Chooses the proxy of each host. */
export interface ProxyPool {
  /** Returns the proxy that a host is always asked through. */
  of(hostname: string): ProxyAccess | undefined;
}

/**
 * Distributes the hosts over the proxies. All hosts of a registrable domain stay on one, in every run:
 * their delays mean something only where one address asks. A proxy that is added or removed moves
 * only its own share of the hosts (rendezvous hashing).
 */
export function createProxyPool(proxies: readonly ProxyAccess[]): ProxyPool {
  const named = proxies.map((proxy) => ({ proxy, name: `${proxy.hostname}:${proxy.port}` }));
  return {
    of(hostname) {
      const domain = registrableDomain(hostname);
      let [best, most] = [undefined as ProxyAccess | undefined, -1];
      for (const { proxy, name } of named) {
        const rank = hashToUnit(0, `${name} ${domain}`);
        if (rank > most) [best, most] = [proxy, rank];
      }
      return best;
    },
  };
}
