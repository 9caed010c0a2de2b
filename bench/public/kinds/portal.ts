/** A portal whose events are in an archive by years, which one word links to, beside far more news. */
import { anchor, list } from "../../../demo/html.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const ORIGIN = "http://portal.example";
const [FIRST_YEAR, YEARS, EVENTS, NEWS, ON_A_PAGE] = [2_006, 18, 16, 400, 40];
const SEASONS = ["Spring", "Summer", "Autumn", "Winter"];

/** What is looked for are events on the topic: every second one, of each year. */
export function portal({ chance, topic, other, text, title }: Draft): Kind {
  const years = Array.from({ length: YEARS }, (_, at) => FIRST_YEAR + at);
  const archive = years.flatMap((year): readonly PlainPage[] => {
    const events = Array.from({ length: EVENTS }, (_, at): PlainPage => {
      const isRelevant = at % 2 === 0;
      const subject = isRelevant ? topic : other();
      const url = `${ORIGIN}/event/${year * 100 + at}`;
      return { url, heading: title(subject), body: text(subject, 2), isRelevant };
    });
    const links = list(events.map(({ url }) => anchor(url, chance.pick(SEASONS))));
    const url = `${ORIGIN}/archive/${year}`;
    return [{ url, heading: String(year), body: links, isRelevant: false }, ...events];
  });
  const news = Array.from({ length: NEWS }, (_, at): PlainPage => {
    const subject = other();
    const url = `${ORIGIN}/news/${at + 1}`;
    return { url, heading: title(subject), body: text(subject, 2), isRelevant: false };
  });
  const lists = Array.from({ length: NEWS / ON_A_PAGE }, (_, at): PlainPage => {
    const shown = news.slice(at * ON_A_PAGE, (at + 1) * ON_A_PAGE);
    const next = anchor(`${ORIGIN}/news?page=${at + 2}`, "More of all that is new");
    const links = list(shown.map(({ url, heading }) => anchor(url, heading)));
    const url = `${ORIGIN}/news${at > 0 ? `?page=${at + 1}` : ""}`;
    const body = at + 1 < NEWS / ON_A_PAGE ? `${links}${next}` : links;
    return { url, heading: "News", body, isRelevant: false };
  });
  const byYear = list(years.map((year) => anchor(`${ORIGIN}/archive/${year}`, String(year))));
  const home = list([
    anchor(`${ORIGIN}/news`, "All that is new here"),
    anchor(`${ORIGIN}/archive`, "Archive"),
  ]);
  return {
    seed: `${ORIGIN}/`,
    pages: [
      { url: `${ORIGIN}/`, heading: "Portal", body: home, isRelevant: false },
      { url: `${ORIGIN}/archive`, heading: "Archive", body: byYear, isRelevant: false },
      ...lists,
      ...archive,
      ...news,
    ],
  };
}
