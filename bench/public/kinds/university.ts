/** A university: departments with courses and people, a catalogue by years, and much that teaches nothing. */
import { anchor, list } from "../../../demo/html.ts";
import { personName } from "../../../demo/prose.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const ORIGIN = "http://www.university.example";
const [COURSES, PEOPLE, NEWS] = [18, 8, 120];

/** What is looked for are courses on the topic, and people who work on it in whatever department. */
export function university({ chance, topic, topics, nameOf, other, text, title }: Draft): Kind {
  const departments = topics.flatMap((about, at): readonly PlainPage[] => {
    const site = `http://dept-${at + 1}.university.example`;
    const courses = Array.from({ length: COURSES }, (_, number): PlainPage => {
      const isRelevant = about === topic || (number === 0 && chance.happens(0.3));
      const subject = isRelevant ? topic : about;
      const heading = title(subject);
      const body = `${text(subject)}<p>Credits: ${chance.int(2, 6)}</p>${anchor(`${site}/courses`, "All courses")}`;
      return { url: `${site}/course/${number + 1}`, heading, body, isRelevant };
    });
    const people = Array.from({ length: PEOPLE }, (_, number): PlainPage => {
      const isRelevant = chance.happens(about === topic ? 0.7 : 0.06);
      const works = text(isRelevant ? topic : other(), 2);
      const body = `<p>Room ${chance.int(1, 400)}</p>${works}${anchor(`${site}/`, "Department")}`;
      return { url: `${site}/~p${number + 1}`, heading: personName(chance), body, isRelevant };
    });
    const lists = [
      { url: `${site}/courses`, heading: "Courses", pages: courses },
      { url: `${site}/people`, heading: "People", pages: people },
    ].map(({ url, heading, pages }) => {
      const links = pages.map((page) => anchor(page.url, page.heading));
      return { url, heading, body: list(links), isRelevant: false };
    });
    const parts = lists.map(({ url, heading }) => anchor(url, heading));
    const heading = `Department of ${nameOf(about)}`;
    const home = list([
      ...parts,
      anchor(`${ORIGIN}/`, "University"),
      anchor(`${ORIGIN}/news`, "News"),
    ]);
    return [
      { url: `${site}/`, heading, body: home, isRelevant: false },
      ...lists,
      ...courses,
      ...people,
    ];
  });
  const news = Array.from({ length: NEWS }, (_, at): PlainPage => {
    const body = text(other(), 2);
    return { url: `${ORIGIN}/news/${at + 1}`, heading: title(other()), body, isRelevant: false };
  });
  const newsList = list(news.map(({ url, heading }) => anchor(url, heading)));
  const homes = departments.filter(({ heading }) => heading.startsWith("Department "));
  const home = [
    anchor(`${ORIGIN}/news`, "All news of the university"),
    ...homes.map(({ url, heading }) => anchor(url, heading)),
  ];
  return {
    seed: `${ORIGIN}/`,
    pages: [
      { url: `${ORIGIN}/`, heading: "University", body: list(home), isRelevant: false },
      { url: `${ORIGIN}/news`, heading: "News", body: newsList, isRelevant: false },
      ...departments,
      ...news,
    ],
  };
}
