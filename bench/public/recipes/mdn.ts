/** MDN's documentation of the web: the repository mdn/content, whose pages say their own type. */

import { linksTo, pageOf, paragraphs, readFields } from "./marked-text.ts";
import type { Recipe, RecordedPage } from "./recipe.ts";

const ORIGIN = "https://developer.mozilla.org";

/** Macros that link: `{{cssxref("color")}}`, `{{HTMLElement("a")}}`. */
const MACRO = /\{\{\s*(?<name>\w+)\(&quot;(?<word>[^&]*)&quot;[^}]*\)\s*\}\}/gu;
const MACROS: Readonly<Record<string, string>> = {
  cssxref: "/en-US/docs/Web/CSS/",
  htmlelement: "/en-US/docs/Web/HTML/Element/",
  domxref: "/en-US/docs/Web/API/",
  jsxref: "/en-US/docs/Web/JavaScript/Reference/Global_Objects/",
};

const LINK = /\[(?<text>[^\]]*)\]\((?<href>[^)\s]+)[^)]*\)/gu;

export const MDN: Recipe = {
  source: "https://github.com/mdn/content (CC-BY-SA 2.5)",
  folder: "files/en-us",
  seed: `${ORIGIN}/en-US/docs/`,
  need: {
    topic: "CSS properties",
    words: ["property", "value", "initial", "inherited", "animation", "syntax", "computed"],
  },
  target: "type=css-property,css-shorthand-property",
  pageOf(path, text): RecordedPage | undefined {
    if (!path.endsWith("index.md")) return undefined;
    const [first = "", ...lines] = text.split("\n");
    const { fields, rest } = readFields(lines, (line) => line === "---");
    const [title, slug] = [fields.get("title"), fields.get("slug")];
    if (first !== "---" || title === undefined || slug === undefined) return undefined;
    const url = `${ORIGIN}/en-US/docs/${slug}`;
    const body = paragraphs(rest, (block) => linked(block));
    return { url, html: pageOf(title, body), truth: { type: fields.get("page-type") ?? "none" } };
  },
  lists: (pages) => [
    { url: MDN.seed, html: pageOf("References", topOf(pages)), truth: { type: "list" } },
  ],
};

function linked(block: string): string {
  return block
    .replaceAll(MACRO, (_all, name: string, word: string) => {
      const folder = MACROS[name.toLowerCase()];
      return folder === undefined
        ? ""
        : `<a href="${folder}${word.replaceAll(".", "/")}">${word}</a>`;
    })
    .replaceAll(LINK, '<a href="$<href>">$<text></a>');
}

/** Links to the pages nearest to the root: the others are found from these. */
function topOf(pages: readonly RecordedPage[]): string {
  const depthOf = ({ url }: RecordedPage) => url.split("/").length;
  const least = Math.min(...pages.map(depthOf));
  const top = pages.filter((page) => depthOf(page) <= least + 1);
  return linksTo(top.map(({ url }) => ({ url, name: url.split("/").at(-1) ?? url })));
}
