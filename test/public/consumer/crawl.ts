import {
  type CrawlReport,
  crawl,
  DowserError,
  openCorpus,
  parseProject,
  readRun,
  searchRun,
} from "dowser";
import { harvestRate, wilsonInterval } from "dowser/metrics";
import { canonicalUrl, type PageView, parsePage } from "dowser/page";
import { type Strategy, strategyModule, type TopicProfile, topicProfile } from "dowser/strategy";
import { scanWarc } from "dowser/warc";

const project = await parseProject(
  "name: mine\nseeds: { urls: [http://site.example/] }\nstrategy: breadth-first\n",
  "project.yaml",
);
let last: CrawlReport | undefined;
const { end, report } = await crawl(project, {
  directory: "run",
  recordings: ["web.warc.gz"],
  onProgress: (progress) => {
    last = progress;
  },
});
const run = readRun("run");
let read = 0;
for await (const record of run.records.list()) if (record.page !== undefined) read += 1;
await run.close();
const corpus = await openCorpus("run");
for await (const { text } of corpus.pages()) if (text === undefined) throw new Error("no text");
for await (const { author } of corpus.posts()) throw new Error(`a post of ${author}`);
for await (const { state } of corpus.links()) if (state !== "fetched") throw new Error(state);
if ((await corpus.text("http://site.example/bees")) !== "Bees") throw new Error("another text");
await corpus.close();
const { total: found } = await searchRun("run", "no-such-word-anywhere");

// The other parts are named, so that their types are checked.
const view: PageView | undefined = undefined as PageView | undefined;
const parts = [parsePage, canonicalUrl, strategyModule, topicProfile, scanWarc, harvestRate];
const strategy = undefined as Strategy<TopicProfile> | undefined;
const isReported = parts.every((part) => typeof part === "function") && view === strategy;
if (wilsonInterval(1, 2).share !== 0.5 || found > 0) throw new Error("no share");
if (last !== undefined && last.fetched > 2)
  throw new DowserError("too much", {
    code: "too-much",
    reaction: "stop-crawl",
    value: "",
    hint: "",
  });
console.log(JSON.stringify({ end, fetched: report.fetched, read, reported: isReported }));
