/** Markup of bulletin boards in general outline. No page is a copy of a site. */
import {
  broken,
  dateParts,
  dayAnd,
  eachPost,
  iso,
  likes,
  paragraphs,
  shortDate,
  sitePage,
  slug,
  when,
} from "./page-parts.ts";
import { longAge, type WrittenPost, type WrittenThread } from "./thread-forms.ts";

/** Returns the HTML of the page of a thread. */
export type EnginePage = (thread: WrittenThread) => string;

const AVATAR = `<img class="avatar" src="/avatar.png" alt="">`;

/** Tables in the manner of phpBB 2. */
const phpBb2: EnginePage = (thread) => {
  const date = (at: number): string => {
    const { day, mon, dd, y, h12, min, half } = dateParts(at);
    return `${day} ${mon} ${dd}, ${y} ${h12}:${min} ${half}`;
  };
  const rows = eachPost(
    thread,
    (
      post,
    ) => `<tr><td width="150" valign="top" class="row1"><span class="name"><a name="${post.id}"></a><b>${post.author}</b></span><br />
      <span class="postdetails">Member<br />${thread.hasAvatars ? AVATAR : ""}<br /><br />Joined: ${dateParts(post.joinedAt).dd} Feb 2005<br />Posts: ${post.count}<br />Location: Ohio</span></td>
      <td class="row1" valign="top"><table width="100%"><tr><td width="100%"><a href="viewtopic.php?p=${post.id}#${post.id}"><img src="icon.gif" alt="Post"></a><span class="postdetails">Posted: ${date(post.at)}<span class="gen">&nbsp;</span>&nbsp; &nbsp;Post subject: ${post.index === 0 ? thread.title : ""}</span></td>
      <td nowrap><a href="posting.php?mode=quote&amp;p=${post.id}">Reply with quote</a></td></tr><tr><td colspan="2"><hr /></td></tr>
      <tr><td colspan="2">${when(post.quoted, (quoted) => `<table><tr><td><span class="genmed"><b>${quoted.author} wrote:</b></span></td></tr><tr><td class="quote">${broken(quoted.text)}</td></tr></table>`)}<span class="postbody">${broken(post.text)}</span>${when(post.signature, (text) => `<span class="postbody"><br />_________________<br />${text}</span>`)}<span class="gensmall">${when(post.editedAt, (at) => `<br /><br />Last edited by ${post.author} on ${date(at)}; edited 1 time in total`)}</span></td></tr>${post.likedBy.length > 0 ? `<tr><td colspan="2" class="thanks"><span class="gensmall">${likes(post)}</span></td></tr>` : ""}</table></td></tr>
      <tr><td class="row1"><span class="nav"><a href="#top">Back to top</a></span></td><td class="row1"><a href="profile.php?mode=viewprofile&amp;u=${post.member}">View user's profile</a> <a href="privmsg.php?u=${post.member}">Send private message</a></td></tr>
      <tr><td class="spaceRow" colspan="2"></td></tr>`,
    () =>
      `<tr><td class="row1" colspan="2"><span class="genmed">This post was deleted.</span></td></tr>`,
    `<tr><td class="ad" colspan="2">Sponsored: buy a smoker for your bees today</td></tr>`,
  );
  return sitePage(
    thread,
    `<a class="maintitle" href="viewtopic.php?t=${thread.id}">${thread.title}</a><table class="forumline"><tr><th>Author</th><th>Message</th></tr>${rows}</table>
    <a href="posting.php?mode=reply&amp;t=${thread.id}">Post reply</a> <a href="viewtopic.php?t=${thread.id}&amp;view=next">Next</a>`,
  );
};

