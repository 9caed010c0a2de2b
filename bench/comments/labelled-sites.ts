import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../lib/adapters/system-clock.ts";
import { openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 30_000, parseMs: Number.POSITIVE_INFINITY };

/**
 * The anchor that each forum gives a post or an answer; the label files of the forums tell the types of
 * pages, not which hold one. Trac numbers every change of a ticket: one that says nothing is no comment.
 */
const POST_ANCHORS: Readonly<Record<string, RegExp>> = {
  cfnet: /<a name="\d+"/,
  ftowa: /<a name="\d+"/,
  hotchills: /id="msg_\d+"/,
  trac: /id="comment:\d+"/,
  dac: /id="comment-\d+"/,
  askfit: /id="comment-\d+"|class="post answer/,
};
const TRAC_WORDS = /<div class="comment searchable">\s*<p/;

/** A recorded site whose pages are known to hold comments or not. */
export interface LabelledSite {
  /** For tables, which do not name other people's sites. */
  readonly title: string;
  readonly isForum: boolean;
  pages(): AsyncIterable<LabelledPageView>;
}

export interface LabelledPageView {
  readonly view: PageView;
  readonly isComment: boolean;
  /** A comment form, and no comment. */
  readonly hasEmptyForm: boolean;
}

/** A line of a label file, as far as it is used. */
interface Label {
  readonly url: string;
  readonly comments?: boolean | null;
  readonly empty_form?: boolean;
  readonly kind?: string;
  readonly ucc?: boolean;
}

/** The sites of the corpora in a folder: of comments, then forums; none where they are absent. */
export function labelledSites(corpora: string): LabelledSite[] {
  const commentSites = names(join(corpora, "comments"), ".labels.jsonl").map((name, index) => {
    const title = `site ${index + 1}`;
    return siteOf(name, join(corpora, "comments", `${name}.labels.jsonl`), {
      title,
      isForum: false,
    });
  });
  const forums = names(join(corpora, "forums"), ".types.jsonl").map((name, index) => {
    const title = `forum ${index + 1}`;
    return siteOf(name, join(corpora, "forums", `${name}.types.jsonl`), { title, isForum: true });
  });
  return [...commentSites, ...forums];
}

function names(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
}

function siteOf(
  name: string,
  labelFile: string,
  titled: Pick<LabelledSite, "title" | "isForum">,
): LabelledSite {
  const labels = new Map<Url, Label>();
  for (const line of readFileSync(labelFile, "utf8").split("\n")) {
    if (line === "") continue;
    // The corpora's own files, made by one program.
    const label = JSON.parse(line) as Label;
    const parsed = canonicalUrl(label.url);
    if (parsed.ok) labels.set(parsed.url, label);
  }
  const warc = labelFile.replace(/\.(?:labels|types)\.jsonl$/, ".warc.gz");
  return { ...titled, pages: () => readPages(name, warc, labels) };
}

async function* readPages(
  name: string,
  warc: string,
  labels: ReadonlyMap<Url, Label>,
): AsyncIterable<LabelledPageView> {
  const web = await openRecordedWeb([warc]);
  try {
    for (const url of web.urls()) {
      const label = labels.get(url);
      const outcome = label === undefined ? undefined : await web.fetch(url, LIMITS);
      if (label === undefined || outcome?.kind !== "page") continue;
      const { html, view } = viewPage(outcome, {}, LIMITS, systemClock);
      const isComment = label.kind === undefined ? label.comments : holdsPosts(name, label, html);
      if (isComment === undefined || isComment === null) continue;
      yield { view, isComment, hasEmptyForm: label.empty_form === true };
    }
  } finally {
    web.close();
  }
}

/** Whether a page of a forum is a thread with posts or answers; `undefined` where one cannot tell. */
function holdsPosts(name: string, { kind, ucc }: Label, html: string): boolean | undefined {
  const hasAnchor = POST_ANCHORS[name]?.test(html) === true;
  if (name === "trac" && hasAnchor && !TRAC_WORDS.test(html)) return undefined;
  if (kind === "thread") return hasAnchor;
  return hasAnchor || ucc === true ? undefined : false;
}
