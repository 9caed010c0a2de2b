import type { PageView } from "../../../../lib/domain/page/page-view.ts";
import { prose, viewOf } from "../../page/a-page.ts";

/** A page with this main part, between a menu and a footer, at `http://site.example/dir/page`. */
export function aSitePage(main: string): PageView {
  return viewOf(`<!doctype html><title>A page</title>
    <ul class="menu"><li id="menu-item-1"><a href="/">Home</a></li><li id="menu-item-2"><a href="/about">About</a></li></ul>
    <main>${main}</main><div id="footer">Written by hand since 3 May 2001</div>`);
}

const WORDS = prose(12, "word");

/** An article without comments. */
export const ARTICLE = `<div id="post-7" class="post"><h1>How bees dance</h1>
  <p class="meta">4 May 2011 by Ann</p><p>${prose(80)}</p></div>`;

/** Pages with comments, by how they are made. */
export const COMMENT_PAGES: Readonly<Record<string, string>> = {
  "numbered list items with permalinks": `${ARTICLE}<ol>${[71, 72]
    .map(
      (id) => `<li id="comment-${id}"><cite><a href="http://a.example/">Bob</a></cite>
        <a href="#comment-${id}">May 5, 2011 at 10:52 am</a><p>${WORDS}</p></li>`,
    )
    .join("")}</ol>`,
  "one numbered comment with a permalink": `${ARTICLE}<div id="c9">Bob, 5.5.2011: ${WORDS}
    <a href="/dir/page#c9">link</a></div>`,
  "an anchor before each comment, a heading that names itself": `${ARTICLE}<div>${[5, 6]
    .map(
      (
        id,
      ) => `<a id="comment-${id}"></a><div><h3><a href="/dir/other#comment-${id}">Well said</a></h3>
        <div>Written by <a href="/user/7">Eva</a>, 17 Červenec, 2011 - 22:33</div><p>${WORDS}</p></div>`,
    )
    .join("")}</div>`,
  "numbered parts with the byline after them": `${ARTICLE}<h2>コメント</h2>
    <div id="c1"><p>${WORDS}</p></div><p>投稿者 yuki : 2005年03月24日 17:11</p>
    <div id="c6"><p>${WORDS}</p></div><p>投稿者 sachi : 2005年03月27日 00:05</p><h2>コメントしてください</h2>`,
  "posts of a forum in tables": `<table>${[32, 33]
    .map(
      (id) => `<tr><td><a name="${id}"></a><b>Bob</b></td><td><a href="/view?p=${id}#${id}">+</a>
        Verfasst am: 05.03.2005 - 04:07</td></tr><tr><td>Mitglied</td><td>${WORDS}</td></tr>`,
    )
    .join("")}</table>`,
  "posts without any id": `<section>${[1, 2, 3]
    .map(
      () => `<div class="post"><div><a href="/user/bob">Bob</a> wrote 3 days ago</div>
        <div>${prose(25)}</div></div>`,
    )
    .join("")}</section>`,
  "texts without ids that bylines separate": `${ARTICLE}<h2>コメント</h2>${["yuki", "sachi"]
    .map(
      (name) => `<div><p>${WORDS}</p></div><p class="by">投稿者 ${name} : 2005年03月24日 17:11</p>`,
    )
    .join("")}<h2>コメントしてください</h2>`,
  "posts without ids, spread over the cells of a table": `<table>${[32, 33, 34]
    .map(
      (id) => `<tr><td><b>Bob</b></td><td><a href="/view?p=${id}#${id}"><img src="/x.gif"></a>
        Verfasst am: 05.03.2005 - 04:07</td></tr><tr><td>Mitglied</td><td>${prose(25)}</td></tr>`,
    )
    .join("")}</table>`,
  "posts without ids whose authors are headings": `<section>${[32, 33, 34]
    .map(
      (id) => `<div><h4><a href="/profile-${id}">Bob</a></h4></div><div><h5>
        <a href="/topic-${id}#msg${id}">Re: bees</a></h5><div class="small">on: May 5, 2011, 10:52:38</div>
        </div><div>${prose(25)}</div>`,
    )
    .join("")}</section>`,
  "comments without ids whose answer form is on another page": `${ARTICLE}<ol class="comments">${[
    71, 72,
  ]
    .map(
      (id) => `<li><cite>Bob</cite> <a href="/dir/page#comment-${id}">May 5, 2011 at 10:52 am</a>
        <p>${WORDS}</p><a href="/answer?to=${id}#respond">Reply</a></li>`,
    )
    .join("")}</ol>`,
  "one comment in a list that says so": `${ARTICLE}<div class="comments"><div class="entry">
    <b>Bob</b> il y a 3 jours<p>${WORDS}</p></div></div>`,
};

