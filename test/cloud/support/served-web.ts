import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SiteName } from "../../../demo/demo-web.ts";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type DemoRequest, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";

/** Recorded webs, if they are in the folder next to the project. */
const FORUMS = join(import.meta.dirname, "../../../../shared/corpora/forums");
const FORUM = join(FORUMS, "dac.warc.gz");

/** Why the recorded forum is not crawled; `false` when it is there. */
export const forumSkip = existsSync(FORUM) ? false : "no recorded forum lies beside the project";

/** A web on loopback. */
export interface ServedWeb {
  readonly seeds: readonly string[];
  readonly examples: { readonly good: readonly string[]; readonly bad: readonly string[] };
  /** Every request so far, in order. */
  readonly requests: readonly DemoRequest[];
  /** URLs that robots.txt forbids. */
  readonly forbidden: ReadonlySet<string>;
  /**
   * Returns a URL with its host's name in place of the port, which changes each time it is served.
   */
  nameOf(url: string): string;
}

/** Origins that were served before: a stack knows their rules for a day, also when a port is that of another site. */
const servedBefore = new Set<string>();

/** Returns whether no web was served at these origins before; from then on one was. */
function areNew(origins: ReadonlySet<string>): boolean {
  const isNew = origins.isDisjointFrom(servedBefore);
  for (const origin of origins) servedBefore.add(origin);
  return isNew;
}

/** Serves the demo web at ports that no web had before. */
async function serveAtNewPorts(web: ReturnType<typeof generateDemoWeb>) {
  for (;;) {
    const served = await serveDemoWeb(web);
    if (areNew(new Set(served.origins.values()))) return served;
    await served.close();
  }
}

/** Serves sites of the demo web for a test; by default all but the trap, which has no end. */
export async function aServedDemo(
  test: TestContext,
  sites?: readonly SiteName[],
): Promise<ServedWeb> {
  const web = generateDemoWeb(1);
  const served = await serveAtNewPorts(web);
  test.after(() => served.close());
  const origins = [...served.origins];
  const wanted = origins.filter(([site]) => sites?.includes(site) ?? site !== "trap");
  const isWanted = (url: string) => wanted.some(([, origin]) => url.startsWith(`${origin}/`));
  return {
    seeds: served.seeds.filter(isWanted),
    examples: served.examples,
    requests: served.requests,
    forbidden: new Set(served.truth.filter(({ forbidden }) => forbidden).map(({ url }) => url)),
    nameOf: (url) =>
      origins.reduce((named, [site, origin]) => named.replaceAll(`${origin}/`, `${site}:/`), url),
  };
}

/** Serves a recorded forum for a test, as a site of loopback. */
export async function aServedForum(test: TestContext): Promise<ServedWeb> {
  const web = await openRecordedWeb([FORUM]);
  const [first = ""] = web.urls();
  const recordedOrigin = new URL(first).origin;
  const requests: DemoRequest[] = [];
  const server = createServer(async (request, response) => {
    const target = request.url ?? "/";
    requests.push({ url: origin + target, at: Date.now() });
    const url = canonicalUrl(recordedOrigin + target);
    assert.ok(url.ok);
    const outcome = await web.fetch(url.url, { bodyBytes: 10_000_000, timeoutMs: 10_000 });
    if (outcome.kind !== "page") return response.writeHead(404).end();
    const body = Buffer.from(outcome.body).toString("latin1").replaceAll(recordedOrigin, origin);
    const type = outcome.headers.find(([name]) => name === "content-type")?.[1] ?? "text/html";
    return response.writeHead(200, { "content-type": type }).end(Buffer.from(body, "latin1"));
  });
  const listen = async (): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const listening = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (areNew(new Set([listening]))) return listening;
    await new Promise((resolve) => server.close(resolve));
    return listen();
  };
  const origin = await listen();
  test.after(() => {
    server.close();
    server.closeAllConnections();
    web.close();
  });
  return {
    seeds: [`${origin}/index.html`],
    examples: { good: [], bad: [] },
    requests,
    forbidden: new Set(),
    nameOf: (url) => url.replaceAll(`${origin}/`, "forum:/"),
  };
}
