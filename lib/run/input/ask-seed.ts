/** Asks a seed once, before a crawl begins there. */
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Project } from "../../project/project-schema.ts";
import type { OpenedWeb } from "../web/open-web.ts";
import { pageSource } from "./crawl-inputs.ts";
import { readPage } from "./read-page.ts";

/** What a seed answers. */
export interface AskedSeed {
  readonly isPage: boolean;
  /** The title of its page, or why there is none, as the rest of a sentence about it. */
  readonly says: string;
}

/** Asks a seed politely, and tells whether it answers with a page that robots.txt allows. */
export async function askSeed(
  seed: string,
  project: Project,
  opened: OpenedWeb,
): Promise<AskedSeed> {
  const parsed = canonicalUrl(seed);
  if (!parsed.ok) return { isPage: false, says: parsed.reason };
  const reading = await readPage(parsed.url, pageSource(project, opened));
  return reading.kind === "page"
    ? { isPage: true, says: reading.view.title }
    : { isPage: false, says: UNREAD.get(reading.reason) ?? reading.reason };
}

/** Why a seed gave no page, by the word of the gate or of the web. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ["robots", "is forbidden by robots.txt: name another seed"],
  ["robots-unreachable", "cannot be reached: check its address, and that this machine is online"],
  ["address", "is at a private address: for this machine set politeness.allowLoopback: true"],
  [
    "tls",
    "has no valid certificate: to fetch it all the same name its host in politeness.allowInvalidCertificates",
  ],
  ["not-recorded", "is not in the recording"],
  ["port", "is on a port that nobody serves pages on"],
  ["gone", "does not exist: its server says so (4xx)"],
  ["login", "wants a login: its pages need a session, see access in the project file"],
  ["challenge", "sends a test for robots: its pages cannot be fetched"],
  ["blocked", "refuses this crawler: its pages cannot be fetched"],
  ["paywall", "wants payment (HTTP 402): its pages cannot be fetched"],
  ["failed", "failed: its server gave no usable answer"],
  ["refused", "is no page of a media type that is taken"],
]);
