import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Post } from "../../../../lib/domain/page/posts/post.ts";
import { findPosts } from "../../../../lib/domain/page/posts/post-drafts.ts";
import { processorMs } from "../../../support/processor-ms.ts";
import { OTHER_PAGES } from "../../methods/comments/comment-pages.ts";
import {
  ENGINE_PAGES,
  MORE_ENGINE_PAGES,
  ONLY_BY_NUMBERS,
  withoutNumbers,
} from "../../methods/comments/engine-pages.ts";
import { LISTING_PAGES } from "../../methods/comments/listing-pages.ts";
import { prose, viewOf } from "../a-page.ts";

const postsOf = (main: string, language = ""): Post[] => {
  const html = `<!doctype html><html lang="${language}"><title>A page</title><ul class="menu"><li><a href="/">Home</a></li>
    <li><a href="/about">About</a></li></ul><main>${main}</main><div id="footer">By hand since 3 May 2001</div>`;
  return findPosts(viewOf(html), html);
};

/** Pages on which the dates or the members of all posts are the same, so that nothing tells them apart. */
const ALL_THE_SAME: ReadonlySet<string> = new Set([
  "posts of a forum with its members beside them",
  "posts whose headings lead to themselves",
]);

/** Pages with fewer posts than the three that the others have. */
const POSTS: Readonly<Record<string, number>> = {
  "a question with one answer": 1,
  "a thread with one post": 1,
};

describe("findPosts on pages of many engines", () => {
  for (const [form, write] of [
    ["", (html: string) => html],
    [", without numbered names", withoutNumbers],
  ] as const) {
    for (const [name, main] of Object.entries({ ...ENGINE_PAGES, ...MORE_ENGINE_PAGES })) {
      if (write === withoutNumbers && ONLY_BY_NUMBERS.has(name)) continue;
      if (ALL_THE_SAME.has(name)) continue;
      it(`Finds author, date and text of each post in ${name}${form}`, () => {
        const posts = postsOf(write(main));
        assert.equal(posts.length, POSTS[name] ?? 3);
        for (const { author } of posts) assert.match(author ?? "", /^(?:bob|Bob|Eva Lind|yuki)$/);
        for (const { text } of posts)
          assert.match(text, /bees could do this|My grandfather had hives/);
        for (const { dateText } of posts) assert.match(dateText, /\d/);
      });
    }
  }
  for (const [name, main] of Object.entries({ ...OTHER_PAGES, ...LISTING_PAGES })) {
    it(`Finds no posts in ${name}`, () => assert.deepEqual(postsOf(main), []));
  }
});

/** A thread as forums write them: rows of cells, with a row of commands after each post. */
function aThread(posts: readonly (readonly [who: string, date: string, text: string])[]): string {
  const rows = posts.map(
    ([who, date, text], index) => `<tr><td><a name="${index + 31}"></a><b>${who}</b><br>Member<br>
      Posts: ${index + 7}<br>Joined: 3 May 2001</td><td>Posted: ${date}<div>${text}</div></td></tr>
      <tr><td>Back to top</td><td><a href="/quote?p=${index}">Quote</a></td></tr>`,
  );
  return `<table>${rows.join("")}</table>`;
}

