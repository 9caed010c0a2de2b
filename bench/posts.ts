import { parsePage } from "../lib/domain/page/parse-page.ts";
import { findPosts } from "../lib/domain/page/posts/post-drafts.ts";
import { figures } from "../lib/domain/text/table.ts";
import { canonicalUrl } from "../lib/domain/web/url/canonical-url.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { ENGINES, generatedPages } from "./posts/generated-pages.ts";
import { FORUMS, recordedPages } from "./posts/recorded-forums.ts";
import { added, NOTHING, type PostScore, scoreMarked, scorePosts } from "./posts/score-posts.ts";
import { FETCHED_AT, FORMS, type ThreadForm } from "./posts/thread-forms.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "posts, authors and dates of threads, generated and recorded",
  takes: "two minutes",
};

/** When the recordings were made, by their records, in ms since the epoch. */
const RECORDED_AT = Date.UTC(2018, 0, 1);

/** Pages of each recorded forum: so many of its threads, and of its other pages. */
const PAGES = 60;

const COLUMNS = ["posts", "found", "authors", "wrong", "dates", "wrong dates"];

/**
 * `npm run bench -- posts [PAGES] [seeds=N] [forms=N] [forums=N]`: posts of generated threads in the manner of sixteen engines, each in
 * fifteen forms, and of pages of six recorded forums, against what their markup says.
 */
export default async function posts(args: string[]): Promise<void> {
  const pages = Number(args.find((arg) => /^\d+$/.test(arg)) ?? PAGES);
  const numberOf = (name: string, otherwise: number) =>
    Number(args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise);
  printGenerated(FORMS.slice(0, numberOf("forms", FORMS.length)), numberOf("seeds", 2));
  await printRecorded(FORUMS.slice(0, numberOf("forums", FORUMS.length)), pages);
}

function printGenerated(forms: readonly ThreadForm[], seeds: number): void {
  const rows = ENGINES.map((engine) => {
    let score = NOTHING;
    for (const form of forms)
      for (let seed = 1; seed <= seeds; seed += 1)
        score = added(score, generatedScore(engine, form, seed));
    return { engine, score };
  });
  const all = rows.reduce((sum, { score }) => added(sum, score), NOTHING);
  printTable(
    `generated threads in ${forms.length} forms, by the engine in whose manner they are`,
    [
      { title: "engine", align: "left" },
      ...[...COLUMNS, "texts", "whole pages", "answers"].map(figures),
    ],
    [...rows, { engine: "all", score: all }].map(({ engine, score }) => [
      engine,
      ...cells(score),
      String(score.texts),
      `${score.whole} of ${score.pages}`,
      `${score.answers} of ${score.answering}`,
    ]),
  );
}

function generatedScore(engine: string, form: (typeof FORMS)[number], seed: number): PostScore {
  let score = NOTHING;
  for (const { url, html, posts: written, textOf, answeredBy } of generatedPages(
    engine,
    form,
    seed,
  )) {
    const canonical = canonicalUrl(url);
    if (!canonical.ok) throw new Error(`not a URL: ${url}`);
    const limits = { maxLength: Number.POSITIVE_INFINITY, overTime: () => false };
    const found = findPosts(parsePage({ url: canonical.url, html }, limits), html, FETCHED_AT);
    const truth = written.map((post) => ({
      author: post.author,
      at: post.at,
      text: textOf(post).replace(/^> .*\n?/gm, ""),
      answered: answeredBy(post),
    }));
    score = added(score, scorePosts(truth, found));
  }
  return score;
}

async function printRecorded(forums: readonly string[], most: number): Promise<void> {
  const rows: string[][] = [];
  for (const forum of forums) {
    const pages = await recordedPages(forum, most);
    if (pages === undefined) {
      console.log(`posts: ${forum} skipped, it is not recorded on this machine`);
      continue;
    }
    let score = NOTHING;
    let [others, withPosts] = [0, 0];
    for await (const { view, html, isThread, posts: marked } of pages) {
      const found = findPosts(view, html, RECORDED_AT);
      if (isThread) score = added(score, scoreMarked(marked, found));
      else {
        others += 1;
        if (found.length > 0) withPosts += 1;
      }
    }
    rows.push([
      forum,
      String(score.pages),
      ...cells(score),
      `${score.whole}`,
      `${withPosts} of ${others}`,
    ]);
  }
  printTable(
    "pages of recorded forums, against the marks of their engines",
    [
      { title: "forum", align: "left" },
      ...["thread pages", ...COLUMNS, "whole", "others with posts"].map(figures),
    ],
    rows,
  );
}

function cells({
  posts: all,
  found,
  authors,
  wrongAuthors,
  dates,
  wrongDates,
}: PostScore): string[] {
  return [all, found, authors, wrongAuthors, dates, wrongDates].map(String);
}
