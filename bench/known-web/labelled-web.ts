import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { openRecording } from "../../lib/cli/web/open-web.ts";
import { viewPage } from "../../lib/crawl/view-page.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { canonicalUrl } from "../../lib/domain/url/canonical-url.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import type { Site } from "./site.ts";

const CORPORA = join(import.meta.dirname, "../../../shared/corpora");
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: Number.POSITIVE_INFINITY };

/** A recorded web with what people said of its pages: the truth, which only the evaluator knows. */
export interface LabelledWeb {
  readonly web: RecordedWeb;
  /** Classes of the recorded pages, those above them included. */
  readonly classesOf: ReadonlyMap<Url, ReadonlySet<string>>;
}

/** Where the recording of a site and its labels lie. */
function filesOf({ corpus, name }: Site): { readonly recording: string; readonly labels: string } {
  const folder = join(CORPORA, corpus);
  const labels = corpus === "webkb" ? `${name}.labels.jsonl` : "labels.jsonl";
  return { recording: join(folder, `${name}.warc.gz`), labels: join(folder, labels) };
}

/** Whether a site is recorded on this machine. */
export function isRecorded(site: Site): boolean {
  return existsSync(filesOf(site).recording);
}

/** Opens a site's recording and reads its labels. */
export async function openLabelledWeb(site: Site): Promise<LabelledWeb> {
  const { recording, labels } = filesOf(site);
  const web = await openRecording([recording]);
  const classesOf = new Map<Url, ReadonlySet<string>>();
  const recorded = new Set(web.urls());
  for (const line of readFileSync(labels, "utf8").split("\n")) {
    if (line === "") continue;
    const { url: text, ...classes }: Label = JSON.parse(line);
    const parsed = canonicalUrl(text);
    const url = parsed.ok ? web.identify(parsed.url) : undefined;
    if (url !== undefined && recorded.has(url)) classesOf.set(url, classesIn(classes));
  }
  return { web, classesOf };
}

/** A line of a label file. */
interface Label {
  readonly url: string;
  readonly label?: string;
  readonly also?: readonly string[];
  /** Paths from the general to the special, with dots between. */
  readonly categories?: readonly string[];
}

function classesIn({ label, also = [], categories = [] }: Omit<Label, "url">): Set<string> {
  const classes = new Set(label === undefined ? also : [label, ...also]);
  for (const category of categories) {
    const steps = category.split(".");
    for (const end of steps.keys()) classes.add(steps.slice(0, end + 1).join("."));
  }
  return classes;
}

/** A recorded page as it is parsed; links under the URLs that the recording knows. */
export async function viewOf({ web }: Pick<LabelledWeb, "web">, url: Url): Promise<PageView> {
  const outcome = await web.fetch(url, LIMITS);
  if (outcome.kind !== "page") throw new Error(`no page is recorded at ${url}`);
  const { view } = viewPage(outcome, {}, LIMITS, systemClock);
  return { ...view, anchors: view.anchors.map((a) => ({ ...a, url: web.identify(a.url) })) };
}