/** A profile beside the post, in the manner of phpBB 3. */
const phpBb3: EnginePage = (thread) => {
  const date = (at: number): string => {
    const { day, mon, dd, y, h12, min, half } = dateParts(at);
    return `${day} ${mon} ${dd}, ${y} ${h12}:${min} ${half}`;
  };
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<div id="p${post.id}" class="post has-profile bg${post.index % 2}"><div class="inner"><dl class="postprofile" id="profile${post.id}"><dt>${thread.hasAvatars ? `<div class="avatar-container"><a href="./memberlist.php?u=${post.member}">${AVATAR}</a></div>` : ""}<a href="./memberlist.php?mode=viewprofile&amp;u=${post.member}" class="username">${post.author}</a></dt><dd class="profile-rank">Site Member</dd><dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php?a=${post.member}">${post.count}</a></dd><dd class="profile-joined"><strong>Joined:</strong> ${date(post.joinedAt)}</dd></dl>
      <div class="postbody"><div id="post_content${post.id}"><h3><a href="./viewtopic.php?p=${post.id}#p${post.id}">${post.index === 0 ? "" : "Re: "}${thread.title}</a></h3><ul class="post-buttons"><li><a href="./posting.php?mode=quote&amp;p=${post.id}" title="Reply with quote">Quote</a></li></ul>
      <p class="author"><a class="unread" href="./viewtopic.php?p=${post.id}#p${post.id}"><span>Post</span></a> <span class="responsive-hide">by <strong><a href="./memberlist.php?mode=viewprofile&amp;u=${post.member}" class="username">${post.author}</a></strong> » </span><time datetime="${iso(post.at)}+00:00">${date(post.at)}</time></p>
      <div class="content">${when(post.quoted, (quoted) => `<blockquote><div><cite><a href="./memberlist.php?u=${quoted.member}">${quoted.author}</a> wrote: <a href="./viewtopic.php?p=${quoted.id}#p${quoted.id}">↑</a> <span class="responsive-hide">${date(quoted.at)}</span></cite>${broken(quoted.text)}</div></blockquote>`)}${broken(post.text)}</div>
      ${when(post.editedAt, (at) => `<div class="notice">Last edited by <a href="./memberlist.php?u=${post.member}">${post.author}</a> on ${date(at)}, edited 1 time in total.</div>`)}${post.likedBy.length > 0 ? `<div class="post-reactions">${likes(post)}</div>` : ""}${when(post.signature, (text) => `<div id="sig${post.id}" class="signature">${text}</div>`)}</div></div><div class="back2top"><a href="#top">Top</a></div></div></div><hr class="divider" />`,
    (post) =>
      `<div id="p${post.id}" class="post deleted bg1"><div class="inner">This post was deleted by <strong>Admin</strong>.</div></div>`,
    `<div class="post bg3"><div class="inner">Sponsored: buy a smoker for your bees today</div></div>`,
  );
  return sitePage(
    thread,
    `<h2 class="topic-title"><a href="./viewtopic.php?t=${thread.id}">${thread.title}</a></h2><div class="pagination">${thread.posts.length} posts</div>${posts}<a href="./posting.php?mode=reply&amp;t=${thread.id}">Post Reply</a>`,
  );
};

/** Divs with a poster beside them, in the manner of SMF 2. */
const smf: EnginePage = (thread) => {
  const date = (at: number): string =>
    dayAnd(
      thread,
      at,
      ({ month, dd, y }) => `${month} ${dd}, ${y}`,
      ({ h12, min, half }) => `${String(h12).padStart(2, "0")}:${min}:00 ${half.toUpperCase()}`,
    ).replace(/^(Today|Yesterday),/, "<strong>$1</strong> at");
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<div class="windowbg${post.index % 2 === 0 ? "" : "2"}"><span class="topslice"><span></span></span><div class="post_wrapper"><div class="poster"><h4><img src="off.gif" alt="Offline" /><a href="index.php?action=profile;u=${post.member}" title="View the profile of ${post.author}">${post.author}</a></h4><ul class="reset smalltext" id="msg_${post.id}_extra_info"><li class="postgroup">Full Member</li><li class="stars">***</li>${thread.hasAvatars ? `<li class="avatar">${AVATAR}</li>` : ""}<li class="postcount">Posts: ${post.count}</li>${thread.showsJoinDates ? `<li class="registered">Registered: ${date(post.joinedAt)}</li>` : ""}</ul></div>
      <div class="postarea"><div class="flow_hidden"><div class="keyinfo"><h5 id="subject_${post.id}"><a href="index.php?topic=${thread.id}.msg${post.id}#msg${post.id}" rel="nofollow">${post.index === 0 ? "" : "Re: "}${thread.title}</a></h5><div class="smalltext">&#171; <strong>${post.index === 0 ? "" : `Reply #${post.index} `}on:</strong> ${date(post.at)} &#187;</div></div></div>
      <div class="post"><div class="inner" id="msg_${post.id}">${when(post.quoted, (quoted) => `<div class="quoteheader"><div class="topslice_quote"><a href="index.php?topic=${thread.id}.msg${quoted.id}#msg${quoted.id}">Quote from: ${quoted.author} on ${date(quoted.at)}</a></div></div><blockquote class="bbc_standard_quote">${broken(quoted.text)}</blockquote>`)}${broken(post.text)}</div></div></div>
      <div class="moderatorbar"><div class="smalltext modified" id="modified_${post.id}">${when(post.editedAt, (at) => `&#171; <em>Last Edit: ${date(at)} by ${post.author}</em> &#187;`)}</div><div class="smalltext reportlinks"><a href="report.php?msg=${post.id}">Report to moderator</a> &nbsp; Logged</div>${post.likedBy.length > 0 ? `<div class="likes">${likes(post)}</div>` : ""}${when(post.signature, (text) => `<div class="signature" id="msg_${post.id}_signature">${text}</div>`)}</div></div></div><hr class="post_separator" />`,
    () =>
      `<div class="windowbg"><div class="post_wrapper"><em>This message has been deleted.</em></div></div>`,
    `<div class="windowbg2"><div class="post_wrapper">Sponsored: buy a smoker for your bees today</div></div>`,
  );
  return sitePage(
    thread,
    `<div class="cat_bar"><h3>Topic: ${thread.title} (Read 310 times)</h3></div><div id="forumposts">${posts}</div><a href="index.php?action=post;topic=${thread.id}.0">Reply</a> <a href="index.php?action=printpage;topic=${thread.id}.0">Print</a>`,
  );
};

/** The date beside the number of the post, in the manner of MyBB. */
const myBb: EnginePage = (thread) => {
  const date = (at: number): string =>
    dayAnd(
      thread,
      at,
      ({ mm, dd, y }) => `${mm}-${dd}-${y}`,
      ({ h12, min, half }) => `${String(h12).padStart(2, "0")}:${min} ${half.toUpperCase()}`,
    );
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<a name="pid${post.id}" id="pid${post.id}"></a><div class="post" id="post_${post.id}"><div class="post_author">${thread.hasAvatars ? `<div class="author_avatar"><a href="member.php?uid=${post.member}">${AVATAR}</a></div>` : ""}<div class="author_information"><strong><span class="largetext"><a href="member.php?action=profile&amp;uid=${post.member}">${post.author}</a></span></strong><br /><span class="smalltext">Senior Member<br /></span></div><div class="author_statistics">Posts: ${post.count}<br />Threads: 3<br />Joined: Feb 2005<br />Reputation: <strong>0</strong></div></div>
      <div class="post_content"><div class="post_head"><div class="float_right"><strong><a href="showthread.php?tid=${thread.id}&amp;pid=${post.id}#pid${post.id}">#${post.index + 1}</a></strong></div><span class="post_date">${date(post.at)}${when(post.editedAt, (at) => `<span class="post_edit" id="edited_by_${post.id}"><span class="edited_post">(This post was last modified: ${date(at)} by <a href="member.php?uid=${post.member}">${post.author}</a>.)</span></span>`)}</span></div>
      <div class="post_body scaleimages" id="pid_${post.id}">${when(post.quoted, (quoted) => `<blockquote class="mycode_quote"><cite><span> (${date(quoted.at)})</span>${quoted.author} Wrote: <a href="showthread.php?pid=${quoted.id}#pid${quoted.id}">&raquo;</a></cite>${broken(quoted.text)}</blockquote>`)}${broken(post.text)}</div>${when(post.signature, (text) => `<div class="signature scaleimages">${text}</div>`)}${post.likedBy.length > 0 ? `<div class="thanks">${likes(post, "thanked")}</div>` : ""}</div><div class="post_controls"><a href="newreply.php?tid=${thread.id}&amp;replyto=${post.id}">Reply</a></div></div>`,
    (post) => `<div class="post deleted" id="post_${post.id}">This post was deleted.</div>`,
    `<div class="post"><div class="post_body">Sponsored: buy a smoker for your bees today</div></div>`,
  );
  return sitePage(
    thread,
    `<table><tr><td><strong>${thread.title}</strong></td></tr><tr><td id="posts_container"><div id="posts">${posts}</div></td></tr></table><a href="newreply.php?tid=${thread.id}">New Reply</a>`,
  );
};

