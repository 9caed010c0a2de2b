/** Tasks on generated webs: those that lead a crawl astray, each in another way, and those that are built as such sites are. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEED_TOPIC } from "../../../demo/words.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { fileNeed } from "../../../lib/project/files-schema.ts";
import { openRecording } from "../../../lib/run/web/open-web.ts";
import { planOf, viewOf } from "../../source/forum-plan.ts";
import { BUDGETS } from "../budgets.ts";
import { SIX_WEBS } from "../generated/six-webs.ts";
import { UNTOLD_WEBS } from "../generated/untold-webs.ts";
import { type MadePage, type MadeWeb, ORIGIN, WEBS } from "../generated/webs.ts";
import type { Group, OpenTask } from "../task.ts";

export const GENERATED_GROUPS: readonly Group[] = [
  groupOfWebs(
    "generated",
    "generated webs that lead a crawl astray, by a topic, a type of files or one example page",
    { ...WEBS, ...UNTOLD_WEBS },
  ),
  groupOfWebs(
    "six-webs",
    "generated webs that are built as such sites are, by a topic: forums in French and Japanese, a Swedish city, two universities, a portal of events; eight of each",
    SIX_WEBS,
  ),
];

function groupOfWebs(group: string, about: string, webs: Readonly<Record<string, MadeWeb>>): Group {
  return {
    name: group,
    about,
    specialist: "adaptive",
    hasLabels: false,
    options: new Map(),
    absent: () => undefined,
    tasks: () =>
      Object.entries(webs).map(([name, web]) => {
        return { group, name, web: name, isDrawn: false, open: () => openTask(name, web) };
      }),
  };
}

interface OpenWeb {
  readonly web: RecordedWeb;
  readonly targets: ReadonlySet<Url>;
  readonly home: Url;
  readonly example: PageView | undefined;
}

const open = new Map<string, Promise<OpenWeb>>();

async function openTask(name: string, made: MadeWeb): Promise<OpenTask> {
  const known = open.get(name) ?? openWeb(name, made.pages());
  open.set(name, known);
  const { web, targets, home, example } = await known;
  const need = needOf(made, example);
  return {
    ...{
      web,
      seeds: [home],
      targets,
      excluded: new Set(example && [example.url]),
      drawsUnrecorded: false,
    },
    ...(made.files !== undefined && { files: made.files }),
    budget: BUDGETS.coldStart,
    needFor: async () => need,
  };
}

function needOf({ files, topic = NEED_TOPIC }: MadeWeb, examplePage?: PageView): Need {
  if (files !== undefined)
    return { ...NO_NEED, files: fileNeed({ types: [...files], fetch: true }) };
  return examplePage === undefined ? { ...NO_NEED, topic } : { ...NO_NEED, examplePage };
}

async function openWeb(name: string, pages: readonly MadePage[]): Promise<OpenWeb> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-generated-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const warc = join(folder, `${name.replaceAll(" ", "-")}.warc.gz`);
  const made = firstOfEachUrl(pages);
  const records = made.map(({ url, body, mediaType = "text/html" }) => {
    const headers = [["content-type", `${mediaType}; charset=utf-8`]] as const;
    const head = { kind: "page", url, status: 200, headers, mediaType, charset: "utf-8" } as const;
    return {
      page: { ...head, body: new TextEncoder().encode(body), truncated: false },
      fetchedAt: 0,
    };
  });
  await writeWarcFile(warc, records, { software: "bench" });
  const web = await openRecording([warc]);
  const targets = made.flatMap(({ url, isTarget }) => (isTarget ? [web.identify(url)] : []));
  const { plan } = await planOf({ web, seed: ORIGIN }, { pages: 1, seed: 1 });
  const shown = made.find(({ isExample }) => isExample === true)?.url;
  const example = shown && (await viewOf({ web }, web.identify(shown), plan));
  return { web, targets: new Set(targets), home: web.identify(urlOf("/")), example };
}

/** Returns the pages with their URLs; a page whose URL an earlier one has is left out. */
function firstOfEachUrl(pages: readonly MadePage[]): readonly (MadePage & { readonly url: Url })[] {
  const seen = new Set<Url>();
  return pages.flatMap((page) => {
    const url = urlOf(page.path);
    if (seen.has(url)) return [];
    seen.add(url);
    return [{ ...page, url }];
  });
}

function urlOf(path: string): Url {
  const url = canonicalUrl(new URL(path, ORIGIN).href);
  if (!url.ok) throw new Error(`${path} makes no URL`);
  return url.url;
}
