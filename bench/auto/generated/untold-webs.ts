/**
 * Generated webs whose relevant pages do not say the word that is asked for: half of them are in another language, or they
 * are on lists that are named by a plural which no rule makes of the word.
 */
import { anchor, html, list } from "../../../demo/html.ts";
import { paragraph, personName, title } from "../../../demo/prose.ts";
import { type Chance, createChance } from "../../../demo/random.ts";
import { TOPICS } from "../../../demo/words.ts";
import type { MadePage, MadeWeb } from "./webs.ts";

/** Other languages of a site, each with the name that links to its pages have. */
const LANGUAGES = [
  ["de", "Deutsch"],
  ["sv", "Svenska"],
  ["fr", "Français"],
] as const;

/** Words with a plural that no rule makes, and the lists of their members. */
const PLURALS = [
  ["woman", "Women"],
  ["child", "Children"],
  ["person", "People"],
] as const;

/** Pages that are looked for, those of each other kind, and rows of a list. */
const [WANTED, OTHERS, ROWS] = [120, 30, 15];

/** The webs, by name; those of another number have another seed. */
export const UNTOLD_WEBS: Readonly<Record<string, MadeWeb>> = Object.fromEntries([
  ...LANGUAGES.flatMap((language, at): (readonly [string, MadeWeb])[] => {
    const topic = TOPICS[at] ?? "";
    const made = (isWanted: boolean) => ({ topic, pages: () => site(topic, language, isWanted) });
    return [
      [`two languages ${at + 1}`, made(true)],
      [`one of two languages ${at + 1}`, made(false)],
    ];
  }),
  ...PLURALS.map(([topic, name], at): readonly [string, MadeWeb] => {
    return [`plural without a rule ${at + 1}`, { topic, pages: () => members(topic, name) }];
  }),
]);

/** A list of a site, with its pages. */
interface Section {
  readonly name: string;
  readonly isWanted: boolean;
  readonly pages: readonly { readonly heading: string; readonly text: string }[];
}

/**
 * A site in two languages that have no word in common; each page links to its translation by the name of its language.
 * @param isWanted whether translations are looked for, too
 */
function site(
  topic: string,
  [code, name]: (typeof LANGUAGES)[number],
  isWanted: boolean,
): readonly MadePage[] {
  const chance = createChance(1, `two languages ${code}`);
  const sections = TOPICS.map((about): Section => {
    const isAsked = about === topic;
    const pages = Array.from({ length: isAsked ? WANTED : OTHERS }, () => {
      return { heading: title(chance, about), text: paragraph(chance, about, 9) };
    });
    return { name: about, isWanted: isAsked, pages };
  });
  const made = pagesOf(sections);
  const other = (path: string) => `/${code}${path}`;
  return made.flatMap(({ path, heading, text, links, isTarget }): MadePage[] => {
    const rows = (say: (of: string) => string, to: (of: string) => string) =>
      list(links.map((link) => anchor(to(link.path), say(link.text))));
    const own = `${anchor(other(path), name)}<p>${text}</p>${rows(String, String)}`;
    const told = `${anchor(path, "English")}<p>${backwards(text)}</p>${rows(backwards, other)}`;
    const body = html(backwards(heading), told).replace('lang="en"', `lang="${code}"`);
    return [
      { path, body: html(heading, own), isTarget },
      { path: other(path), body, isTarget: isTarget && isWanted },
    ];
  });
}

function backwards(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => word.split("").toReversed().join(""));
}

/** A site of lists of names; those that are looked for are on the lists of the plural, and none of them says the word. */
function members(word: string, plural: string): readonly MadePage[] {
  const chance = createChance(1, `plural of ${word}`);
  const named = (length: number, heading: () => string) =>
    Array.from({ length }, () => {
      return { heading: heading(), text: paragraph(chance, chance.pick(TOPICS), 6) };
    });
  const places = ["Places", "Works", "Events", "Sources", "Letters", "Prizes"].map((name) => {
    return {
      name,
      isWanted: false,
      pages: named(2 * OTHERS, () => title(chance, chance.pick(TOPICS))),
    };
  });
  const sought = { name: plural, isWanted: true, pages: named(WANTED, () => personName(chance)) };
  const at = chance.int(2, places.length);
  const made = pagesOf([...places.slice(0, at), sought, ...places.slice(at)], shuffled(chance));
  return made.map(({ path, heading, text, links, isTarget }) => {
    const rows = list(links.map((link) => anchor(link.path, link.text)));
    return { path, body: html(heading, `<p>${text}</p>${rows}`), isTarget };
  });
}

/** Returns a function that draws which of so many pages a page is, so that no number tells what it is of. */
function shuffled(chance: Chance): (of: number) => number[] {
  return (of) => {
    const left = Array.from({ length: of }, (_, at) => at);
    return Array.from({ length: of }, () => left.splice(chance.int(0, left.length - 1), 1)).flat();
  };
}

/** A page before it is written in a language. */
interface Draft {
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  readonly links: readonly { readonly path: string; readonly text: string }[];
  readonly isTarget: boolean;
}

/** Returns the home page, lists of so many rows each, and their pages, numbered in the order that is drawn. */
function pagesOf(
  sections: readonly Section[],
  numbersOf = (of: number): number[] => Array.from({ length: of }, (_, at) => at),
): readonly Draft[] {
  const numbers = numbersOf(sections.reduce((sum, { pages }) => sum + pages.length, 0)).values();
  const parts = sections.flatMap(({ name, isWanted, pages }, at) => {
    const drafts = pages.map(({ heading, text }): Draft => {
      return { path: `/p/${numbers.next().value}`, heading, text, links: [], isTarget: isWanted };
    });
    return Array.from({ length: Math.ceil(drafts.length / ROWS) }, (_, part) => {
      const rows = drafts.slice(part * ROWS, (part + 1) * ROWS);
      const links = rows.map(({ path, heading }) => ({ path, text: heading }));
      const path = `/l/${at * 100 + part}`;
      return { list: { path, heading: name, text: "", links, isTarget: false }, rows };
    });
  });
  const links = parts.map(({ list: { path, heading } }) => ({ path, text: heading }));
  const home = { path: "/", heading: "Home", text: "", links, isTarget: false };
  return [home, ...parts.flatMap((part) => [part.list, ...part.rows])];
}