/** Articles with marks for machines, in the manner of XenForo 2. */
const xenForo: EnginePage = (thread) => {
  const time = (at: number): string => {
    const { mon, d, y, h12, min, half } = dateParts(at);
    const shown = thread.isRecent ? longAge(at) : `${mon} ${d}, ${y}`;
    return `<time class="u-dt" dir="auto" datetime="${iso(at)}+0000" data-time="${at / 1_000}" title="${mon} ${d}, ${y} at ${h12}:${min} ${half.toUpperCase()}">${shown}</time>`;
  };
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<article class="message message--post js-post" data-author="${post.author}" data-content="post-${post.id}" id="js-post-${post.id}"><span class="u-anchorTarget" id="post-${post.id}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user">${thread.hasAvatars ? `<div class="message-avatar"><a href="/members/${post.member}/">${AVATAR}</a></div>` : ""}<div class="message-userDetails"><h4 class="message-name"><a href="/members/${slug(post.author)}.${post.member}/" class="username" data-user-id="${post.member}"><span>${post.author}</span></a></h4><h5 class="userTitle message-userTitle">Well-known member</h5></div><div class="message-userExtras"><dl class="pairs"><dt>Joined</dt><dd>${dateParts(post.joinedAt).mon} ${dateParts(post.joinedAt).d}, 2005</dd></dl><dl class="pairs"><dt>Messages</dt><dd>${post.count}</dd></dl></div></section></div>
      <div class="message-cell message-cell--main"><div class="message-main"><header class="message-attribution"><ul class="message-attribution-main"><li class="u-concealed"><a href="/threads/hives.${thread.id}/post-${post.id}" rel="nofollow">${time(post.at)}</a></li></ul><ul class="message-attribution-opposite"><li><a href="/threads/hives.${thread.id}/post-${post.id}" rel="nofollow">#${post.index + 1}</a></li></ul></header>
      <div class="message-content"><div class="message-userContent"><article class="message-body"><div class="bbWrapper">${when(post.quoted, (quoted) => `<blockquote class="bbCodeBlock--quote" data-source="post: ${quoted.id}"><div class="bbCodeBlock-title"><a href="/goto/post?id=${quoted.id}" class="bbCodeBlock-sourceJump">${quoted.author} said:</a></div><div class="bbCodeBlock-expandContent">${broken(quoted.text)}</div></blockquote>`)}${broken(post.text)}</div></article></div>${when(post.editedAt, (at) => `<div class="message-lastEdit">Last edited: ${time(at)}</div>`)}${when(post.signature, (text) => `<aside class="message-signature"><div class="bbWrapper">${text}</div></aside>`)}</div><footer class="message-footer"><div class="reactionsBar">${likes(post, "")}</div></footer></div></div></div></article>`,
    (post) =>
      `<div class="message message--deleted" id="post-${post.id}"><div class="message-deletedNotice">Deleted by Admin</div></div>`,
    `<article class="message message--post"><div class="message-inner">Sponsored: buy a smoker for your bees today</div></article>`,
  );
  return sitePage(
    thread,
    `<h1 class="p-title-value">${thread.title}</h1><div class="p-description"><a href="/members/${thread.posts[0]?.member}/">${thread.posts[0]?.author}</a> · <time datetime="${iso(thread.posts[0]?.at ?? 0)}+0000">Mar 3, 2008</time></div><div class="block-body js-replyNewMessageContainer">${posts}</div>`,
    `<link rel="canonical" href="http://forum.example/threads/hives.${thread.id}/">`,
  );
};

/** Articles whose date is a sentence, in the manner of Invision Community 4. */
const ips: EnginePage = (thread) => {
  const time = (at: number): string => {
    const { month, d, y, mm, dd, h12, min, half } = dateParts(at);
    const shown = thread.isRecent ? longAge(at) : `${month} ${d}, ${y}`;
    return `<time datetime='${iso(at)}Z' title='${mm}/${dd}/${String(y).slice(2)} ${h12}:${min}  ${half.toUpperCase()}' data-short='17 yr'>${shown}</time>`;
  };
  const posts = eachPost(
    thread,
    (
      post,
    ) => `<a id='findComment-${post.id}'></a><a id='comment-${post.id}'></a><article id='elComment_${post.id}' class='cPost ipsBox ipsComment'><aside class='ipsComment_author'><h3 class='cAuthorPane_author'><a href='/profile/${post.member}-${slug(post.author)}/' title="Go to ${post.author}'s profile">${post.author}</a></h3><ul class='cAuthorPane_info'>${thread.hasAvatars ? `<li>${AVATAR}</li>` : ""}<li>Members</li><li>${post.count} posts</li>${thread.showsJoinDates ? `<li>Joined ${time(post.joinedAt)}</li>` : ""}</ul></aside>
      <div class='ipsColumn'><div id='comment-${post.id}_wrap' data-commentid='${post.id}' class='ipsComment_content'><div class='ipsComment_meta'><a href='/topic/${thread.id}-hives/?do=findComment&amp;comment=${post.id}' class='ipsType_blendLinks'>Posted ${time(post.at)}</a></div>
      <div class='cPost_contentWrap'><div data-role='commentContent' class='ipsType_richText'>${when(post.quoted, (quoted) => `<blockquote class="ipsQuote" data-ipsquote-contentcommentid="${quoted.id}"><div class="ipsQuote_citation">On ${shortDate(quoted.at).replace(" at ", ", ")}, ${quoted.author} said:</div><div class="ipsQuote_contents">${paragraphs(quoted.text)}</div></blockquote>`)}${paragraphs(post.text)}${when(post.editedAt, (at) => `<span class='ipsType_reset ipsType_medium ipsType_light'><strong>Edited ${time(at)} by ${post.author}</strong></span>`)}</div>${when(post.signature, (text) => `<div data-role="memberSignature" class="ipsSignature">${paragraphs(text)}</div>`)}</div><div class='ipsItemControls'>${post.likedBy.length > 0 ? `<div class='ipsReact_blurb'>${likes(post, "reacted to this")}</div>` : ""}<a href='?do=reply&amp;comment=${post.id}'>Quote</a></div></div></div></article>`,
    (post) =>
      `<article id='elComment_${post.id}' class='cPost ipsBox ipsComment'><div>This post was hidden by a moderator.</div></article>`,
    `<article class='cPost ipsBox'><div>Sponsored: buy a smoker for your bees today</div></article>`,
  );
  return sitePage(
    thread,
    `<h1 class='ipsType_pageTitle'><span>${thread.title}</span></h1><p>By <a href='/profile/${thread.posts[0]?.member}/'>${thread.posts[0]?.author}</a>, ${time(thread.posts[0]?.at ?? 0)}</p><div id='elPostFeed'>${posts}</div>`,
    `<link rel="canonical" href="http://forum.example/topic/${thread.id}-hives/">`,
  );
};

/** A list whose dates are short in the old, in the manner of Vanilla. */
const vanilla: EnginePage = (thread) => {
  const time = (at: number): string => {
    const { month, d, y, h12, min, half } = dateParts(at);
    const shown = thread.isRecent ? `${month} ${d}` : `${month} ${y}`;
    return `<time title="${month} ${d}, ${y} ${h12}:${min}${half.toUpperCase()}" datetime="${iso(at)}+00:00">${shown}</time>`;
  };
  const item = (post: WrittenPost): string =>
    `<li class="Item ItemComment Role_Member" id="Comment_${post.id}"><div class="Comment"><div class="Item-Header CommentHeader"><div class="AuthorWrap"><span class="Author">${thread.hasAvatars ? `<a class="PhotoWrap" href="/profile/${post.member}">${AVATAR}</a>` : ""}<a href="/profile/${post.member}/${slug(post.author)}" class="Username">${post.author}</a></span><span class="AuthorInfo"><span class="MItem RoleTitle">Member</span> <span class="MItem PostCount">Posts: <b>${post.count}</b></span></span></div><div class="Meta CommentMeta"><span class="MItem DateCreated"><a href="/discussion/comment/${post.id}/#Comment_${post.id}" class="Permalink" rel="nofollow">${time(post.at)}</a></span>${when(post.editedAt, (at) => `<span class="MItem DateUpdated">edited ${time(at)}</span>`)}</div></div>
    <div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">${when(post.quoted, (quoted) => `<blockquote class="UserQuote"><div class="QuoteAuthor"><a href="/profile/${quoted.member}">${quoted.author}</a> said:</div><div class="QuoteText">${paragraphs(quoted.text)}</div></blockquote>`)}${paragraphs(post.text)}</div>${when(post.signature, (text) => `<div class="Signature UserSignature">${text}</div>`)}<div class="Reactions">${likes(post, "")}</div></div></div></div></li>`;
  const posts = eachPost(
    thread,
    item,
    (post) => `<li class="Item ItemComment" id="Comment_${post.id}">Comment deleted.</li>`,
    `<li class="Item Ad">Sponsored: buy a smoker for your bees today</li>`,
  );
  return sitePage(
    thread,
    `<h1>${thread.title}</h1><div class="CommentsWrap"><h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">${posts}</ul></div>`,
    `<link rel="canonical" href="http://forum.example/discussion/${thread.id}/hives">`,
  );
};

/** Pages of bulletin boards, by the engine in whose manner they are. */
export const FORUM_ENGINES: Readonly<Record<string, EnginePage>> = {
  "phpBB 2": phpBb2,
  "phpBB 3": phpBb3,
  SMF: smf,
  MyBB: myBb,
  XenForo: xenForo,
  Invision: ips,
  Vanilla: vanilla,
};
