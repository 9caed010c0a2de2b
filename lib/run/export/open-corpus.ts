/** A run as a program reads it: its pages, their posts and its links one by one, and the text of any page. */
import type { KnownLink, LinkState } from "../../domain/frontier/link.ts";
import type { ExtractedFields } from "../../domain/page/page-record.ts";
import { givenAgain } from "../../domain/page/saved-values.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { readPage } from "../../evaluation/export/exported-pages.ts";
import type { ExportedPage } from "../../evaluation/export/page-columns.ts";
import { knownPages, learnRepeats, type RepeatsOf } from "../../evaluation/export/run-repeats.ts";
import type { TextForm } from "../../evaluation/export/text-form.ts";
import { readRun, storedPages } from "../folder/read-run.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { lookAtRun } from "../judge/look-at-run.ts";
import { labelledRun, pageFinder } from "../judge/named-pages.ts";
import { selectedRecords } from "./export.ts";
import { pagesOfRun } from "./export-content.ts";
import { type ExportedPost, exportedPosts, noPosts } from "./post-table.ts";

/** Which pages of a run are read, and how. */
export interface PageChoice {
  /** Only pages that the crawl calls relevant. */
  readonly targets?: boolean;
  /** The form of the texts; plain where none is named. */
  readonly text?: TextForm;
}

/** A page of a run. */
export interface RunPage extends Pick<ExportedPage, "title" | "text" | "language"> {
  readonly url: Url;
  readonly host: Host;
  readonly fetchedAt: Date;
  /** As the crawl predicts it, in [0,1]. */
  readonly score: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  readonly why: string;
  /** What `extract` took, and what a handler saved, as it saved it. */
  readonly fields: ExtractedFields;
  readonly saved: ReturnType<typeof givenAgain>;
  /** In [0,1], and who gave it. */
  readonly label: number | undefined;
  readonly labelSource: string | undefined;
}

/** A URL that a run has discovered. */
export interface RunLink {
  readonly url: Url;
  readonly state: LinkState;
  /** Why it ended so; `""` while it waits. */
  readonly reason: string;
  /** The page that it was found on; `undefined` for a seed, and for a link that was refused at once. */
  readonly parent: Url | undefined;
  readonly anchor: string | undefined;
  readonly priority: number | undefined;
  readonly depth: number | undefined;
}

/** A run that is open; a crawl may be going on in it. */
export interface Corpus {
  /** Reads pages in the order of the crawl, without those that their sites reserve against the project's purpose. */
  readonly pages: (choice?: PageChoice) => AsyncIterable<RunPage>;
  /** Reads the posts and comments on those pages, each once. */
  readonly posts: (choice?: Pick<PageChoice, "targets">) => AsyncIterable<ExportedPost>;
  /** Lists all URLs that were discovered, in any state. */
  readonly links: () => AsyncIterable<RunLink>;
  /** Returns the main text of a stored page, redirects followed; `undefined` where there is none. */
  readonly text: (url: string, form?: TextForm) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the run in a directory; first all its pages are judged by what is known now, as before an export.
 * @throws DowserError `no-run`, `run-damaged`
 */
export async function openCorpus(directory: string): Promise<Corpus> {
  await lookAtRun(directory);
  const run = readRun(directory);
  const project = loadRunProject(directory) ?? {};
  const pageOf = storedPages(run.pages, project);
  let learning: Promise<RepeatsOf> | undefined;
  const selected = ({ targets = false }: PageChoice) =>
    selectedRecords(directory, run, { targets, reserved: false }).records;
  return {
    async *pages(choice = {}) {
      const { text: textForm = "plain" } = choice;
      const chosen = { selected: selected(choice), textForm };
      for await (const page of await pagesOfRun(directory, run, chosen)) yield pageOfRun(page);
    },
    posts: (choice = {}) =>
      exportedPosts(run, project, { records: selected(choice), hasCopies: false }, noPosts()),
    async *links() {
      for (const link of run.knownLinks()) yield linkOfRun(link);
    },
    async text(url, textForm = "plain") {
      const found = await pageFinder(labelledRun(directory, run))(url);
      const record = found && (await run.records.get(found));
      if (record?.page === undefined) return undefined;
      learning ??= learnRepeats(
        knownPages(run.records),
        async (each) => (await pageOf(each))?.view,
      );
      const reading = { pageOf, textForm, detector: async () => undefined };
      return (await readPage(record, (await learning)(record.host), reading)).text;
    },
    close: () => run.close(),
  };
}

function pageOfRun({ record, page, title, text, language, label }: ExportedPage): RunPage {
  const { url, host, fetchedAt } = record;
  const { utility: score, isTarget, type, why, fields } = page;
  const labelSource = label && (label.source ?? "person");
  const judged = { score, isTarget, type, why, label: label?.label, labelSource };
  const at = new Date(fetchedAt);
  return {
    url,
    host,
    title,
    text,
    language,
    fetchedAt: at,
    ...judged,
    fields,
    saved: givenAgain(page.saved),
  };
}

function linkOfRun({ url, state, reason, link }: KnownLink & { readonly url: Url }): RunLink {
  const { parent, snippet, priority, depth } = link ?? {};
  return { url, state, reason, parent, anchor: snippet?.anchor, priority, depth };
}