describe("findPosts", () => {
  const long = prose(30);
  it("A post has its place, author, date and text, without what all posts have", () => {
    const posts = postsOf(
      aThread([
        ["Bob", "Mon May 05, 2008 4:07 pm", `${long}<br>Bob's end.`],
        ["Eva", "Tue May 06, 2008 9:00 am", "Thanks, Bob!"],
        ["Bob", "Tue May 06, 2008 9:30 am", `You are welcome. ${long}`],
      ]),
    );
    const [first, second] = posts;
    assert.deepEqual(first, {
      position: 1,
      id: "31",
      postId: "31",
      threadId: undefined,
      replyTo: undefined,
      author: "Bob",
      authorHref: undefined,
      date: "2008-05-05T16:07",
      postedAt: Date.UTC(2008, 4, 5, 16, 7),
      datePrecision: "minute",
      dateZone: undefined,
      dateText: "Posted: Mon May 05, 2008 4:07 pm",
      text: `${long}\nBob's end.`,
    });
    assert.equal(second?.text, "Thanks, Bob!");
    assert.deepEqual(
      posts.map(({ author, id }) => [author, id]),
      [
        ["Bob", "31"],
        ["Eva", "32"],
        ["Bob", "33"],
      ],
    );
  });

  it("Preformatted lines of a post keep their indentation, also below marks", () => {
    const code = "<pre>def f(x):\n    <b>if</b> x:\n\treturn  <i>1</i>  <i>2</i> \n</pre>";
    const posts = postsOf(
      aThread([
        ["Bob", "5 May 2008", `${long}${code} So  <b>it</b> is.`],
        ["Eva", "6 May 2008", long],
      ]),
    );
    assert.equal(posts[0]?.text, `${long}\ndef f(x):\n    if x:\n\treturn  1  2\nSo it is.`);
  });

  it("Soft hyphens are no part of a post", () => {
    const posts = postsOf(
      aThread([
        ["Bob", "5 May 2008", `bee&shy;keeping ${long}`],
        ["Eva", "6 May 2008", long],
      ]),
    );
    assert.equal(posts[0]?.text, `beekeeping ${long}`);
  });

  it("Quoted lines begin with `> `, and names in quotations are no authors", () => {
    const quote = `<blockquote><b>Eva</b> wrote on 1 May 2008:<p>Old words.</p></blockquote>New words. ${long}`;
    const [, second] = postsOf(
      aThread([
        ["Bob", "5 May 2008", long],
        ["Ann", "6 May 2008", quote],
        ["Bob", "7 May 2008", long],
      ]),
    );
    assert.equal(second?.author, "Ann");
    assert.equal(second?.text, `> Eva wrote on 1 May 2008:\n> Old words.\nNew words. ${long}`);
  });

  it("An answer inside the comment that it answers is a post of its own", () => {
    const comment = (id: number, who: string, text: string, inside = ""): string =>
      `<li id="comment-${id}"><div><cite>${who}</cite> <span>says:</span><br>
       <a href="#comment-${id}">May ${id}, 2011 at 10:52 am</a><p>${text}</p></div>${inside}</li>`;
    const posts = postsOf(
      `<h3>3 comments</h3><ol>${comment(
        5,
        "Bob",
        `First. ${long}`,
        `<ul>${comment(6, "Eva", `Answer. ${long}`)}</ul>`,
      )}${comment(7, "yuki", `Last. ${long}`)}</ol>`,
    );
    assert.deepEqual(
      posts.map(({ author, date, text }) => [author, date, text]),
      [
        ["Bob", "2011-05-05T10:52", `First. ${long}`],
        ["Eva", "2011-05-06T10:52", `Answer. ${long}`],
        ["yuki", "2011-05-07T10:52", `Last. ${long}`],
      ],
    );
  });

  it("The order of days and months in figures is that of all dates of the page; without one there is no ISO date", () => {
    const dated = (...dates: readonly string[]) =>
      postsOf(
        aThread(dates.map((date, index) => [`Bob ${index}`, date, `${index} ${long}`] as const)),
      ).map(({ date, dateText }) => date ?? dateText);
    assert.deepEqual(dated("3/4/2008", "13/4/2008"), ["2008-04-03", "2008-04-13"]);
    assert.deepEqual(dated("3/4/2008", "4/13/2008"), ["2008-03-04", "2008-04-13"]);
    assert.deepEqual(dated("3/4/2008", "3/5/2008"), ["Posted: 3/4/2008", "Posted: 3/5/2008"]);
  });

  it("Dates in figures have the order of the page's language, where it has one", () => {
    const thread = aThread([
      ["Bob", "3/4/2008", long],
      ["Eva", "3/5/2008", `Second. ${long}`],
    ]);
    const dates = (language: string) => postsOf(thread, language).map(({ date }) => date);
    assert.deepEqual(dates("fr-FR"), ["2008-04-03", "2008-05-03"]);
    for (const language of ["en", "en-US", "x", ""])
      assert.deepEqual(dates(language), [undefined, undefined]);
  });

  it("A time in an element of its own belongs to the date before it", () => {
    const posts = postsOf(
      ["Bob", "Eva"]
        .map(
          (
            who,
            index,
          ) => `<li id="post_${index + 31}"><div><span>${index + 5}.03.2008,&nbsp;<span>10:5${index} PM</span></span>
            <a href="#post${index + 31}">#${index + 1}</a></div><a href="/u/${who}">${who}</a><div>${index} ${long}</div></li>`,
        )
        .join(""),
    );
    assert.deepEqual(
      posts.map(({ author, date }) => [author, date]),
      [
        ["Bob", "2008-03-05T22:50"],
        ["Eva", "2008-03-06T22:51"],
      ],
    );
  });

  it("Posts that count themselves need neither names nor links of their own", () => {
    const thread = (first: number, who: readonly string[]) =>
      who
        .map(
          (name, index) =>
            `<dt>${index + first} ：<b>${name}</b>：2013/03/0${index + 2}(土) 19:11:4${index}.02 ID:5ZCN5</dt><dd>${index} ${long}</dd>`,
        )
        .join("");
    const anonymous = ["名無しさん", "名無しさん", "名無しさん"];
    for (const [first, who] of [
      [1, anonymous],
      [117, ["蜂屋", "名無しさん", "ゆき"]],
    ] as const) {
      const posts = postsOf(`<dl>${thread(first, who)}</dl>`, "ja");
      assert.deepEqual(
        posts.map(({ date, text }) => [date, text]),
        [0, 1, 2].map((at) => [`2013-03-0${at + 2}T19:11:4${at}`, `${at} ${long}`]),
      );
    }
    const diary = ["2", "3", "4"].map((day) => `<dt>${day} May 2013</dt><dd>${day} ${long}</dd>`);
    assert.deepEqual(postsOf(`<dl>${diary.join("")}</dl>`), [], "days are no numbers of posts");
  });

  it("The number of a post is no author", () => {
    const posts = postsOf(
      ["みかん", "蜂屋"]
        .map(
          (
            who,
            index,
          ) => `<div id="res${index + 1}"><p><span>No.${index + 100}</span> <span>${who}</span>さん
            <span>2020年8月17日（月）午後9時4${index}分</span></p><p>${index} ${long}</p><a href="?reply=${index + 1}">返信</a></div>`,
        )
        .join(""),
      "ja",
    );
    assert.deepEqual(
      posts.map(({ author, date }) => [author, date]),
      [
        ["みかん", "2020-08-17T21:40"],
        ["蜂屋", "2020-08-17T21:41"],
      ],
    );
  });

  it("A `time` gives the date, also where the text is relative", () => {
    const [post] = postsOf(
      `<h3>2 comments</h3>${["Bob", "Eva"]
        .map(
          (who, index) => `<div id="c${index}" class="comment"><b>${who}</b>
          <time datetime="2026-01-0${index + 1}T10:00:00Z">${index + 2} days ago</time><p>${index} ${long}</p></div>`,
        )
        .join("")}`,
    );
    assert.deepEqual([post?.date, post?.dateText], ["2026-01-01T10:00:00Z", "2 days ago"]);
  });

  it("Hostile pages end within bounds of time, and have no more posts than the limit", () => {
    const many = 6_000;
    const rows = Array.from({ length: many }, (_, index) => index);
    const pages = [
      rows.map(
        (n) =>
          `<p id="comment-${n}" class="c${n.toString(26).replace(/\d/g, "x")}"><b>B${n}</b> 1.1.2008<br>words ${prose(3, `w${n}x`)}</p>`,
      ),
      [
        `<div id="comment-1">1.1.2008<br>`,
        "<div>".repeat(480),
        ...rows.map((n) => `<b>word ${n}</b><br>`),
      ],
      rows.map((n) => `<div id="comment-${n}">Bob<br>1.1.2008<p>words ${n} of a text</p>`),
      rows.map(() => `<a name="comment-1"></a><i>1.1.2008</i>`),
    ];
    for (const page of pages) {
      const start = processorMs();
      const posts = postsOf(page.join(""));
      assert.ok(posts.length <= 2_000);
      assert.ok(processorMs() - start < 5_000);
    }
  });
});
