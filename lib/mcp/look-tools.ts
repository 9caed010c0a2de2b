/** Tools that look into a run: its texts, its pages with their provenance, its reasons, and how good it is. */
import { z } from "zod";
import { ofPeople } from "../crawl/labels.ts";
import { countLabels } from "../domain/methods/label-need.ts";
import { recallInWords } from "../domain/stats/intervals/recall-statement.ts";
import { assessedInWords } from "../evaluation/assessed-pages.ts";
import { headlineInWords, NOT_JUDGED } from "../evaluation/verdict-words.ts";
import { readRunStatus } from "../run/crawl/run-status.ts";
import { pageRow } from "../run/export/export-content.ts";
import { explainInRun } from "../run/figures/explain-in-run.ts";
import { type SearchResult, searchRun } from "../run/search/search-run.ts";
import { runName } from "./crawl-tools.ts";
import { partOf } from "./from-web.ts";
import { directoryOf } from "./run-of-agent.ts";
import { agentTool } from "./tool.ts";

/** Most results of a search. */
const MOST_RESULTS = 50;

/** Longest text that is answered at once, in UTF-16 units: a long read. */
const MOST_TEXT = 20_000;

/** Most signs of a link that are told. */
const MOST_SIGNS = 12;

const pageUrl = z.string().min(1).max(8_000).describe("Address of a page of the run.");

const searchCorpus = agentTool({
  name: "search_corpus",
  title: "Search the texts of a run",
  description:
    'Searches titles and main texts of a run, best first: all words, "a phrase", word*, -without, a OR b. The first search of a run reads its pages.',
  does: "read",
  isLong: true,
  input: z.strictObject({
    run: runName,
    query: z.string().min(1).max(400),
    posts: z.boolean().default(false).describe("Search posts of threads and comments instead."),
    targets: z.boolean().default(false).describe("Only pages that the crawl calls relevant."),
    host: z.string().max(255).optional(),
    language: z.string().max(35).optional(),
    limit: z.int().min(1).max(MOST_RESULTS).default(10),
  }),
  output: { run: z.string(), total: z.int(), shown: z.int(), isComplete: z.boolean() },
  run: async ({ host, signal, progress }, { run, query, ...filter }) => {
    const answer = await searchRun(directoryOf(host.folder, run), query, {
      ...filter,
      signal,
      onProgress: ({ done, of }) => void progress(done, of, "reading the texts of the run"),
    });
    const { results, total, isComplete } = answer;
    return {
      says: `${results.length} of ${total} found in ${run}, best first.`,
      data: { run, total, shown: results.length, isComplete },
      fromWeb: { results: results.map(resultOfSearch) },
    };
  },
});

function resultOfSearch({ snippet, fetchedAt, ...result }: SearchResult): object {
  const excerpt = snippet.map(({ text }) => text).join("");
  return { ...result, fetchedAt: new Date(fetchedAt), excerpt };
}

const readPage = agentTool({
  name: "read_page",
  title: "Read a page",
  description:
    "Returns the main text of a stored page as Markdown, with where it is from, what its site says of its use, how the crawl judged it, and who labelled it. Nothing is fetched. A long text comes in parts: go on at nextOffset.",
  does: "read",
  input: z.strictObject({
    run: runName,
    url: pageUrl,
    offset: z.int().min(0).default(0).describe("Where the text begins, in UTF-16 units."),
  }),
  output: {
    run: z.string(),
    length: z.int().describe("Of the whole text, in UTF-16 units."),
    offset: z.int(),
    isCut: z.boolean(),
    nextOffset: z.int().nullable(),
  },
  run: async ({ host }, { run, url, offset }) => {
    const { text: whole, ...row } = await pageRow(directoryOf(host.folder, run), url, "markdown");
    const { text, length, nextOffset } = partOf(String(whole ?? ""), offset, MOST_TEXT);
    const isCut = nextOffset !== null;
    const more = isCut ? ` It is cut: go on at offset ${nextOffset}.` : "";
    return {
      says: `A page of ${run}: ${text.length} of ${length} characters, from ${offset}.${more}`,
      data: { run, length, offset, isCut, nextOffset },
      fromWeb: { page: row, text },
    };
  },
});

