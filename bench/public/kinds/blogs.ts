/** A ring of blogs that link to each other: posts with comments, tags, and months that repeat what was posted. */
import { anchor, list } from "../../../demo/html.ts";
import { paragraph, personName } from "../../../demo/prose.ts";
import { TOPICS, type Topic } from "../../../demo/words.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const [BLOGS, POSTS, MONTHS] = [9, 30, 6];

/** Share of the posts of a blog that are on its own topic; others wander. */
const FAITHFUL = 0.75;

/** What is looked for are posts on the topic: most are of two blogs, none of them the one where a crawl begins. */
export function blogs({ chance, topic, other, text, title }: Draft): Kind {
  const own: readonly Topic[] = Array.from({ length: BLOGS }, (_, at) =>
    at === 4 || at === 7 ? topic : (TOPICS.filter((one) => one !== topic)[at] ?? "music"),
  );
  const originOf = (at: number) => `http://blog-${at + 1}.example`;
  const made = own.flatMap((about, at): readonly PlainPage[] => {
    const origin = originOf(at);
    const posts = Array.from({ length: POSTS }, (_, number) => {
      const wandering = chance.happens(0.25) ? topic : other();
      const subject = chance.happens(FAITHFUL) ? about : wandering;
      const lead = text(subject, 1);
      // Readers stray: a comment is on anything.
      const comments = Array.from({ length: chance.int(0, 5) }, () => {
        const said = paragraph(chance, chance.happens(0.5) ? subject : other(), 2);
        return `<li class="comment"><cite>${personName(chance)}</cite><p>${said}</p></li>`;
      });
      const tag = anchor(`${origin}/tag/${subject}`, subject);
      const body = `${lead}${text(subject, 2)}<p>${tag}</p><ol>${comments.join("")}</ol>`;
      const url = `${origin}/${2_019 + Math.floor((number * MONTHS) / POSTS)}/${number + 1}`;
      return { url, heading: title(subject), body, lead, subject, isRelevant: subject === topic };
    });
    const listed = (shown: typeof posts) =>
      shown.map(({ url, heading, lead }) => `<h2>${anchor(url, heading)}</h2>${lead}`).join("");
    const tags = [...Map.groupBy(posts, ({ subject }) => subject)].map(
      ([subject, tagged]): PlainPage => {
        return {
          url: `${origin}/tag/${subject}`,
          heading: subject,
          body: listed(tagged),
          isRelevant: false,
        };
      },
    );
    const months = Array.from({ length: MONTHS }, (_, month): PlainPage => {
      const shown = posts.filter(
        (_unused, number) => Math.floor((number * MONTHS) / POSTS) === month,
      );
      const url = `${origin}/${2_019 + month}/`;
      return { url, heading: String(2_019 + month), body: listed(shown), isRelevant: false };
    });
    const ring = [1, 2, 4].map((step) => {
      const neighbour = (at + step) % BLOGS;
      return anchor(`${originOf(neighbour)}/`, `Blog ${neighbour + 1}`);
    });
    const archive = months.map(({ url, heading }) => anchor(url, heading));
    const body = `${list(ring)}${list(archive)}${listed(posts.slice(-6))}`;
    const home: PlainPage = {
      url: `${origin}/`,
      heading: `Blog ${at + 1}`,
      body,
      isRelevant: false,
    };
    return [home, ...months, ...tags, ...posts];
  });
  return { seed: `${originOf(0)}/`, pages: made };
}
