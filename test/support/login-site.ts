import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Pages of the site besides the home page. */
export const MEMBER_PAGES = 12;

/** A text that is each page's own: what all pages of a site say is its frame. */
const textOf = (url: string) =>
  `<p>${`Bees of ${url} carry honey to the hive, and the queen lives on honey. `.repeat(20)}</p>`;
const FORM = '<title>Log in</title><form>Password: <input type="password"></form>';

/** What a request to the site had. */
export interface LoginRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/**
 * Serves a site on 127.0.0.1 that shows its pages to a session alone, and redirects others to its
 * login. A session holds for `pages` pages; `issue` begins one and returns its cookie's value. With
 * `rolls` each page replaces the value by a new one.
 */
export async function serveLoginSite({ pages = Number.POSITIVE_INFINITY, rolls = false } = {}) {
  const requests: LoginRequest[] = [];
  const values: string[] = [];
  /** Value of a session's cookie → pages that it is still shown. */
  const sessions = new Map<string, number>();
  const issue = (left = pages): string => {
    const value = `secret-${values.length}-k4v7q2x9`;
    values.push(value);
    sessions.set(value, left);
    return value;
  };

  function answer({ url = "/", headers }: IncomingMessage, response: ServerResponse): void {
    requests.push({ path: url, headers });
    if (url === "/robots.txt") {
      response.writeHead(404).end();
      return;
    }
    if (url.startsWith("/login")) {
      page(response, FORM);
      return;
    }
    const [, value = ""] = /(?:^|; )sid=([^;]*)/.exec(headers.cookie ?? "") ?? [];
    const left = sessions.get(value) ?? 0;
    if (url === "/logout") sessions.delete(value);
    if (left <= 0) {
      response.writeHead(302, { location: `/login?next=${encodeURIComponent(url)}` }).end();
      return;
    }
    sessions.set(value, left - 1);
    if (rolls) {
      sessions.delete(value);
      response.setHeader("set-cookie", [`sid=${issue(left - 1)}; Path=/; HttpOnly`]);
    }
    page(response, `<title>${url}</title>${links()}${textOf(url)}<p>This is ${url}.`);
  }

  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** All values that cookies of the site ever had. */
    values,
    issue,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function page(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "text/html" }).end(body);
}

function links(): string {
  const pages = Array.from({ length: MEMBER_PAGES }, (_, n) => `/member/${n}`);
  return ["/logout", ...pages].map((href) => `<p><a href="${href}">${href}</a>`).join("");
}
