/** Pages with rows of dated texts that nobody commented. The texts are invented. */
const TITLES = [
  "How the bees of the north dance",
  "A hive in every garden",
  "Honey is late this year",
];
const TEXT =
  "In the spring many keepers open their hives for the first time and look after the brood, which takes a warm day without wind.";
const MORE = `${TEXT} Those who come too early lose some of it, and those who come late find a swarm in the trees of their neighbours.`;
const POST = `<article class="post"><h1>How bees dance</h1><p>4 May 2011 by Ann</p><p>${TEXT}</p><p>${MORE}</p></article>`;

interface Item {
  readonly id: number;
  readonly day: number;
  readonly title: string;
}

const each = (write: (item: Item) => string): string =>
  TITLES.map((title, index) => write({ id: 71 + index, day: 11 + index, title })).join("");

/** Pages without comments, by their kind. */
export const LISTING_PAGES: Readonly<Record<string, string>> = {
  "news with dates and authors": each(
    ({ id, day, title }) => `<article id="story-${id}"><a href="/news/${id}">${title}</a>
      <div>By Ann Lee | May ${day}, 2011, 10:52</div><p>${MORE}</p></article>`,
  ),
  "news that count their comments, with a text to read on": each(
    ({
      id,
      day,
    }) => `<div class="item" id="item-${id}"><div>May ${day}, 2011 by <a href="/user/ann">Ann</a> | Comments: ${day}</div>
      <p>${MORE}</p><a href="/news/${id}">Read more</a></div>`,
  ),
  "footnotes with the days on which their sources were read": `<p>${MORE}${each(
    ({ id }) => `<sup id="cite_ref-${id}"><a href="#cite_note-${id}">[1]</a></sup> ${TEXT} `,
  )}</p><h2>Notes</h2><ol>${each(
    ({
      id,
      day,
      title,
    }) => `<li id="cite_note-${id}"><b><a href="#cite_ref-${id}">^</a></b> <span>Lee, A. (3 May 2010).
      <a href="http://b.example/${id}">"${title}"</a>. The Journal of Bees. Retrieved ${day} May 2011.</span></li>`,
  )}</ol>`,
  "events with their days": `<h1>Events</h1>${each(
    ({ id, day, title }) => `<div class="event" id="event-${id}"><span>${day} May 2011, 10:52</span>
      <h3><a href="/events/${id}">${title}</a></h3><p>${TEXT}</p></div>`,
  )}`,
  "results of a search": `<h1>Search results for "bees"</h1><ol>${each(
    ({ id, day, title }) => `<li id="result-${id}"><a href="/page-${id}">${title}</a><br>
      <span>May ${day}, 2011 — ${TEXT}</span> <cite>site.example › page-${id}</cite></li>`,
  )}</ol>`,
  "products that count their reviews": `<ul class="products">${each(
    ({
      id,
      day,
      title,
    }) => `<li id="product-${id}"><a href="/p/${id}">${title}</a> <span>4.5 of 5</span>
      <a href="/p/${id}#reviews">${day} reviews</a> <span>Available from ${day} May 2011</span><p>${TEXT}</p></li>`,
  )}</ul>`,
  "a list of publications": `<h1>Publications</h1><ol>${each(
    ({
      id,
      day,
      title,
    }) => `<li id="ref${id}">Lee, A. and Lind, E.: ${title}. The Journal of Bees 12(3), 45–67,
      published ${day} May 2011. <a href="http://doi.example/10.1/${id}">doi:10.1/${id}</a></li>`,
  )}</ol>`,
  "a list of changes by version": `<h1>Changelog</h1>${each(
    ({ id, day }) =>
      `<h2 id="v1-${id}">1.${id} – 2011-05-${day}</h2><ul><li>${TEXT}</li><li>Fixed: ${TEXT}</li></ul>`,
  )}`,
  "a list of changes whose headings lead to themselves": `<h1>Changelog</h1>${each(
    ({
      id,
      day,
    }) => `<h2 id="v1-${id}"><a href="#v1-${id}">1.${id} – 2011-05-${day}</a></h2><ul><li>${TEXT}</li>
      <li>Fixed: ${TEXT}</li></ul>`,
  )}`,
  "a log of commits": `<h1>Commits</h1><table>${each(
    ({ id, day, title }) => `<tr id="c${id}"><td>2011-05-${day}</td><td>Ann Lee</td><td>
      <a href="/dir/page/commit/?id=${id}">${title}</a></td><td><a href="/tree/${id}">tree</a></td></tr>`,
  )}</table>`,
  "the index of a mailing list": `<h1>May 2011 by date</h1><ul>${each(
    ({ id, day, title }) => `<li><a name="${id}" href="/dir/page/0000${id}.html">[bees] ${title}</a>
      <i>Ann Lee</i> <i>(Thu May ${day} 2011 - 10:52:00 CEST)</i></li>`,
  )}</ul>`,
  "the topics of a forum, with their first and last posts": `<h1>Bees</h1><ul class="topics">${each(
    ({
      id,
      day,
      title,
    }) => `<li class="row bg1" id="topic-${id}"><dl><dt><a href="/topic?t=${id}">${title}</a><br>
      by <a href="/member?u=9">Ann</a> on Thu May ${day}, 2011 10:52 am</dt><dd>2 Replies</dd><dd>71 Views</dd>
      <dd>Last post by <a href="/member?u=7">Bob</a> <a href="/topic?p=${id}#p${id}"><img src="/x.gif" alt="latest"></a><br>
      on Fri May ${day}, 2011 8:00 pm</dd></dl></li>`,
  )}</ul>`,
  "episodes of a broadcast": each(
    ({
      id,
      day,
      title,
    }) => `<div class="episode" id="ep${id}"><a href="/ep/${id}"><img src="/x.jpg" alt=""></a>
      <a href="/ep/${id}">${id}: ${title}</a> <span>${day} May 2011 · 45 min</span><p>${TEXT}</p></div>`,
  ),
  "the posts of one member, each with its thread": `<h1>Posts by Bob</h1>${each(
    ({
      id,
      day,
      title,
    }) => `<div class="search post" id="r${id}"><div>Topic: <a href="/topic-${id}">${title}</a>
      Posted: May ${day}, 2011 10:52</div><p>${MORE}</p><a href="/topic-${id}#p${id}">Jump to post</a></div>`,
  )}`,
  "an article with a form, and other articles with their days": `${POST}<h3>Leave a Reply</h3><form><textarea></textarea></form>
    <h3>Read also</h3><ul>${each(
      ({ id, day, title }) =>
        `<li><a href="/news/${id}">${title}</a> <span>May ${day}, 2011</span></li>`,
    )}</ul><p>Last changed on 5 May 2011 by the editors of this site</p>`,
  "an article whose comments a script would fetch": `${POST}<h3>3 comments</h3><div id="thread-71"></div>
    <footer>© 2011 by the keepers. Last changed on 5 May 2011.</footer>`,
  "a diary": `<h1>Diary</h1>${each(
    ({ id, day }) =>
      `<div class="entry" id="e${id}"><div>May ${day}, 2011</div><p>${MORE}</p></div>`,
  )}`,
  "the members of a club": `<table>${each(
    ({ id, day }) =>
      `<tr id="u${id}"><td><a href="/u/${id}">Bob</a></td><td>Joined ${day} May 2011</td><td>${TEXT}</td></tr>`,
  )}</table>`,
  "articles that end with their category and number of comments": each(
    ({
      id,
      day,
      title,
    }) => `<div id="post-${id}"><h2><a href="/p/${id}">${title}</a></h2><p>Posted on May ${day}, 2011 by Ann</p>
      <p>${TEXT}</p><p>Posted in <a href="/c/bees">Bees</a> | <a href="/p/${id}#comments">3 Comments</a></p></div>`,
  ),
  "articles that offer a reply": each(
    ({
      id,
      day,
      title,
    }) => `<article id="post-${id}"><h2><a href="/p/${id}">${title}</a></h2><div>May ${day}, 2011 |
      <a href="/p/${id}#respond">Reply</a></div><p>${TEXT}</p></article>`,
  ),
  "work that is offered": each(
    ({
      id,
      day,
    }) => `<div id="job-${id}"><a href="/jobs/${id}">Keeper of bees (m/f)</a><div>Berlin · full time</div>
      <div>Online since ${day} May 2011</div><p>${TEXT}</p></div>`,
  ),
  "files to download": `<table>${each(
    ({
      id,
      day,
      title,
    }) => `<tr id="file${id}"><td><a href="/f/${id}.pdf">bees-${id}.pdf</a></td><td>${day} May 2011</td><td>1.2 MB</td>
      <td>${title}. ${TEXT}</td></tr>`,
  )}</table>`,
  "a law with its changes": `<h1>Act on Bees</h1>${each(
    ({ id, day }) =>
      `<div id="sec${id}"><p>§ ${id} ${TEXT}</p><p>Amended on ${day} May 2011 by the Act on Honey.</p></div>`,
  )}`,
  "a history by day": `<ul>${each(
    ({ id, day }) => `<li id="t${id}"><b>${day} May 1911</b><p>${MORE}</p></li>`,
  )}</ul>`,
  "versions with their changes": each(
    ({
      id,
      day,
    }) => `<section id="r${id}"><h2><a href="/dir/page/tag/v1.${id}">v1.${id}</a></h2><div>ann released this ${day} May 2011</div>
      <ul><li>${TEXT}</li></ul></section>`,
  ),
  "what one member commented elsewhere": `<ul>${each(
    ({
      id,
      day,
      title,
    }) => `<li id="a${id}">Bob commented on <a href="/p/${id}#comment-${id}">${title}</a>
      <span>${day} May 2011</span><p>${TEXT}</p></li>`,
  )}</ul>`,
  "notes to the press": each(
    ({
      id,
      day,
      title,
    }) => `<div class="pm" id="pm${id}"><div>${day}.05.2011</div><div><b>${title}</b></div><p>${TEXT}</p>
      <a href="/pm/${id}">mehr</a></div>`,
  ),
};