/** Pages without comments that look alike in one way or another. */
export const OTHER_PAGES: Readonly<Record<string, string>> = {
  "an article alone": ARTICLE,
  "an empty comment form": `${ARTICLE}<div id="respond" class="comment-respond"><h3>Leave a Reply</h3>
    <form class="comment-form" id="commentform"><label>Comment <textarea id="comment"></textarea></label>
    <p class="comment-notes">Your address will not be published.</p></form></div>`,
  "a heading that says there are none": `${ARTICLE}<h3 id="comments" class="no-comments">0 comments</h3>`,
  "teasers of articles": [11, 12, 13]
    .map(
      (id) => `<div id="post-${id}" class="post"><h2><a href="/dir/page-${id}">About bees</a></h2>
        <p>May ${id}, 2011 by Ann</p><p>${prose(30)}</p><a href="/dir/page-${id}#comments">3 comments</a></div>`,
    )
    .join(""),
  "dated, numbered teasers without headings": `<ul>${[11, 12, 13]
    .map(
      (id) => `<li id="news-${id}">May ${id}, 2011 <a href="/news/${id}">Bees dance in circles</a>
        <p>${prose(30)}</p></li>`,
    )
    .join("")}</ul>`,
  "dated, numbered teasers in a script without spaces": `<ul>${[11, 12, 13]
    .map(
      (id) => `<li id="news-${id}">2011年5月${id}日 <a href="/news/${id}">蜜蜂は円を描いて踊る</a>
        <p>${prose(30)}</p></li>`,
    )
    .join("")}</ul>`,
  "teasers whose articles go on at a numbered place": [11, 12, 13]
    .map(
      (id) => `<div id="post-${id}" class="post"><h2><a href="/dir/page-${id}">Bees</a></h2>
        <p>May ${id}, 2011 by Ann</p><p>${prose(30)}</p><a href="/dir/page-${id}#more-${id}">more</a></div>`,
    )
    .join(""),
  "footnotes with dates, to which the text refers": `<p>${prose(40)}<a href="#note-1">1</a>
    ${prose(9)}<a href="#note-2">2</a></p><ol>${[1, 2]
      .map(
        (id) => `<li id="note-${id}">A book about bees, read on 3 May 2011. ${prose(9)}
        <a href="#ref-${id}">↩</a></li>`,
      )
      .join("")}</ol>`,
  "dated paragraphs of one author": `<h1>News</h1>${[11, 12, 13]
    .map((id) => `<p class="date">May ${id}, 2011</p><p>${prose(30)}</p>`)
    .join("")}`,
  "a forum's index": `<table>${[1, 2, 3]
    .map(
      (
        id,
      ) => `<tr><td><a href="/board-${id}">A board about many things and some more, for all who like them</a></td>
        <td>12</td><td>05.03.2005 - 04:07 <a href="/user/bob">Bob</a> <a href="/topic-${id}#${id}">last</a></td></tr>`,
    )
    .join("")}</table>`,
  "an archive of dates": `<ul>${[1, 2, 3]
    .map((day) => `<li id="day-${day}"><a href="/2011/05/0${day}">${day} May 2011</a></li>`)
    .join("")}</ul>`,
  "recent comments elsewhere": `${ARTICLE}<div class="widget_recent_comments"><ul>${[8, 9]
    .map(
      (id) => `<li class="recentcomments"><span class="comment-author-link">Bob</span> on
        <a href="/dir/other-${id}#comment-${id}">How bees dance</a>, May 5, 2011: ${WORDS}</li>`,
    )
    .join("")}</ul></div>`,
  "notes with links back": `${ARTICLE}<ol>${[1, 2]
    .map((id) => `<li id="cite_note-${id}"><a href="#cite_ref-${id}">^</a> A book about bees.</li>`)
    .join("")}</ol>`,
  "figures by day": `<table>${[1, 2]
    .map(
      (id) =>
        `<tr id="year_${id}"><td><a href="#year_${id}">2011-05-0${id}</a></td><td>1,234,567</td><td>31,000,000</td></tr>`,
    )
    .join("")}</table>`,
};
