import { type DemoPage, type DemoSite, demoOrigin } from "./demo-web.ts";
import { anchor, filePage, forbiddenPage, html, list, okPage, truth } from "./html.ts";
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

interface Section {
  readonly name: string;
  readonly mix: TopicMix;
  readonly articles: readonly Content[];
}

/** Sections and articles before any page is written. */
interface NewsPlan {
  readonly sections: readonly Section[];
  readonly contents: readonly Content[];
}

const SECTIONS: readonly (readonly [name: string, mix: TopicMix])[] = [
  [
    "nature",
    { main: ["beekeeping", "insects", "beekeeping", "gardening", "beekeeping"], faith: 0.9 },
  ],
  ["food", { main: ["cooking"], faith: 0.85 }],
  ["money", { main: ["finance"], faith: 0.95 }],
  ["culture", { main: ["music", "history"], faith: 0.95 }],
  ["travel", { main: ["travel", "cycling"], faith: 0.9 }],
  ["science", { main: ["astronomy", "astronomy", "insects"], faith: 0.9 }],
];

const ARTICLES_PER_SECTION = 42;
const ARTICLES_PER_PAGE = 14;
const ARCHIVE_PAGES = 10;

/** One article in this many has a printed version, which robots.txt forbids. */
const PRINT_EVERY = 12;

/** Share of articles with readers' comments. */
const COMMENTED = 0.4;

const ROBOTS = `User-agent: *
Disallow: /archive/
Allow: /archive/about.html
Disallow: /*.print$
Sitemap: ${demoOrigin("news")}/sitemap.xml
`;

/** Draws sections and their articles. */
export function planNews(chance: Chance): NewsPlan {
  const sections = SECTIONS.map(([name, mix], section) => ({
    name,
    mix,
    articles: Array.from({ length: ARTICLES_PER_SECTION }, (_, index): Content => {
      const topic = drawTopic(chance, mix);
      const headline = title(chance, topic);
      const id = 1000 + section * ARTICLES_PER_SECTION + index;
      return {
        site: "news",
        target: `/${name}/${slug(headline)}-${id}.html`,
        title: headline,
        topic,
      };
    }),
  }));
  return { sections, contents: sections.flatMap((section) => section.articles) };
}

/**
 * Writes a newspaper: sections over several pages, articles, a sitemap, and parts that robots.txt
 * forbids.
 */
export function newsSite(plan: NewsPlan, chance: Chance, pool: LinkPool): DemoSite {
  const pages = new Map<string, DemoPage>([
    ["/", homePage(plan)],
    ...plan.sections.flatMap((section) => sectionPages(chance, plan, section)),
    ...plan.sections.flatMap((section) =>
      section.articles.flatMap((article, at) => articlePages(chance, pool, plan, article, at)),
    ),
    ...archivePages(chance, plan),
    ["/robots.txt", filePage(ROBOTS, "text/plain")],
    ["/sitemap.xml", filePage(sitemap(plan), "application/xml")],
  ]);
  return { name: "news", pages, firstAnswers: new Map(), unlisted: () => undefined };
}

function frame(plan: NewsPlan, heading: string, body: string): string {
  const menu = plan.sections.map(({ name }) => anchor(`/${name}/`, name, 'class="menu"'));
  return html(
    `${heading} - The Fen Courier`,
    `<div class="masthead">${anchor("/", "The Fen Courier")}</div><div class="menu-bar">${menu.join(" ")}</div>
<div class="page"><h1>${heading}</h1>
${body}
</div>
<div class="foot">${anchor("/archive/about.html", "About the archive")} ${anchor("/archive/1", "Archive")}
${anchor(`${demoOrigin("forum")}/`, "Readers' board")} ${anchor(`${demoOrigin("trap")}/calendar?month=2026-11`, "What is on")}</div>`,
  );
}

function homePage(plan: NewsPlan): DemoPage {
  const blocks = plan.sections.map(({ name, articles }) => {
    const top = articles
      .slice(0, 3)
      .map((one) => anchor(one.target, one.title, 'class="headline"'));
    return `<h2>${anchor(`/${name}/`, name)}</h2>${list(top)}`;
  });
  return okPage(frame(plan, "Today", blocks.join("\n")), truth("home"));
}

function sectionPages(
  chance: Chance,
  plan: NewsPlan,
  section: Section,
): readonly [string, DemoPage][] {
  const count = Math.ceil(section.articles.length / ARTICLES_PER_PAGE);
  const target = (page: number): string =>
    page === 0 ? `/${section.name}/` : `/${section.name}/?page=${page + 1}`;
  return Array.from({ length: count }, (_, page) => {
    const start = page * ARTICLES_PER_PAGE;
    const stories = section.articles.slice(start, start + ARTICLES_PER_PAGE).map(
      (
        article,
      ) => `<div class="story"><h3>${anchor(article.target, article.title, 'class="headline"')}</h3>
<p>${paragraph(chance, article.topic, 1)}</p></div>`,
    );
    const next = page + 1 < count ? anchor(target(page + 1), "More stories", 'rel="next"') : "";
    const body = `${stories.join("\n")}\n<p>${next}</p>`;
    return [
      target(page),
      okPage(frame(plan, section.name, body), truth("section", section.mix.main[0])),
    ];
  });
}

function articlePages(
  chance: Chance,
  pool: LinkPool,
  plan: NewsPlan,
  article: Content,
  at: number,
): readonly [string, DemoPage][] {
  const commented = chance.happens(COMMENTED);
  const printed = at % PRINT_EVERY === 0 ? `${article.target}.print` : undefined;
  const text = paragraphs(chance, article.topic, chance.int(2, 4));
  const body = `<p class="byline">By ${personName(chance)}</p>
<div class="story-text">${text}</div>
${printed === undefined ? "" : `<p>${anchor(printed, "Printed version")}</p>`}
<div class="see-also"><h3>See also</h3>${list(relatedAnchors(chance, pool, article, 4))}</div>
${commented ? comments(chance, article) : ""}`;
  const page = okPage(frame(plan, article.title, body), truth("article", article.topic, commented));
  if (printed === undefined) return [[article.target, page]];
  const printPage = forbiddenPage(html(article.title, text), article.topic);
  return [
    [article.target, page],
    [printed, printPage],
  ];
}

function comments(chance: Chance, article: Content): string {
  const items = Array.from(
    { length: chance.int(1, 5) },
    () =>
      `<div class="comment"><b>${personName(chance)}</b> ${paragraph(chance, article.topic, 2)}</div>`,
  );
  return `<div class="comments"><h3>Your views</h3>${items.join("\n")}</div>`;
}

function archivePages(chance: Chance, plan: NewsPlan): readonly [string, DemoPage][] {
  const about = okPage(frame(plan, "About the archive", "<p>On request.</p>"), truth("about"));
  const years = Array.from({ length: ARCHIVE_PAGES }, (_, index): [string, DemoPage] => {
    const next = anchor(`/archive/${((index + 1) % ARCHIVE_PAGES) + 1}`, "Next year");
    const text = `${paragraphs(chance, "beekeeping", 2)}<p>${next}</p>`;
    return [`/archive/${index + 1}`, forbiddenPage(frame(plan, "Archive", text), "beekeeping")];
  });
  return [["/archive/about.html", about], ...years];
}

function sitemap(plan: NewsPlan): string {
  const entries = plan.contents.map(
    (article) => `<url><loc>${demoOrigin("news")}${article.target}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}
