/**
 * Generated webs, each of which has one thing that leads a crawl astray: what is looked for hangs on
 * short links that say nothing of it, while thousands of longer ones lead to nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anchor, html, list } from "../../../demo/html.ts";
import { paragraph, title } from "../../../demo/prose.ts";
import { createChance } from "../../../demo/random.ts";
import { NEED_TOPIC, TOPICS } from "../../../demo/words.ts";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { fileNeed } from "../../../lib/project/files-schema.ts";
import { openRecording } from "../../../lib/run/web/open-web.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask } from "../task.ts";

const NAME = "generated";
const ORIGIN = "http://portal.example";

/** A page of a generated web; of a file the text is none. */
interface MadePage {
  readonly path: string;
  readonly body: string;
  readonly isTarget: boolean;
  readonly mediaType?: string;
}

/** What is looked for, beside the pages. */
interface MadeWeb {
  readonly pages: () => readonly MadePage[];
  readonly files?: readonly string[];
}

/** Years of an archive, its events in a year, and pages of news beside it. */
const [YEARS, EVENTS, NEWS] = [15, 40, 1_200];

const WEBS: Readonly<Record<string, MadeWeb>> = {
  "archive by years": { pages: () => archive({ isFileWanted: false }) },
  "one barren kind": { pages: barrenKind },
  "calendar files": { pages: () => archive({ isFileWanted: true }), files: ["ics"] },
};

export const GENERATED: Group = {
  name: NAME,
  about: "generated webs whose longest lists lead to nothing, by a topic or a type of files",
  specialist: "adaptive",
  hasLabels: false,
  options: new Map(),
  absent: () => undefined,
  tasks: () =>
    Object.entries(WEBS).map(([name, web]) => {
      return { group: NAME, name, web: name, open: () => openTask(name, web) };
    }),
};

/**
 * An archive of events whose lists by year are linked by one word, as are the events, beside news of
 * something else. An event has a file for a calendar.
 */
function archive({ isFileWanted }: { readonly isFileWanted: boolean }): readonly MadePage[] {
  const chance = createChance(1, "archive");
  const years = Array.from({ length: YEARS }, (_, at) => 2_001 + at);
  const home = list([
    anchor("/news/", "All that is new here"),
    anchor("/archive/", "Archive"),
    anchor("/about", "About"),
  ]);
  const events = years.flatMap((year) =>
    Array.from({ length: EVENTS }, (_, at): readonly MadePage[] => {
      const isOnTopic = at % 2 === 0;
      const topic = isOnTopic
        ? NEED_TOPIC
        : chance.pick(TOPICS.filter((one) => one !== NEED_TOPIC));
      const path = `/event/${year * 100 + at}`;
      const text = `<h1>${title(chance, topic)}</h1><p>${topic}: ${paragraph(chance, topic, 6)}</p>`;
      const file = { path: `${path}.ics`, body: "", mediaType: "text/calendar" };
      return [
        page(path, "Event", `${text}${anchor(`${path}.ics`, "Save")}`, isOnTopic && !isFileWanted),
        { ...file, isTarget: isFileWanted },
      ];
    }).flat(),
  );
  const lists = years.map((year) => {
    const links = Array.from({ length: EVENTS }, (_, at) =>
      anchor(`/event/${year * 100 + at}`, chance.pick(["Spring", "Summer", "Autumn", "Winter"])),
    );
    return page(`/archive/${year}`, String(year), list(links), false);
  });
  const byYear = list(years.map((year) => anchor(`/archive/${year}`, String(year))));
  return [
    page("/", "Portal", home, false),
    page("/archive/", "Archive", byYear, false),
    ...lists,
    ...events,
    ...barren("/news/", NEWS),
  ];
}

/** A large catalogue of something else, and a small part of the site that is wanted. */
function barrenKind(): readonly MadePage[] {
  const chance = createChance(1, "barren kind");
  const guides = Array.from({ length: 180 }, (_, at) =>
    page(
      `/help/g${at + 1}`,
      `Part ${at + 1}`,
      `<p>${NEED_TOPIC}: ${paragraph(chance, NEED_TOPIC, 6)}</p>${anchor("/help/", "Up")}`,
      true,
    ),
  );
  const parts = list(guides.map(({ path }, at) => anchor(path, `Part ${at + 1}`)));
  return [
    page(
      "/",
      "Shop",
      list([anchor("/items/", "All that is for sale here"), anchor("/help/", "Help")]),
      false,
    ),
    page("/help/", "Help", parts, false),
    ...guides,
    ...barren("/items/", 3_000),
  ];
}

/** Pages of something else, by long links in lists of fifty. */
function barren(folder: string, count: number): readonly MadePage[] {
  const chance = createChance(1, `barren ${folder}`);
  const others = TOPICS.filter((topic) => topic !== NEED_TOPIC);
  const items = Array.from({ length: count }, (_, at) => {
    const path = `${folder}${at + 1}`;
    const body = `<p>${paragraph(chance, chance.pick(others), 6)}</p>`;
    return page(path, title(chance, chance.pick(others)), body, false);
  });
  const size = 50;
  const lists = Array.from({ length: Math.ceil(count / size) }, (_, at) => {
    const rows = items.slice(at * size, (at + 1) * size);
    const links = rows.map((item) => anchor(item.path, title(chance, chance.pick(others))));
    const next = anchor(`${folder}?page=${at + 2}`, "The next of all these pages");
    const path = at === 0 ? folder : `${folder}?page=${at + 1}`;
    return page(path, "All of them", `${list(links)}${next}`, false);
  });
  return [...lists, ...items];
}

function page(path: string, heading: string, body: string, isTarget: boolean): MadePage {
  return { path, body: html(heading, body), isTarget };
}

interface OpenWeb {
  readonly web: RecordedWeb;
  readonly targets: ReadonlySet<Url>;
  readonly home: Url;
}

const open = new Map<string, Promise<OpenWeb>>();

async function openTask(name: string, made: MadeWeb): Promise<OpenTask> {
  const known = open.get(name) ?? openWeb(name, made.pages());
  open.set(name, known);
  const { web, targets, home } = await known;
  const need: Need =
    made.files === undefined
      ? { ...NO_NEED, topic: NEED_TOPIC }
      : { ...NO_NEED, files: fileNeed({ types: [...made.files], fetch: true }) };
  return {
    ...{ web, seeds: [home], targets, excluded: new Set(), drawsUnrecorded: false },
    ...(made.files !== undefined && { files: made.files }),
    budget: BUDGETS.coldStart,
    needFor: async () => need,
  };
}

async function openWeb(name: string, pages: readonly MadePage[]): Promise<OpenWeb> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-generated-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const warc = join(folder, `${name.replaceAll(" ", "-")}.warc.gz`);
  const made = pages.map((each) => ({ ...each, url: urlOf(each.path) }));
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
  return { web, targets: new Set(targets), home: web.identify(urlOf("/")) };
}

function urlOf(path: string): Url {
  const url = canonicalUrl(`${ORIGIN}${path}`);
  if (!url.ok) throw new Error(`${path} makes no URL`);
  return url.url;
}
