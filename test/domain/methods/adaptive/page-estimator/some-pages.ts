import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import { hashToUnit } from "../../../../../lib/domain/stats/random/random.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";

const COMMON = ["page", "news", "year", "people", "place", "story", "time", "part"];
const BEES = ["hive", "honey", "swarm", "queen", "wax", "pollen"];
const CARS = ["wheel", "road", "engine", "brake", "fuel", "tyre"];

/** Words of a page: most are of all subjects, a third of its own. */
const WORDS = 60;
const OWN_SHARE = 1 / 3;

/** Pages on bees, each different; the same number and seed give the same pages. */
export function pagesOnBees(count: number, seed = 1): PageView[] {
  return Array.from({ length: count }, (_, at) => aPageOf(BEES, `bees ${seed} ${at}`));
}

/** Pages on cars, in the manner of {@link pagesOnBees}. */
export function pagesOnCars(count: number, seed = 1): PageView[] {
  return Array.from({ length: count }, (_, at) => aPageOf(CARS, `cars ${seed} ${at}`));
}

function aPageOf(own: readonly string[], id: string): PageView {
  const words = Array.from({ length: WORDS }, (_, at) => {
    const list = hashToUnit(1, `${id} ${at} list`) < OWN_SHARE ? own : COMMON;
    return list[Math.floor(hashToUnit(1, `${id} ${at}`) * list.length)] ?? "";
  });
  const title = words.slice(0, 2).join(" ");
  const mainText = words.join(", ");
  const url = aUrl(`http://site.example/${encodeURIComponent(id)}`);
  return aPage({ url, title, mainText, headings: [{ level: 1, text: title }] });
}
