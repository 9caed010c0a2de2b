import { safeText } from "../domain/text/safe-text.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import { inspectProject } from "../project/load-project.ts";
import { pageSource } from "../run/input/crawl-inputs.ts";
import { readPage } from "../run/input/read-page.ts";
import { EXIT } from "../run/print/print-error.ts";
import { openWeb } from "../run/web/open-web.ts";

/** Most seeds that are asked: a list has more than anybody waits for. */
const MOST_ASKED = 20;

/**
 * Asks each seed of a project file once, of a long list the first ones, politely, and prints whether it answers with a page that
 * robots.txt allows. Returns the exit code: 3 when no seed does.
 * @throws DowserError `contact-missing`, and the errors of {@link inspectProject}
 */
export async function checkSeeds(file: string, print: (line: string) => void): Promise<number> {
  const project = await inspectProject(file);
  const opened = await openWeb(project, []);
  try {
    const source = pageSource(project, opened);
    let pages = 0;
    const { urls } = project.seeds;
    for (const seed of urls.slice(0, MOST_ASKED)) {
      const parsed = canonicalUrl(seed);
      const reading = parsed.ok
        ? await readPage(parsed.url, source)
        : { kind: "unread" as const, reason: parsed.reason };
      if (reading.kind === "page") pages += 1;
      const says =
        reading.kind === "page"
          ? `answers with a page: ${JSON.stringify(reading.view.title)}`
          : (UNREAD.get(reading.reason) ?? reading.reason);
      print(safeText(`seed ${seed} ${says}`));
    }
    if (urls.length > MOST_ASKED)
      print(`the first ${MOST_ASKED} of ${urls.length.toLocaleString("en")} seeds were asked`);
    return pages === 0 ? EXIT.noPage : EXIT.ok;
  } finally {
    await opened.close();
  }
}

/** Why a seed gave no page, by the word of the gate or of the web. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ["robots", "is forbidden by robots.txt: name another seed"],
  ["robots-unreachable", "cannot be reached: check its address, and that this machine is online"],
  ["address", "is at no public address: for this machine set politeness.allowLoopback: true"],
  [
    "tls",
    "has no valid certificate: to fetch it all the same name its host in politeness.allowInvalidCertificates",
  ],
  ["gone", "does not exist: its server says so (4xx)"],
  ["login", "wants a login: its pages need a session, see access in the project file"],
  ["challenge", "sends a test for robots: its pages cannot be fetched"],
  ["blocked", "refuses this crawler: its pages cannot be fetched"],
  ["paywall", "wants payment (HTTP 402): its pages cannot be fetched"],
  ["failed", "failed: its server gave no usable answer"],
  ["refused", "is no page of a media type that is taken"],
]);
