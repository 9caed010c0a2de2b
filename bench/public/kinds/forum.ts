/** A forum: boards whose lists go over pages, threads of several pages, profiles, and a login behind each reply. */
import { anchor, list } from "../../../demo/html.ts";
import { paragraph, personName } from "../../../demo/prose.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const ORIGIN = "http://forum.example";
const [THREADS, ON_A_PAGE, POSTS, MEMBERS] = [24, 8, 5, 60];

/** What is looked for are pages of threads on the topic, also in the board for all else. */
export function forum({ chance, topic, topics, nameOf, other, title }: Draft): Kind {
  const names = Array.from({ length: MEMBERS }, () => personName(chance));
  const subjects = [...topics, undefined];
  const titles = subjects.map((about) => (about === undefined ? "All else" : nameOf(about)));
  const boards = subjects.flatMap((about, board): readonly PlainPage[] => {
    const of = (path: string) => `${ORIGIN}/${path}`;
    const threads = Array.from({ length: THREADS }, (_, at) => {
      const subject = about ?? (chance.happens(0.2) ? topic : other());
      return { number: board * THREADS + at + 1, subject, heading: title(subject) };
    });
    const pages = threads.flatMap(({ number, subject, heading }): readonly PlainPage[] => {
      const last = chance.int(0, 2);
      return Array.from({ length: last + 1 }, (_, page) => {
        const posts = Array.from({ length: POSTS }, (_unused, post) => {
          const member = chance.int(0, MEMBERS - 1);
          const who = anchor(of(`member?u=${member + 1}`), names[member] ?? "");
          return `<div class="post" id="p${page * POSTS + post + 1}">${who}<p>${paragraph(chance, subject, 3)}</p></div>`;
        });
        const url = of(`thread?t=${number}${page > 0 ? `&start=${page * POSTS}` : ""}`);
        const next = of(`thread?t=${number}&start=${(page + 1) * POSTS}`);
        const more = page < last ? anchor(next, "Next") : "";
        const reply = anchor(of(`reply?t=${number}`), "Reply");
        const isRelevant = subject === topic;
        return { url, heading, body: `${posts.join("")}${more}${reply}`, isRelevant };
      });
    });
    const replies = threads.map(({ number }): PlainPage => {
      const body = `<form action="/login"><input name="name"><input type="password"></form>`;
      return { url: of(`reply?t=${number}`), heading: "Log in", body, isRelevant: false };
    });
    const lists = Array.from({ length: THREADS / ON_A_PAGE }, (_, page): PlainPage => {
      const shown = threads.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE);
      const links = shown.map((each) => anchor(of(`thread?t=${each.number}`), each.heading));
      const on = of(`board?b=${board + 1}&page=${page + 2}`);
      const next = page + 1 < THREADS / ON_A_PAGE ? anchor(on, "Older threads") : "";
      const url = of(`board?b=${board + 1}${page > 0 ? `&page=${page + 1}` : ""}`);
      return {
        url,
        heading: titles[board] ?? "",
        body: `${list(links)}${next}`,
        isRelevant: false,
      };
    });
    return [...lists, ...pages, ...replies];
  });
  const members = names.map((name, at): PlainPage => {
    const body = `<p>Joined in ${chance.int(1_999, 2_024)}</p><p>${chance.int(1, 900)} posts</p>`;
    return { url: `${ORIGIN}/member?u=${at + 1}`, heading: name, body, isRelevant: false };
  });
  const home = titles.map((name, at) => anchor(`${ORIGIN}/board?b=${at + 1}`, name));
  return {
    seed: `${ORIGIN}/`,
    pages: [
      { url: `${ORIGIN}/`, heading: "Boards", body: list(home), isRelevant: false },
      ...boards,
      ...members,
    ],
  };
}
