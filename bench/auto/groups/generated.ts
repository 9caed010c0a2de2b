/** Tasks on generated webs: those that lead a crawl astray, each in another way, and those that are built as such sites are. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChance } from "../../../demo/random.ts";
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

/** Webs of each kind that are looked through by an example page: all of one kind are built alike. */
const LOOKED_THROUGH = / [12]$/;

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
  byExample(),
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

function byExample(): Group {
  const group = "six-webs-by-example";
  const webs = Object.entries(SIX_WEBS).filter(([name]) => LOOKED_THROUGH.test(name));
  return {
    name: group,
    about: "types of pages of those webs, by one example page",
    specialist: "source",
    hasLabels: false,
    options: new Map([["source", "source:goal=target"]]),
    absent: () => undefined,
    tasks: () =>
      webs.flatMap(([web, made]) =>
        Object.entries(made.types ?? {}).map(([type, url]) => {
          const open = (seed: number) => openByExample(web, made, { url, seed });
          return { group, name: `${type} of ${web}`, web, isDrawn: true, open };
        }),
      ),
  };
}

interface OpenWeb {
  readonly web: RecordedWeb;
  readonly targets: ReadonlySet<Url>;
  readonly home: Url;
  readonly example: PageView | undefined;
}

const open = new Map<string, Promise<OpenWeb>>();

/** Opens a web once a process. */
function openedWeb(name: string, made: MadeWeb): Promise<OpenWeb> {
  const known = open.get(name) ?? openWeb(name, made.pages());
  open.set(name, known);
  return known;
}

/** Opens the search for a type of pages by one of them, which the seed draws. */
async function openByExample(
  name: string,
  made: MadeWeb,
  type: { readonly url: RegExp; readonly seed: number },
): Promise<OpenTask> {
  const { web, home } = await openedWeb(name, made);
  const pages = [...web.urls()].filter((url) => type.url.test(url)).toSorted();
  const example = createChance(type.seed, `example of ${name}`).pick(pages);
  const { plan } = await planOf({ web, seed: home }, { pages: 1, seed: type.seed });
  const need = { ...NO_NEED, examplePage: await viewOf({ web }, example, plan) };
  return {
    ...{ web, seeds: [home], excluded: new Set([example]), drawsUnrecorded: false },
    targets: new Set(pages.filter((url) => url !== example)),
    budget: BUDGETS.coldStart,
    needFor: async () => need,
  };
}

async function openTask(name: string, made: MadeWeb): Promise<OpenTask> {
  const { web, targets, home, example } = await openedWeb(name, made);
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
