import { type DemoPage, type DemoSite, demoOrigin, type SiteName } from "./demo-web.ts";
import { anchor, filePage, html, list, okPage, truth } from "./html.ts";
import { type Content, type LinkPool, relatedAnchors } from "./link-pool.ts";
import {
  drawTopic,
  paragraph,
  paragraphs,
  personName,
  slug,
  type TopicMix,
  title,
} from "./prose.ts";
import type { Chance } from "./random.ts";
import { TOPICS, type Topic } from "./words.ts";

/** The properties that distinguish one blog from another. */
export interface BlogProfile {
  readonly site: SiteName;
  readonly title: string;
  readonly mix: TopicMix;
  /** Text of robots.txt; no file is served when it is left out. */
  readonly robots?: string;
}

interface BlogPost extends Content {
  readonly month: string;
}

/** A blog's posts, newest first, before any page is written. */
interface BlogPlan {
  readonly profile: BlogProfile;
  readonly contents: readonly BlogPost[];
}

const POSTS = 60;
const POSTS_PER_PAGE = 10;
const POSTS_PER_MONTH = 3;
const NEWEST_YEAR = 2026;
const NEWEST_MONTH = 10;

/** Share of posts whose form for comments has been used. */
const COMMENTED = 0.6;

/** Draws a blog's posts, three a month, back from October 2026. */
export function planBlog(chance: Chance, profile: BlogProfile): BlogPlan {
  const contents = Array.from({ length: POSTS }, (_, index): BlogPost => {
    const topic = drawTopic(chance, profile.mix);
    const name = title(chance, topic);
    const month = monthBefore(Math.floor(index / POSTS_PER_MONTH));
    const target = `/${month}/${slug(name)}-${POSTS - index}`;
    return { site: profile.site, target, title: name, topic, month };
  });
  return { profile, contents };
}

/** Writes a blog: posts with comments or an empty form, pages of posts, months and tags. */
export function blogSite(plan: BlogPlan, chance: Chance, pool: LinkPool): DemoSite {
  const { robots, site } = plan.profile;
  const pages = new Map<string, DemoPage>([
    ...frontPages(chance, plan),
    ...plan.contents.map((post, at): [string, DemoPage] => [
      post.target,
      postPage(chance, pool, plan, post, at),
    ]),
    ...months(plan).map((month): [string, DemoPage] => [
      `/${month}/`,
      archivePage(plan, `Archive ${month}`, (post) => post.month === month),
    ]),
    ...tags(plan).map((topic): [string, DemoPage] => [
      `/tag/${topic}/`,
      archivePage(plan, `Tag: ${topic}`, (post) => post.topic === topic, topic),
    ]),
    ["/about/", aboutPage(chance, plan)],
  ]);
  if (robots !== undefined) pages.set("/robots.txt", filePage(robots, "text/plain"));
  return { name: site, pages, firstAnswers: new Map(), unlisted: () => undefined };
}

function frame(plan: BlogPlan, heading: string, body: string): string {
  const monthLinks = months(plan).map((month) => anchor(`/${month}/`, month));
  const tagLinks = tags(plan).map((topic) => anchor(`/tag/${topic}/`, topic, 'rel="tag"'));
  const friends = (["forum", "news", "garden-blog", "travel-blog", "kitchen-blog"] as const)
    .filter((site) => site !== plan.profile.site)
    .map((site) => anchor(`${demoOrigin(site)}/`, site, 'class="blogroll"'));
  return html(
    `${heading} | ${plan.profile.title}`,
    `<header><h1>${anchor("/", plan.profile.title, 'rel="home"')}</h1><nav>${anchor("/", "Home")} ${anchor("/about/", "About")}</nav></header>
<main>
${body}
</main>
<aside><h3>Archives</h3>${list(monthLinks)}<h3>Tags</h3>${list(tagLinks)}<h3>Friends</h3>${list(friends)}
<p>${anchor(`${demoOrigin("trap")}/calendar?month=2026-11`, "Event calendar")}</p></aside>
<footer>Written with patience.</footer>`,
  );
}

