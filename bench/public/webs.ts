/** The generated webs of the public benchmark, one of each kind. */
import { blogs } from "./kinds/blogs.ts";
import { forum } from "./kinds/forum.ts";
import { government } from "./kinds/government.ts";
import { portal } from "./kinds/portal.ts";
import { shop } from "./kinds/shop.ts";
import { university } from "./kinds/university.ts";
import { type MadeWeb, madeWeb } from "./made-web.ts";

const KINDS = { university, forum, portal, government, shop, blogs };

/** The name of a kind. */
export type KindName = keyof typeof KINDS;

// The table has these keys and no others.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

/** Makes the web of a kind; another seed is another web, and mostly another topic. */
export function webOf(kind: KindName, seed: number): MadeWeb {
  return madeWeb(kind, seed, KINDS[kind]);
}
