import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ENGINES, generatedPages } from "../../../../bench/posts/generated-pages.ts";
import { added, NOTHING, scorePosts } from "../../../../bench/posts/score-posts.ts";
import { FETCHED_AT, FORMS } from "../../../../bench/posts/thread-forms.ts";
import { findPosts } from "../../../../lib/domain/page/posts/post-drafts.ts";
import { viewOf } from "../a-page.ts";

/** Engines on whose pages an only post has no number of its own in a link: nothing tells it from an article. */
const NO_SINGLE: ReadonlySet<string> = new Set(["Flarum"]);

/** No seed of the bench. */
const SEED = 7;

describe("findPosts on generated threads", () => {
  for (const engine of ENGINES) {
    for (const form of FORMS) {
      if (form === "one post" && NO_SINGLE.has(engine)) continue;
      it(`Finds each post, its author and its date in the manner of ${engine}: ${form}`, () => {
        let score = NOTHING;
        for (const { html, posts, textOf, answeredBy } of generatedPages(engine, form, SEED)) {
          const truth = posts.map((post) => ({
            author: post.author,
            at: post.at,
            text: textOf(post).replace(/^> .*\n?/gm, ""),
            answered: answeredBy(post),
          }));
          score = added(score, scorePosts(truth, findPosts(viewOf(html), html, FETCHED_AT)));
        }
        const { posts, found, others, authors, wrongDates } = score;
        assert.deepEqual(
          { found, others, authors, wrongDates },
          { found: posts, others: 0, authors: posts, wrongDates: 0 },
        );
      });
    }
  }
});

const post = (id: number, who: string, date: string, text: string): string =>
  `<div class="post" id="p${id}"><b><a href="/member/${who}">${who}</a></b> ${date} <a href="#p${id}">#${id}</a>
    <div class="content">${text}</div></div>`;

const SAID = [
  "I moved my hives to the orchard last week, and they settled in nicely.",
  "Mine are still clustering, the nights are too cold for a split here.",
  "Thanks, I will try the vent and report back in the spring.",
];

const threadOf = (write: (text: string, index: number) => string): string =>
  `<!doctype html><title>Hives</title><h1>Hives</h1>${SAID.map(write).join("")}`;

describe("dates, ids and declarations of posts", () => {
  it("A post's own date is taken where its line tells of its change or of its author's registration, too", () => {
    const html = threadOf((text, index) =>
      post(
        index + 1,
        `bob${index}`,
        `<span>Joined 0${index + 1} Feb 2005, posted 1${index} Mar 2008 10:0${index} (edited 2${index} May 2009)</span>`,
        text,
      ),
    );
    assert.deepEqual(
      findPosts(viewOf(html), html).map(({ date }) => date),
      ["2008-03-10T10:00", "2008-03-11T10:01", "2008-03-12T10:02"],
    );
  });

  it("A line that tells of a change, or a title with such a word, says nothing of the date below it", () => {
    for (const above of ["Edited 2019-05-01 09:00", "Update to the rules", "Joined: Feb 2005"]) {
      const html = threadOf((text, index) =>
        post(index + 1, `bob${index}`, `<p>${above}</p><div>2008-03-1${index} 10:00</div>`, text),
      );
      assert.deepEqual(
        findPosts(viewOf(html), html).map(({ date }) => date),
        ["2008-03-10T10:00", "2008-03-11T10:00", "2008-03-12T10:00"],
        above,
      );
    }
  });

  it("A post without a date of its own has none of its author's registration", () => {
    const html = threadOf((text, index) =>
      post(index + 1, `bob${index}`, `<span>Joined: 0${index + 1} Feb 2005</span>`, text),
    );
    assert.deepEqual(findPosts(viewOf(html), html), []);
  });

  it("Spans of time are resolved against the fetch, and are no dates without it", () => {
    const html = threadOf((text, index) =>
      post(index + 1, `bob${index}`, `<span>${index + 2} hours ago</span>`, text),
    );
    const [first] = findPosts(viewOf(html), html, FETCHED_AT);
    assert.deepEqual(
      [first?.date, first?.datePrecision, first?.dateZone, first?.postedAt],
      ["2024-05-20T12:30Z", "hour", "Z", FETCHED_AT - 2 * 3_600_000],
    );
    assert.equal(findPosts(viewOf(html), html)[0]?.date, undefined);
  });

  it("What JSON-LD declares of a post counts before a short date", () => {
    const comment = SAID.map((text, index) => ({
      "@type": "Comment",
      text,
      author: { "@type": "Person", name: `bob${index}` },
      datePublished: `2008-03-0${index + 1}T10:00:00Z`,
    }));
    const declared = JSON.stringify({ "@type": "DiscussionForumPosting", comment });
    const script = `<script type="application/ld+json">${declared}</script>`;
    const html =
      script + threadOf((text, index) => post(index + 1, `bob${index}`, "<i>1d</i>", text));
    for (const page of [html, `<!doctype html><title>Hives</title>${script}`]) {
      assert.deepEqual(
        findPosts(viewOf(page), page, FETCHED_AT).map(({ author, date }) => [author, date]),
        [0, 1, 2].map((index) => [`bob${index}`, `2008-03-0${index + 1}T10:00:00Z`]),
      );
    }
  });

  it("Most posts may begin with one label, and names may end in a digit that touches the date", () => {
    const html = threadOf(
      (text, index) =>
        `<div class="post" id="p${index}"><div><a href="/member/${index}">bob7${index}</a><span>${
          index + 1
        } March 2008</span></div><a href="#p${index}">#${index}</a><div class="content">Day ${index}: ${text}</div></div>`,
    );
    assert.deepEqual(
      findPosts(viewOf(html), html).map(({ author, date, text }) => [author, date, text]),
      SAID.map((text, index) => [`bob7${index}`, `2008-03-0${index + 1}`, `Day ${index}: ${text}`]),
    );
  });
});
