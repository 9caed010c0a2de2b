/** Six kinds of webs that are built as such sites are, with eight webs of each. */
import { EVENTS_PORTAL } from "./events-portal.ts";
import { FRENCH_FORUM } from "./french-forum.ts";
import { JAPANESE_FORUM } from "./japanese-forum.ts";
import { SWEDISH_CITY } from "./swedish-city.ts";
import { UNIVERSITY } from "./university.ts";
import { UNIVERSITY_OF_HOSTS } from "./university-of-hosts.ts";
import type { MadeWeb, WebKind } from "./webs.ts";

const KINDS: readonly WebKind[] = [
  FRENCH_FORUM,
  JAPANESE_FORUM,
  SWEDISH_CITY,
  UNIVERSITY,
  UNIVERSITY_OF_HOSTS,
  EVENTS_PORTAL,
];

/** Webs of each kind; those with the same topic differ in all else. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The webs, by name. */
export const SIX_WEBS: Readonly<Record<string, MadeWeb>> = Object.fromEntries(
  KINDS.flatMap(({ name, topics, types, pages }) =>
    SEEDS.map((seed): readonly [string, MadeWeb] => {
      const topic = topics[(seed - 1) % topics.length] ?? "";
      return [`${name} ${seed}`, { topic, types, pages: () => pages(topic, seed) }];
    }),
  ),
);
