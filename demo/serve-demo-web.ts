import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { fail } from "../lib/errors.ts";
import { type TruthLine, truthOf } from "./demo-truth.ts";
import {
  type DemoPage,
  type DemoSite,
  type DemoWeb,
  demoOrigin,
  findDemoPage,
  type SiteName,
} from "./demo-web.ts";
import { errorPage } from "./html.ts";
import { renderDemoPage, withOrigins } from "./render-demo-page.ts";

/** One request that a site received. */
export interface DemoRequest {
  readonly url: string;
  /** Ms since the epoch. */
  readonly at: number;
}

/** The demo web on loopback, each site on a separate port, and therefore a separate host. */
export interface ServedDemoWeb {
  readonly origins: ReadonlyMap<SiteName, string>;
  readonly seeds: readonly string[];
  readonly examples: DemoWeb["examples"];
  readonly truth: readonly TruthLine[];
  /** Every request received so far, in order. */
  readonly requests: readonly DemoRequest[];
  /** Closes the server with every connection. */
  close(): Promise<void>;
}

/** Settings for serving the demo web. */
interface ServeOptions {
  /** Ports to listen on instead of free ones that the system picks. */
  readonly ports?: Partial<Readonly<Record<SiteName, number>>>;
  /** Called with each request before it is answered. */
  readonly onRequest?: (request: DemoRequest) => void;
}

const LOOPBACK = "127.0.0.1";

const NOT_FOUND = errorPage(404);

/** Serves a demo web until it is closed. */
export async function serveDemoWeb(
  web: DemoWeb,
  options: ServeOptions = {},
): Promise<ServedDemoWeb> {
  const requests: DemoRequest[] = [];
  const noteRequest = (request: DemoRequest): void => {
    requests.push(request);
    options.onRequest?.(request);
  };
  const origins = new Map<SiteName, string>();
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closed));
  };
  const originOf = (site: SiteName): string => origins.get(site) ?? demoOrigin(site);
  try {
    for (const site of web.sites) {
      const server = createServer(siteListener(site, originOf, noteRequest));
      const port = await listening(server, options.ports?.[site.name] ?? 0);
      servers.push(server);
      origins.set(site.name, `http://${LOOPBACK}:${port}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const served = (url: string): string => withOrigins(url, originOf);
  return {
    origins,
    seeds: web.seeds.map(served),
    examples: { good: web.examples.good.map(served), bad: web.examples.bad.map(served) },
    truth: truthOf(web, originOf),
    requests,
    close,
  };
}

/** An answer as `writeHead` takes it: alternating names and values, which Node need not copy. */
interface RawAnswer {
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer;
}

function siteListener(
  site: DemoSite,
  originOf: (site: SiteName) => string,
  noteRequest: (request: DemoRequest) => void,
): RequestListener {
  // Weak, so that pages made on request can be garbage-collected.
  const answers = new WeakMap<DemoPage, RawAnswer>();
  const asked = new Set<string>();
  return (request, response) => {
    const target = request.url ?? "/";
    noteRequest({ url: originOf(site.name) + target, at: Date.now() });
    const first = asked.has(target) ? undefined : site.firstAnswers.get(target);
    if (first !== undefined) asked.add(target);
    const page = first ?? findDemoPage(site, target) ?? NOT_FOUND;
    let answer = answers.get(page);
    if (answer === undefined) {
      answer = rawAnswer(page, originOf);
      answers.set(page, answer);
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

function rawAnswer(page: DemoPage, originOf: (site: SiteName) => string): RawAnswer {
  const { status, headers, body } = renderDemoPage(page, originOf);
  return { status, headers: [...headers.flat(), "content-length", String(body.length)], body };
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, LOOPBACK);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw fail("demo-port", { host: LOOPBACK, port, value: port }, cause);
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("not a TCP server");
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