const why = agentTool({
  name: "why",
  title: "Why a page or a link",
  description:
    "Says how a run found a URL, what its link was worth and by which signs, what became of it, and how its page was judged.",
  does: "read",
  input: z.strictObject({ run: runName, url: pageUrl }),
  output: {
    run: z.string(),
    state: z.string(),
    reason: z.string(),
    priority: z.number().nullable(),
    utility: z.number().nullable(),
    isCalledRelevant: z.boolean().nullable(),
  },
  run: async ({ host }, { run, url }) => {
    const explained = await explainInRun(directoryOf(host.folder, run), url, {});
    const { state, reason, link, page } = explained;
    const signs = link?.signs.slice(0, MOST_SIGNS);
    return {
      says: `What ${run} knows of one address: ${state}${reason === "" ? "" : `, ${reason}`}.`,
      data: {
        run,
        state,
        reason,
        priority: link?.priority ?? null,
        utility: page?.utility ?? null,
        isCalledRelevant: page?.isTarget ?? null,
      },
      fromWeb: { explained: { ...explained, link: link && { ...link, signs } } },
    };
  },
});

const interval = z.strictObject({
  share: z.number().nullable(),
  low: z.number(),
  high: z.number(),
  cases: z.int(),
});

const precisionAndRecall = agentTool({
  name: "precision_and_recall",
  title: "State precision and recall",
  description:
    "States how good a run is, and on whose word: what the crawl predicts, what people judged on a random sample, what a language model read, and the recall where the project states one. Labels by agents count in none of it.",
  does: "read",
  input: z.strictObject({ run: runName }),
  output: {
    run: z.string(),
    state: z.string(),
    predicted: z
      .strictObject({ pages: z.int(), calledRelevant: z.int(), share: z.number() })
      .describe("By the crawl itself: nobody has checked."),
    judgedByPeople: z
      .strictObject({
        frame: z.string(),
        pages: z.int(),
        sampled: z.int(),
        precision: interval,
        ofCalledRelevant: interval.nullable(),
      })
      .nullable()
      .describe("On a random sample; null where no person has judged."),
    labels: z.strictObject({
      goodByPeople: z.int(),
      badByPeople: z.int(),
      byOthers: z.int().describe("By agents, assessors and imports: in no figure of people."),
    }),
    readByAModel: z.string().nullable(),
    recall: z.string().nullable().describe("Null where the project has no rule `stop`."),
  },
  run: async ({ host }, { run }) => {
    const status = await readRunStatus(directoryOf(host.folder, run));
    const { state, report, sample, assessed, recall, labels } = status;
    const people = ofPeople(labels);
    const { good, bad } = countLabels(people.map(({ label }) => label));
    const called = sample?.called?.precision;
    const judged = sample && {
      frame: sample.frame,
      pages: sample.pages,
      sampled: sample.sampled,
      precision: shareOf(sample.precision),
      ofCalledRelevant: called === undefined ? null : shareOf(called),
    };
    return {
      says: `${run}: ${sample === undefined ? NOT_JUDGED : headlineInWords({ totals: report, sample })}.`,
      data: {
        run,
        state,
        predicted: {
          pages: report.fetched,
          calledRelevant: report.targets,
          share: report.harvestRate,
        },
        judgedByPeople: judged ?? null,
        labels: { goodByPeople: good, badByPeople: bad, byOthers: labels.length - people.length },
        readByAModel: assessed === undefined ? null : assessedInWords(assessed),
        recall: recall === undefined ? null : recallInWords(recall),
      },
    };
  },
});

function shareOf({
  share,
  low,
  high,
  cases,
}: {
  readonly share: number | undefined;
  readonly low: number;
  readonly high: number;
  readonly cases: number;
}): z.output<typeof interval> {
  return { share: share ?? null, low, high, cases };
}

export const LOOK_TOOLS = [searchCorpus, readPage, why, precisionAndRecall];
