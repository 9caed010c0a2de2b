import { type BlogProfile, blogSite, planBlog } from "./blog.ts";
import { brokenSite } from "./broken.ts";
import { type DemoSite, type DemoWeb, demoOrigin, SITE_NAMES } from "./demo-web.ts";
import { forumSite, planForum } from "./forum.ts";
import { createLinkPool } from "./link-pool.ts";
import { movedSite } from "./moved.ts";
import { newsSite, planNews } from "./news.ts";
import { createChance } from "./random.ts";
import { trapSite } from "./trap.ts";
import { planUniversity, universitySite } from "./university.ts";
import { NEED_TOPIC } from "./words.ts";

/**
 * Number of draws of examples on the need's topic, and of examples off it; a page drawn twice
 * counts once.
 */
const EXAMPLES = 8;

const BLOGS: readonly BlogProfile[] = [
  {
    site: "garden-blog",
    title: "Over the Hedge",
    mix: { main: ["gardening", "beekeeping", "beekeeping", "insects"], faith: 0.9 },
    robots: "User-agent: *\nDisallow: /comment\nCrawl-delay: 0.05\n",
  },
  { site: "travel-blog", title: "Slow Roads", mix: { main: ["travel", "cycling"], faith: 0.85 } },
  {
    site: "kitchen-blog",
    title: "Salt and Smoke",
    mix: { main: ["cooking", "cooking", "gardening"], faith: 0.8 },
  },
];

/**
 * Generates the demo web of a seed, any 32-bit integer. Pure: the same seed gives the same bytes.
 */
export function generateDemoWeb(seed: number): DemoWeb {
  const chanceOf = (label: string) => createChance(seed, label);
  const forum = planForum(chanceOf("forum plan"));
  const blogs = BLOGS.map((profile) => planBlog(chanceOf(`${profile.site} plan`), profile));
  const university = planUniversity(chanceOf("university plan"));
  const news = planNews(chanceOf("news plan"));
  const contents = [forum, ...blogs, university, news].flatMap((plan) => plan.contents);
  const pool = createLinkPool(contents);
  const sites = [
    forumSite(forum, chanceOf("forum"), pool),
    ...blogs.map((plan) => blogSite(plan, chanceOf(plan.profile.site), pool)),
    universitySite(university, chanceOf("university"), pool),
    newsSite(news, chanceOf("news"), pool),
    brokenSite(chanceOf("broken")),
    movedSite(chanceOf("moved"), contents),
    trapSite(),
  ];
  return { seed, sites, seeds: seedUrls(), examples: drawExamples(seed, sites) };
}

/** Returns the front page of every site but the trap, which others link to. */
function seedUrls(): readonly string[] {
  return SITE_NAMES.filter((site) => site !== "trap").map((site) => `${demoOrigin(site)}/`);
}

function drawExamples(seed: number, sites: readonly DemoSite[]): DemoWeb["examples"] {
  const chance = createChance(seed, "examples");
  const shown = sites.flatMap((site) =>
    Array.from(site.pages, ([target, { truth }]) => ({
      url: demoOrigin(site.name) + target,
      truth,
    })).filter(({ truth }) => truth.type !== "broken" && !truth.forbidden),
  );
  const good = shown.filter(({ truth }) => truth.target);
  const bad = shown.filter(({ truth }) => truth.topic !== undefined && truth.topic !== NEED_TOPIC);
  const draw = (from: typeof shown) =>
    new Set(Array.from({ length: EXAMPLES }, () => chance.pick(from).url));
  return { good: [...draw(good)], bad: [...draw(bad)] };
}
