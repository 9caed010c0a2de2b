/**
 * Pages with comments as common engines write them, in general outline. The texts are invented. No page
 * is a copy of a site.
 */
const SHORT = "I did not know that bees could do this.";
const LONG =
  "My grandfather had hives behind his barn, and he always said that they talk to each other. Now I see what he meant by that.";
const POST = `<article class="post"><h1>How bees dance</h1><p>4 May 2011 by Ann</p><p>${LONG}</p><p>${LONG} ${SHORT}</p></article>`;

/** Who said what, when; the times are as the page of the engine prints them. */
interface Said {
  readonly id: number;
  readonly who: string;
  readonly text: string;
}

const SAID: readonly Said[] = [
  { id: 8071, who: "bob", text: SHORT },
  { id: 8074, who: "Eva Lind", text: LONG },
  { id: 8079, who: "yuki", text: SHORT },
];

const each = (write: (said: Said) => string): string => SAID.map(write).join("");

function wordPress(heading: string, says: string, date: string, reply: string): string {
  return `${POST}<div id="comments"><h3 id="comments-title">${heading}</h3><ol class="commentlist">${each(
    ({ id, who, text }) => `<li class="comment even" id="comment-${id}"><div id="div-${id}">
      <cite class="fn">${who}</cite> <span>${says}</span>
      <div class="comment-meta"><a href="/dir/page#comment-${id}">${date}</a></div><p>${text}</p>
      <div><a rel="nofollow" href="/dir/page?replytocom=${id}#respond">${reply}</a></div></div></li>`,
  )}</ol></div><div id="respond"><h3>${reply}</h3><form><textarea name="comment"></textarea></form></div>`;
}

/** The same without a class or an id that names comments: themes of a page builder. */
function namelessTheme(heading: string, date: string): string {
  return `${POST}<section class="x-12"><h3>${heading}</h3><div class="y-3">${each(
    ({ id, who, text }) => `<div class="z-4" id="i${id}"><div class="q"><b>${who}</b>
      <a href="/dir/page#i${id}">${date}</a></div><div class="w"><p>${text}</p></div></div>`,
  )}</div></section>`;
}

