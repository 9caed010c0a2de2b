import type { MarkedPaths } from "../../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { aPage } from "../../support/a-page.ts";

/** A page that a letter stands for, with its text. */
export function aNode(letter: string, text: string): PageView {
  return aPage({ url: nodeUrl(letter), text, mainText: text });
}

/** What pages of a faculty say at 0, 1 and 2 links from a course. */
export const LAYER_TEXTS = [
  "syllabus homework lecture exam",
  "courses taught semester schedule",
  "welcome department faculty research",
] as const;

const [COURSE, LIST, HOME] = LAYER_TEXTS;

/** Two paths of three pages, `hct` and `idu`, and a neighbour `n` that is on none. */
export const SOME_PATHS: MarkedPaths = {
  paths: ["hct", "idu"].map((letters) => letters.split("").map((letter) => nodeUrl(letter))),
  pages: [
    aNode("h", `${HOME} chemistry`),
    aNode("c", `${LIST} chemistry`),
    aNode("t", `${COURSE} chemistry`),
    aNode("i", `${HOME} physics`),
    aNode("d", `${LIST} physics`),
    aNode("u", `${COURSE} physics`),
    aNode("n", "photos of the picnic"),
  ],
};
