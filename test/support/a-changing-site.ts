import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a changing site answers for a path. */
export interface SitePage {
  readonly body?: string | Uint8Array;
  /** Entity tag that is sent with the page; a request with it is answered by 304. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Answers every conditional request by 304, whatever has changed, with this entity tag. */
  readonly alwaysUnmodified?: string;
  readonly status?: number;
  readonly location?: string;
  /** Other headers of its answers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the site received. */
export interface SiteRequest {
  readonly path: string;
  readonly etag: string | undefined;
  readonly since: string | undefined;
}

/** A site on loopback whose pages a test changes between two crawls. */
export interface ChangingSite {
  readonly origin: string;
  readonly pages: Map<string, SitePage>;
  readonly requests: SiteRequest[];
  /** Called with each request for a page, before it is answered. */
  onRequest: (path: string) => void;
  close(): Promise<void>;
}

/** Serves the pages, and nothing for `/robots.txt` unless it is among them. */
export async function serveChangingSite(
  pages: Iterable<readonly [path: string, page: SitePage]>,
): Promise<ChangingSite> {
  const site = {
    pages: new Map(pages),
    requests: [] as SiteRequest[],
    onRequest: (_path: string) => {},
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path !== "/robots.txt") {
      const { "if-none-match": etag, "if-modified-since": since } = request.headers;
      site.requests.push({ path, etag, since });
      site.onRequest(path);
    }
    answer(site.pages.get(path), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function answer(
  page: SitePage | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (page === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    return;
  }
  const {
    body = "",
    etag,
    lastModified,
    alwaysUnmodified,
    status = 200,
    location,
    headers: others,
  } = page;
  const { "if-none-match": asked, "if-modified-since": since } = request.headers;
  const isConditional = asked !== undefined || since !== undefined;
  const headers = {
    ...others,
    ...(etag && { etag }),
    ...(lastModified && { "last-modified": lastModified }),
    ...(location && { location }),
  };
  if (isConditional && alwaysUnmodified !== undefined) {
    response.writeHead(304, { etag: alwaysUnmodified }).end();
    return;
  }
  const isSame = asked === undefined ? since === lastModified : asked === etag;
  if (isConditional && isSame) response.writeHead(304, headers).end();
  else
    response
      .writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers })
      .end(body);
}