/** Pages with comments, by the engine. */
export const ENGINE_PAGES: Readonly<Record<string, string>> = {
  "Discourse, as written for readers without scripts": `<h1><a href="/dir/page">How bees dance</a></h1>${each(
    ({
      id,
      who,
      text,
    }) => `<div id="post_${id}" class="topic-body crawler-post" itemprop="comment" itemscope>
      <div class="crawler-post-meta"><span class="creator"><a href="/u/${who}"><span>${who}</span></a></span>
      <span><time class="post-time">May 5, 2011, 10:52am</time> <span>1</span></span></div>
      <div class="post"><p>${text}</p></div><div><span class="post-likes">3 Likes</span></div></div>`,
  )}`,
  "WordPress in German": wordPress(
    "3 Gedanken zu „Wie Bienen tanzen“",
    "sagt:",
    "5. Mai 2011 um 10:52 Uhr",
    "Antworten",
  ),
  "WordPress in French": wordPress(
    "3 réflexions sur « Les abeilles »",
    "a dit :",
    "5 mai 2011 à 10 h 52 min",
    "Répondre",
  ),
  "WordPress in Japanese": wordPress(
    "「蜂の踊り」への3件のフィードバック",
    "より:",
    "2011年5月5日 10:52 AM",
    "返信",
  ),
  "a theme without class names, in German": namelessTheme(
    "3 Gedanken zu „Wie Bienen tanzen“",
    "5. Mai 2011 um 10:52 Uhr",
  ),
  "a theme without class names, in French": namelessTheme(
    "3 réflexions sur « Les abeilles »",
    "5 mai 2011 à 10 h 52 min",
  ),
  "a theme without class names, in Japanese": namelessTheme(
    "「蜂の踊り」への3件のフィードバック",
    "2011年5月5日 10:52 AM",
  ),
  "a table of comments by level, with links to the next one": `<table><tr class="athing" id="8000"><td>
    <a href="http://bees.example/dance">How bees dance</a></td></tr><tr><td>71 points by ann 3 days ago |
    <a href="/dir/page?id=8000">3 comments</a></td></tr></table><table class="tree">${each(
      ({
        id,
        who,
        text,
      }) => `<tr class="athing" id="${id}"><td><table><tr><td class="ind"><img src="/s.gif"></td>
      <td class="default"><div><span class="head"><a href="/user?id=${who}">${who}</a>
      <span class="age"><a href="/item?id=${id}">3 days ago</a></span> | <a href="#${id + 3}">next</a> [–]</span></div><br>
      <div class="text"><span>${text}</span><div><u><a href="/reply?id=${id}">reply</a></u></div></div></td></tr></table></td></tr>`,
    )}</table>`,
  "answers within answers, each in a block of the one before": `<h1><a href="http://bees.example/dance">How bees dance</a></h1>
    <div class="commentarea">${SAID.reduceRight(
      (
        answers,
        { id, who, text },
      ) => `<div class="thing comment" id="t1_${id}"><div class="entry"><p class="tagline"><a href="/user/${who}">${who}</a>
      <span>3 points</span> <time>3 days ago</time></p><div class="md"><p>${text}</p></div><ul><li>
      <a href="/dir/page/c${id}/">permalink</a></li><li><a href="#t1_${id - 3}">parent</a></li></ul></div>
      <div class="child">${answers}</div></div>`,
      "",
    )}</div>`,
  "a question with answers, each with its date below": `<h1><a href="/dir/page">How do bees dance?</a></h1>
    <div id="question"><div><p>${LONG}</p></div><div>asked <span>May 4, 2011 at 8:00</span>
    <a href="/users/3/ann">ann</a></div></div><div id="answers"><h2>3 Answers</h2>${each(
      ({
        id,
        who,
        text,
      }) => `<div id="answer-${id}" class="answer"><div class="votes">4</div><div><p>${text}</p></div>
      <div class="foot"><a href="/a/${id}">Share</a> <a href="/posts/${id}/edit">Improve this answer</a>
      <div>answered <span>May 5, 2011 at 10:52</span></div><div><a href="/users/${id}/u">${who}</a> <span>1,234</span></div></div></div>`,
    )}<h2>Your Answer</h2><form><textarea></textarea></form></div>`,
  "a question with one answer": `<h1><a href="/dir/page">How do bees dance?</a></h1>
    <div class="post"><div><p>${LONG}</p></div><div>asked <span>May 4, 2011 at 8:00</span>
    <a href="/users/3/ann">ann</a></div></div><h2>1 Answer</h2><div class="post" id="answer-71"><div><p>${LONG}</p></div>
    <div>answered <span>May 5, 2011 at 10:52</span> <a href="/users/9/bob">bob</a></div></div><h2>Your Answer</h2>`,
  "posts of a forum with its members beside them": `<ol class="posts">${each(
    ({
      id,
      who,
      text,
    }) => `<li class="container" id="post_${id}"><div class="posthead"><span>05-05-2011, <span>10:52 AM</span></span>
      <span><a name="post${id}" href="/dir/page?p=${id}#post${id}">#1</a></span></div><div class="details">
      <div class="userinfo"><a href="/member?9-bob"><strong>${who}</strong></a><dl><dt>Join Date</dt><dd>May 2009</dd>
      <dt>Posts</dt><dd>71</dd></dl></div><div class="body"><h2 class="title">Re: bees</h2><div><blockquote>${text}</blockquote>
      </div></div></div></li>`,
  )}</ol>`,
  "posts of a forum that name their authors in headings": `<h1>How bees dance</h1>${each(
    ({
      id,
      who,
      text,
    }) => `<article class="message" id="js-post-${id}"><div class="cell-user"><h4><a href="/members/${who}.9/">${who}</a></h4>
      <h5>Member</h5></div><div class="cell-main"><ul><li><a href="/dir/page/post-${id}"><time>May 5, 2011</time></a></li>
      <li><a href="/dir/page/post-${id}">#1</a></li></ul><div class="wrapper">${text} ${text}</div></div></article>`,
  )}`,
  "a thread with one post": `<h1>How bees dance</h1><table><tr><td><a name="8071"></a><b>Bob</b></td><td>
    <a href="/dir/page?p=8071#8071"><img src="/x.gif"></a> Posted: Thu May 05, 2011 10:52 am</td></tr>
    <tr><td>Joined: 28 Jan 2003</td><td>${SHORT} ${SHORT}</td></tr></table>`,
  "a definition list of comments": `${POST}<h4>3 comments:</h4><dl class="block">${each(
    ({
      id,
      who,
      text,
    }) => `<dt id="c${id}"><a name="c${id}"></a><a href="http://${id}.example/">${who}</a> said...</dt>
      <dd><p>${text}</p></dd><dd class="footer"><span><a href="/dir/page?show=1#c${id}">May 5, 2011 at 10:52 AM</a></span></dd>`,
  )}</dl>`,
  "responses below a story, with generated class names": `${POST}<h2>Responses (3)</h2><div class="ab">${each(
    ({
      who,
      text,
    }) => `<div class="cd ef"><div class="gh"><a href="/@${who}"><p class="be b">${who}</p></a><p class="be c">May 5, 2011</p></div>
      <div class="ij"><pre><div>${text}</div></pre></div><div><button>3</button><button>1 reply</button></div></div>`,
  )}</div>`,
  "readers' opinions below the news, with headings of their own": `${POST}<section id="forum"><h2>Kommentare (3)</h2>${each(
    ({
      id,
      who,
      text,
    }) => `<div class="posting" id="posting-${id}"><header><span>${who}</span> <time>vor 3 Stunden</time>
      <a href="#posting-${id}">#1.1</a></header><h3>Sehr gut</h3><p>${text}</p><button>Antworten</button></div>`,
  )}</section>`,
};

/** Further pages, written after the rules were made for those above; some of the rules are from them. */
export const MORE_ENGINE_PAGES: Readonly<Record<string, string>> = {
  "Drupal, with a subject for each comment": `${POST}<section id="comments"><h2>Comments</h2>${each(
    ({
      id,
      who,
      text,
    }) => `<article id="comment-${id}" class="js-comment"><footer><p>Submitted by ${who} on
      Thu, 05/05/2011 - 10:52</p></footer><div><h3><a href="/comment/${id}#comment-${id}">Nice</a></h3><div><p>${text}</p></div>
      <ul><li><a href="/comment/reply/node/7/c/${id}">Reply</a></li></ul></div></article>`,
  )}</section>`,
  "posts whose headings lead to themselves": each(
    ({
      id,
      who,
      text,
    }) => `<div id="p${id}" class="post bg2"><dl><dt><a href="/member?u=2">${who}</a></dt><dd>Posts: 71</dd>
      <dd>Joined: Tue Jul 22, 2008 2:31 pm</dd></dl><div><h3><a href="#p${id}">Re: Bees</a></h3><p><a href="/dir/page?p=${id}#p${id}"><i></i></a>
      by <strong><a href="/member?u=2">${who}</a></strong> » Thu May 05, 2011 10:52 am</p><div>${text}</div></div></div>`,
  ),
  "a forum in Chinese": each(
    ({
      id,
      who,
      text,
    }) => `<div id="post_${id}"><table><tr><td><div><a href="/space-uid-${id}.html">${who}</a></div><p>积分 71</p></td>
      <td><div><a href="/dir/page?pid=${id}#pid${id}">2#</a> <em>发表于 2011-5-5 10:52</em></div><div>${text}</div>
      <div><a href="/reply?id=${id}">回复</a> <a>举报</a></div></td></tr></table></div>`,
  ),
  "reports of errors, with bylines as headings": `<h1>Bees dance wrongly #71</h1>${each(
    ({
      id,
      who,
      text,
    }) => `<div id="issuecomment-${id}"><h3><strong><a href="/${who}">${who}</a></strong> commented
      <a href="#issuecomment-${id}">May 5, 2011</a></h3><div><p>${text}</p></div></div>`,
  )}`,
  "reviews of a product": `<h1>Hive</h1><p>${LONG}</p><h2>Reviews (3)</h2>${each(
    ({
      id,
      who,
      text,
    }) => `<div id="rev-${id}"><span>5 stars</span> <b>Great</b><div>By ${who} on May 5, 2011</div><p>${text}</p>
      <span>2 people found this helpful</span></div>`,
  )}`,
  "a guest book in Russian": `<h1>Гостевая книга</h1>${each(
    ({
      id,
      who,
      text,
    }) => `<table id="m${id}"><tr><td><b>${who}</b></td><td>5 мая 2011, 10:52</td></tr><tr><td>${text}</td></tr>
      <tr><td><a href="/reply/${id}">Ответить</a></td></tr></table>`,
  )}`,
  "the letters of a thread": `<h1>[bees] How do bees dance?</h1>${each(
    ({
      id,
      who,
      text,
    }) => `<div id="msg${id}"><div><b>${who}</b> <span>5 May 2011 10:52</span></div><pre>${text} ${LONG}</pre>
      <div><a href="/reply/${id}">Reply</a> <a href="/msg/${id}">link</a></div></div>`,
  )}`,
  "opinions below the news, in Chinese": `${POST}<h3>网友评论(3)</h3><ul>${each(
    ({ id, who, text }) =>
      `<li id="c${id}"><div>${who} <span>2011-05-05 10:52</span></div><p>${text}</p><div><a>顶(3)</a></div></li>`,
  )}</ul>`,
  "comments in Arabic": `${POST}<h3>3 تعليقات على “النحل”</h3><ol>${each(
    ({
      id,
      who,
      text,
    }) => `<li id="comment-${id}"><div><b>${who}</b> يقول:</div><div>5 مايو، 2011 الساعة 10:52 ص</div><p>${text}</p>
      <a href="/dir/page?replytocom=${id}#respond">رد</a></li>`,
  )}</ol>`,
  "comments of a static site, authors as headings": `${POST}<h4>Conversation</h4>${each(
    ({ who, text }) =>
      `<div class="k-card"><h5>${who}</h5><small>May 5, 2011</small><p>${text}</p><a href="#form">Reply to ${who}</a></div>`,
  )}`,
  "comments of a network, dates below": `${POST}<div>${each(
    ({
      id,
      who,
      text,
    }) => `<div class="x1"><div><a href="/u/${who}">${who}</a><div>${text}</div></div><div><a>Like</a> · <a>Reply</a> ·
      <a href="/dir/page?c=${id}">3 days ago</a></div></div>`,
  )}</div>`,
};

/** Pages whose only sign is a number: headings may be those of articles, and one post an article. */
export const ONLY_BY_NUMBERS: ReadonlySet<string> = new Set([
  "a thread with one post",
  "posts whose headings lead to themselves",
  "reports of errors, with bylines as headings",
]);

const NUMBERED_NAME = /\s(?:id|name)="[^"]*\d[^"]*"/g;
const NUMBERED_PLACE = /(href="[^"#]*)#[^"]*\d[^"]*"/g;

/** The same page where no element has a numbered name, and no link leads to one. */
export function withoutNumbers(html: string): string {
  return html.replaceAll(NUMBERED_NAME, "").replaceAll(NUMBERED_PLACE, '$1"');
}
