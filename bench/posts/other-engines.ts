/** Markup of answers, nested comments, microblogs and mail archives in general outline. No page is a copy of a site. */
import type { EnginePage } from "./forum-engines.ts";
import { dateParts, eachPost, iso, likes, paragraphs, sitePage, slug, when } from "./page-parts.ts";
import { longAge, shortAge, type WrittenPost, type WrittenThread } from "./thread-forms.ts";

const AVATAR = `<img class="avatar" src="/avatar.png" alt="">`;
const AD = "Sponsored: buy a smoker for your bees today";

/** Microdata for readers without scripts, in the manner of Discourse. */
const discourse: EnginePage = (thread) => {
  const posts = eachPost(
    thread,
    (post) => {
      const { month, d, y, h12, min, half } = dateParts(post.at);
      return `<div id='post_${post.index + 1}' itemprop='comment' itemscope itemtype='http://schema.org/Comment' class='topic-body crawler-post'><div class='crawler-post-meta'><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href='/u/${slug(post.author)}'>${thread.hasAvatars ? AVATAR : ""}<span itemprop='name'>${post.author}</span></a></span><link itemprop="mainEntityOfPage" href="/t/hives/${thread.id}"><span class="crawler-post-infos"><time itemprop='datePublished' datetime='${iso(post.at)}Z' class='post-time'>${thread.isRecent ? `${month} ${d}` : `${month} ${d}, ${y}, ${h12}:${min}${half}`}</time><meta itemprop='dateModified' content='${iso(post.editedAt ?? post.at)}Z'><span itemprop='position'>${post.index + 1}</span></span></div>
      <div class='post' itemprop='text'>${when(post.quoted, (quoted) => `<aside class="quote" data-post="${quoted.index + 1}" data-topic="${thread.id}"><div class="title">${quoted.author}:</div><blockquote>${paragraphs(quoted.text)}</blockquote></aside>`)}${paragraphs(post.text)}</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="userInteractionCount" content="3"><span class='post-likes'>${post.likedBy.length > 0 ? "3 Likes" : ""}</span></div></div>`;
    },
    (post) =>
      `<div id='post_${post.index + 1}' class='topic-body crawler-post'><div class='post'><p>(post deleted by author)</p></div></div>`,
    `<div class='topic-body ad'>${AD}</div>`,
  );
  return sitePage(
    thread,
    `<div id="topic-title"><h1><a href="/t/hives/${thread.id}">${thread.title}</a></h1></div><div itemscope itemtype='http://schema.org/DiscussionForumPosting'><meta itemprop='headline' content='${thread.title}'>${posts}</div>`,
    `<link rel="canonical" href="http://forum.example/t/hives/${thread.id}">`,
  );
};