function postPage(
  chance: Chance,
  pool: LinkPool,
  plan: BlogPlan,
  post: BlogPost,
  at: number,
): DemoPage {
  const commented = chance.happens(COMMENTED);
  const neighbours = [plan.contents[at + 1], plan.contents[at - 1]]
    .filter((neighbour) => neighbour !== undefined)
    .map((neighbour) => anchor(neighbour.target, neighbour.title));
  const [inline, ...related] = relatedAnchors(chance, pool, post, 4);
  const body = `<article class="post"><h2 class="entry-title">${post.title}</h2>
<p class="meta">Posted in ${anchor(`/${post.month}/`, post.month)}, tagged ${anchor(`/tag/${post.topic}/`, post.topic, 'rel="tag"')}</p>
${paragraphs(chance, post.topic, chance.int(2, 5))}
<p>${paragraph(chance, post.topic, 1)} I wrote this after reading ${inline}.</p>
</article>
<div class="related"><h3>Related</h3>${list(related)}</div>
<p class="post-navigation">${neighbours.join(" | ")}</p>
${commented ? comments(chance, post.topic) : "<p>Be the first to comment.</p>"}
<form class="comment-form" method="post" action="/comment"><textarea name="comment"></textarea></form>`;
  return okPage(frame(plan, post.title, body), truth("post", post.topic, commented));
}

function comments(chance: Chance, topic: Topic): string {
  const items = Array.from(
    { length: chance.int(1, 6) },
    () => `<li class="comment"><cite>${personName(chance)}</cite> says:
<p>${paragraph(chance, topic, chance.int(1, 3))}</p></li>`,
  );
  return `<h3>Comments</h3><ol class="comment-list">${items.join("\n")}</ol>`;
}

function frontPages(chance: Chance, plan: BlogPlan): readonly [string, DemoPage][] {
  const count = Math.ceil(plan.contents.length / POSTS_PER_PAGE);
  const target = (page: number): string => (page === 0 ? "/" : `/page/${page + 1}/`);
  return Array.from({ length: count }, (_, page) => {
    const start = page * POSTS_PER_PAGE;
    const teasers = plan.contents.slice(start, start + POSTS_PER_PAGE).map(
      (
        post,
      ) => `<div class="teaser"><h2>${anchor(post.target, post.title, 'class="entry-link"')}</h2>
<p>${paragraph(chance, post.topic, 1)} ${anchor(post.target, "Continue reading")}</p></div>`,
    );
    const older = page + 1 < count ? anchor(target(page + 1), "Older posts", 'rel="next"') : "";
    const newer = page > 0 ? anchor(target(page - 1), "Newer posts", 'rel="prev"') : "";
    const body = `${teasers.join("\n")}\n<p class="paging">${newer} ${older}</p>`;
    const heading = page === 0 ? "Home" : `Page ${page + 1}`;
    return [
      target(page),
      okPage(frame(plan, heading, body), truth(page === 0 ? "home" : "archive")),
    ];
  });
}

function archivePage(
  plan: BlogPlan,
  heading: string,
  belongs: (post: BlogPost) => boolean,
  topic?: Topic,
): DemoPage {
  const posts = plan.contents.filter(belongs).map((post) => anchor(post.target, post.title));
  const body = `<h2>${heading}</h2>${list(posts, 'class="archive"')}`;
  return okPage(frame(plan, heading, body), truth("archive", topic));
}

function aboutPage(chance: Chance, plan: BlogPlan): DemoPage {
  const body = `<h2>About</h2><p>${personName(chance)} writes here about whatever comes along.</p>`;
  return okPage(frame(plan, "About", body), truth("about"));
}

function months(plan: BlogPlan): readonly string[] {
  return [...new Set(plan.contents.map((post) => post.month))];
}

function tags(plan: BlogPlan): readonly Topic[] {
  return TOPICS.filter((topic) => plan.contents.some((post) => post.topic === topic));
}

/** Returns `YYYY/MM`, the given number of months before the newest post. */
function monthBefore(months: number): string {
  const index = NEWEST_YEAR * 12 + (NEWEST_MONTH - 1) - months;
  return `${Math.floor(index / 12)}/${String((index % 12) + 1).padStart(2, "0")}`;
}