/** A stream of articles with the date below or beside, in the manner of Flarum. */
const flarum: EnginePage = (thread) => {
  const posts = eachPost(
    thread,
    (post) => {
      const { mon, day, month, d, y, h12, min, half } = dateParts(post.at);
      const time = `<time pubdate datetime="${iso(post.at)}.000Z" title="${day}, ${month} ${d}, ${y} ${h12}:${min} ${half.toUpperCase()}" data-humantime>${thread.isRecent ? longAge(post.at) : `${mon} ${d}`}</time>`;
      return `<div class="PostStream-item" data-index="${post.index}" data-time="${iso(post.at)}Z" data-number="${post.index + 1}" data-id="${post.id}" data-type="comment"><article class="CommentPost Post"><div><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3><a href="/u/${slug(post.author)}">${thread.hasAvatars ? `<span class="Avatar PostUser-avatar">${post.author.slice(0, 1)}</span>` : ""}<span class="username">${post.author}</span></a></h3></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle">${time}</a></div></li>${when(post.editedAt, (at) => `<li class="item-edited"><span class="PostEdited" title="Edited ${iso(at)}Z">Edited</span></li>`)}</ul></header>
      <div class="Post-body">${when(post.quoted, (quoted) => `<blockquote><p><a href="/d/${thread.id}/${quoted.index + 1}" class="PostMention" data-id="${quoted.id}">${quoted.author}</a></p>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div><aside class="Post-actions"><ul><li><button>Reply</button></li><li><button>Like</button></li></ul></aside><footer class="Post-footer"><ul>${post.likedBy.length > 0 ? `<li><div class="Post-likedBy">${likes(post, "like this")}</div></li>` : ""}</ul></footer></div></article></div>`;
    },
    (post) =>
      `<div class="PostStream-item" data-index="${post.index}" data-id="${post.id}"><article class="CommentPost Post Post--hidden"><div>Deleted</div></article></div>`,
    `<div class="PostStream-ad">${AD}</div>`,
  );
  return sitePage(
    thread,
    `<header class="Hero"><h1 class="DiscussionHero-title">${thread.title}</h1></header><div class="PostStream">${posts}</div>`,
    `<link rel="canonical" href="http://forum.example/d/${thread.id}-hives">`,
  );
};

/** Dates in empty elements, which a script fills, in the manner of NodeBB. */
const nodeBb: EnginePage = (thread) => {
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<li component="post" class="posts-list-item topic-owner-post" data-index="${post.index}" data-pid="${post.id}" data-uid="${post.member}" data-timestamp="${post.at}" data-username="${post.author}" itemprop="comment"><a component="post/anchor" data-index="${post.index}" id="${post.index}"></a><meta itemprop="datePublished" content="${iso(post.at)}.000Z"><div class="d-flex post-container">${thread.hasAvatars ? `<a href="/user/${slug(post.author)}"><span class="avatar">${post.author.slice(0, 1)}</span></a>` : ""}<div class="post-header"><a class="fw-bold" href="/user/${slug(post.author)}" data-username="${post.author}" data-uid="${post.member}">${post.author}</a> <span class="text-muted">wrote on <a href="/post/${post.id}" class="timeago-link"><span class="timeago" title="${iso(post.at)}.000Z"></span></a></span> <span component="post/edit-indicator" class="edit-icon"></span>${when(post.editedAt, (at) => `<span component="post/editor" class="hidden">last edited by ${post.author} <span class="timeago" title="${iso(at)}.000Z"></span></span>`)} <a href="/post/${post.id}" class="post-index">#${post.index + 1}</a></div>
      <div class="content text-break" component="post/content" itemprop="text">${when(post.quoted, (quoted) => `<p><a href="/user/${slug(quoted.author)}">@${quoted.author}</a> <a href="/post/${quoted.id}">said</a>:</p><blockquote>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div>${when(post.signature, (text) => `<div component="post/signature" class="post-signature">${text}</div>`)}<div class="post-footer"><a component="post/reply-count" href="#">1 Reply</a> <a component="post/upvote"><i></i></a><span component="post/vote-count">${post.likedBy.length}</span></div></div></li>`,
    (post) =>
      `<li component="post" class="posts-list-item deleted" data-index="${post.index}" data-pid="${post.id}"><div class="content">This post is deleted!</div></li>`,
    `<li class="ad-item">${AD}</li>`,
  );
  return sitePage(
    thread,
    `<h1 component="post/header"><span component="topic/title">${thread.title}</span></h1><ul component="topic" class="posts timeline" data-tid="${thread.id}" data-cid="2">${posts}</ul>`,
    `<link rel="canonical" href="http://forum.example/topic/${thread.id}/hives">`,
  );
};

/** Answers with the date in a title and the name in a card, in the manner of StackExchange. */
const questions: EnginePage = (thread) => {
  const time = (at: number, word: string): string => {
    const { mon, d, y, hh, min } = dateParts(at);
    const shown = thread.isRecent
      ? longAge(at)
      : `${mon} ${d} '${String(y).slice(2)} at ${hh}:${min}`;
    return `<div class="user-action-time">${word} <span title="${iso(at).replace("T", " ")}Z" class="relativetime">${shown}</span></div>`;
  };
  const posts = eachPost(
    thread,
    (post) => {
      const isQuestion = post.index === 0;
      const kind = isQuestion ? "question" : "answer";
      return `<div id="${kind}-${post.id}" class="${kind} js-${kind}" data-${kind}id="${post.id}"><div class="post-layout"><div class="votecell"><div class="js-voting-container"><button>Up vote</button><div class="js-vote-count" data-value="${post.index * 3}">${post.index * 3}</div></div></div><div class="${kind}cell post-layout--right"><div class="s-prose js-post-body" itemprop="text">${when(post.quoted, (quoted) => `<blockquote>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div><div class="mt24"><div class="d-flex"><div class="post-menu"><a href="/${isQuestion ? "q" : "a"}/${post.id}" class="js-share-link">Share</a> <button>Follow</button></div>${when(post.editedAt, (at) => `<div class="post-signature"><div class="user-info">${time(at, "edited")}<div class="user-gravatar32"></div><div class="user-details"><a href="/users/7/editor">The Editor</a><div class="-flair"><span class="reputation-score">9,310</span></div></div></div></div>`)}<div class="post-signature owner"><div class="user-info">${time(post.at, isQuestion ? "asked" : "answered")}<div class="user-gravatar32">${thread.hasAvatars ? `<a href="/users/${post.member}">${AVATAR}</a>` : ""}</div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/${post.member}/${slug(post.author)}">${post.author}</a><div class="-flair"><span class="reputation-score">${post.count}</span><span class="badgecount">3</span></div></div></div></div></div></div></div></div></div>`;
    },
    (post) =>
      `<div id="answer-${post.id}" class="answer deleted-answer"><div class="post-layout">Deleted by its author.</div></div>`,
    `<div class="js-ad-wrapper">${AD}</div>`,
  );
  return sitePage(
    thread,
    `<div id="question-header"><h1><a href="/questions/${thread.id}/hives" class="question-hyperlink">${thread.title}</a></h1></div><div class="js-stats">Asked <time itemprop="dateCreated" datetime="${iso(thread.posts[0]?.at ?? 0)}">16 years ago</time> Viewed <span>310 times</span></div><div id="mainbar">${posts}</div>`,
    `<link rel="canonical" href="http://forum.example/questions/${thread.id}/hives">`,
  );
};

function nested(
  thread: WrittenThread,
  write: (post: WrittenPost, answers: string) => string,
): string {
  const [first, ...others] = thread.posts;
  const under = (parent: WrittenPost): string =>
    others
      .filter((post) => post.parent === parent)
      .map(
        (post) =>
          write(post, under(post)) +
          (thread.hasAds && post.index % 2 === 0 ? `<div class="promotedlink">${AD}</div>` : ""),
      )
      .join("");
  return first === undefined ? "" : write(first, under(first));
}

/** Nested comments with points, in the manner of Reddit before scripts. */
const nestedThings: EnginePage = (thread) => {
  const content = nested(thread, (post, answers) => {
    const { day, mon, dd, y, hh, min } = dateParts(post.at);
    const time = (at: number, name: string): string =>
      `<time title="${day} ${mon} ${dd} ${hh}:${min}:00 ${y} UTC" datetime="${iso(at)}+00:00" class="${name}">${thread.isRecent ? longAge(post.at) : "16 years ago"}</time>`;
    const key = `t1_c${post.id}`;
    const inside = post.isDeleted
      ? `<p class="tagline"><em>[deleted]</em> <span class="score">1 point</span></p><div class="usertext-body"><div class="md"><p>[removed]</p></div></div>`
      : `<p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a><a href="/user/${slug(post.author)}" class="author">${post.author}</a><span class="score unvoted" title="${post.count}">${post.count} points</span> ${time(post.at, "live-timestamp")}${when(post.editedAt, (at) => ` <time class="edited-timestamp" title="last edited 1 year ago" datetime="${iso(at)}+00:00">*</time>`)}</p><form><input type="hidden" name="thing_id" value="${key}"/><div class="usertext-body"><div class="md">${when(post.quoted, (quoted) => `<blockquote>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div></div></form><ul class="flat-list buttons"><li><a href="/r/bees/comments/x${thread.id}/hives/c${post.id}/" class="bylink">permalink</a></li><li><a class="reply-button" href="javascript:void(0)">reply</a></li></ul>`;
    return `<div class="thing id-${key} comment" id="thing_${key}" data-fullname="${key}" data-author="${post.isDeleted ? "[deleted]" : post.author}"><div class="midcol"><div class="arrow up"></div></div><div class="entry unvoted">${inside}</div><div class="child">${answers === "" ? "" : `<div class="sitetable listing">${answers}</div>`}</div><div class="clearleft"></div></div>`;
  });
  return sitePage(
    thread,
    `<h1><a href="/r/bees/comments/x${thread.id}/hives/">${thread.title}</a></h1><div class="commentarea"><div class="panestack-title"><span class="title">all ${thread.posts.length} comments</span></div><div class="sitetable nestedlisting">${content}</div></div>`,
    `<link rel="canonical" href="http://forum.example/r/bees/comments/x${thread.id}/hives/">`,
  );
};

/** Nested articles whose date is the tip of a short age, in the manner of Lemmy. */
const nestedTips: EnginePage = (thread) => {
  const content = nested(thread, (post, answers) => {
    const { month, d, y, h12, min, half } = dateParts(post.at);
    const head = `<a class="person-listing" title="${post.author}" href="/u/${slug(post.author)}">${thread.hasAvatars ? AVATAR : ""}<span>${post.author}</span></a> <span class="badge">${post.count}</span> <span class="mx-1"> • </span><span class="moment-time pointer" data-tippy-content="${month} ${d}, ${y} at ${h12}:${min} ${half.toUpperCase()}">${thread.isRecent ? longAge(post.at) : "16 years ago"}</span>${when(post.editedAt, (at) => ` <span class="font-italics">edited <span class="pointer" data-tippy-content="${dateParts(at).month} ${dateParts(at).d}, ${dateParts(at).y} at 9:10 AM">14 years ago</span></span>`)}`;
    return `<li class="comment"><article id="comment-${post.id}" class="details comment-node py-2"><div class="ms-2"><div class="d-flex flex-wrap small">${post.isDeleted ? "<em>deleted by creator</em>" : head}</div><div class="comment-content">${post.isDeleted ? "" : `<div class="md-div">${when(post.quoted, (quoted) => `<blockquote>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div>`}<div class="comment-bottom-btns"><a href="/comment/${post.id}" title="link">link</a> <button>reply</button></div></div></div></article>${answers === "" ? "" : `<ul class="comments border-top">${answers}</ul>`}</li>`;
  });
  return sitePage(
    thread,
    `<h1 class="post-title"><a href="/post/${thread.id}">${thread.title}</a></h1><ul class="comments">${content}</ul>`,
    `<link rel="canonical" href="http://forum.example/post/${thread.id}">`,
  );
};

/** Short notes with an age alone, in the manner of Mastodon. */
const notes: EnginePage = (thread) => {
  const posts = eachPost(
    thread,
    (post) => {
      const { mon, d, y, hh, min } = dateParts(post.at);
      return `<div class="entry h-entry ${post.index === 0 ? "entry-center" : "entry-successor"}"><div class="status" data-id="1100${post.id}"><a class="status__relative-time u-url" href="/@${slug(post.author)}/1100${post.id}" rel="noopener"><time class="time-ago" datetime="${iso(post.at)}Z" title="${mon} ${d}, ${y}, ${hh}:${min}">${thread.isRecent ? shortAge(post.at) : `${mon} ${d}`}</time></a>${when(post.editedAt, (at) => `<abbr title="Edited ${iso(at)}Z">*</abbr>`)}<div class="p-author h-card"><a class="status__display-name u-url" href="/@${slug(post.author)}">${thread.hasAvatars ? AVATAR : ""}<span class="display-name"><bdi><strong class="display-name__html p-name emojify">${post.author}</strong></bdi> <span class="display-name__account">@${slug(post.author)}</span></span></a></div>
      <div class="status__content e-content"><div class="e-content" lang="en">${when(post.quoted, (quoted) => `<blockquote>${paragraphs(quoted.text)}</blockquote>`)}${paragraphs(post.text)}</div></div><div class="status__action-bar"><span>${post.index}</span> <a class="modal-button" href="/interact/1100${post.id}?type=reply">Reply</a>${post.likedBy.length > 0 ? `<div class="boosts">${likes(post, "")}</div>` : ""}</div></div></div>`;
    },
    () => `<div class="entry entry-successor"><div class="status">This post is gone.</div></div>`,
    `<div class="entry promo">${AD}</div>`,
  );
  return sitePage(thread, `<div class="activity-stream">${posts}</div>`);
};

/** Pages of threads, by the engine in whose manner they are. */
export const OTHER_ENGINES: Readonly<Record<string, EnginePage>> = {
  Discourse: discourse,
  Flarum: flarum,
  NodeBB: nodeBb,
  StackExchange: questions,
  Reddit: nestedThings,
  Lemmy: nestedTips,
  Mastodon: notes,
};

/** A page of one message of a thread. */
export type MessagePage = (thread: WrittenThread, post: WrittenPost) => string;

/** Returns the text of a message without its signature: lines that it quotes begin with `> `. */
export function messageText({ quoted, text }: WrittenPost): string {
  const cited =
    quoted === undefined ? "" : `${quoted.author} wrote:\n${quoted.text.replace(/^/gm, "> ")}\n\n`;
  return `${cited}${text}`;
}

function written(post: WrittenPost): string {
  return `${messageText(post)}${when(post.signature, (text) => `\n\n-- \n${text}`)}`;
}

const idOf = (post: WrittenPost): string => `2008${post.id}.AB12@mail.example`;

/** Head and text of a message in the manner of Mailman's archives. */
const pipermail: MessagePage = (thread, post) => {
  const { day, mon, d, hh, min, y } = dateParts(post.at);
  const address = `mailto:list%40mail.example?Subject=Re:%20Hives&In-Reply-To=%3C${encodeURIComponent(idOf(post))}%3E`;
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><HTML><HEAD><TITLE> [bees] ${thread.title}</TITLE><LINK REL="Index" HREF="index.html"><LINK REL="made" HREF="${address}"></HEAD><BODY BGCOLOR="#ffffff"><H1>[bees] ${thread.title}</H1><B>${post.author}</B> <A HREF="${address}" TITLE="[bees] ${thread.title}">bee at mail.example</A><BR><I>${day} ${mon} ${String(d).padStart(2)} ${hh}:${min}:00 UTC ${y}</I><P><UL><LI>Previous message: <A HREF="000${post.id - 3}.html">[bees] Smoke</A></LI><LI>Next message: <A HREF="000${post.id + 3}.html">[bees] Wax</A></LI><LI><B>Messages sorted by:</B> <a href="date.html#${post.id}">[ date ]</a><a href="thread.html#${post.id}">[ thread ]</a></LI></UL><HR><!--beginarticle--><PRE>${written(post)}
</PRE><!--endarticle--><HR><P><UL><!--threads--><LI>Previous message: <A HREF="000${post.id - 3}.html">[bees] Smoke</A></LI></UL><hr><a href="/listinfo/bees">More information about the bees mailing list</a><br></BODY></HTML>`;
};

/** Head and text of a message in the manner of MHonArc. */
const mhonarc: MessagePage = (thread, post) => {
  const { day, mon, d, hh, min, y } = dateParts(post.at);
  const parent = post.parent;
  return `<!-- MHonArc v2.6 --><!--X-Subject: ${thread.title} --><!--X-Message-Id: ${idOf(post)} -->${when(parent, (to) => `<!--X-Reference: ${idOf(to)} -->`)}<html><head><title>${thread.title}</title></head><body><hr><a href="msg000${post.id - 3}.html">Date Prev</a> <a href="msg000${post.id + 3}.html">Date Next</a><h1>${thread.title}</h1><hr><ul><li><em>From</em>: ${post.author} &lt;bee@xxxxxxxx&gt;</li><li><em>Date</em>: ${day}, ${d} ${mon} ${y} ${hh}:${min}:00 +0000</li>${when(parent, (to) => `<li><em>In-reply-to</em>: &lt;<a href="msg000${to.id}.html">${idOf(to)}</a>&gt;</li>`)}<li><em>Message-id</em>: &lt;<a href="msg000${post.id}.html">${idOf(post)}</a>&gt;</li></ul><hr><pre>${written(post)}
</pre><hr><ul><li>Prev by Date: <strong><a href="msg000${post.id - 3}.html">Smoke</a></strong></li></ul></body></html>`;
};

/** Pages of messages in `pre`, by the archive in whose manner they are. */
export const MAIL_ENGINES: Readonly<Record<string, MessagePage>> = {
  Mailman: pipermail,
  MHonArc: mhonarc,
};
