/** Python's enhancement proposals: the repository python/peps, whose headers say topic, type and state. */

import { escaped, linksTo, pageOf, paragraphs, readFields } from "./marked-text.ts";
import type { Recipe, RecordedPage } from "./recipe.ts";

const ORIGIN = "https://peps.python.org";

/** References to other proposals: `:pep:`484`` and `PEP 484`. */
const REFERENCE = /:pep:`(?:[^`<]*&lt;)?(?<role>\d{1,4})[^`]*`|\bPEP (?<plain>\d{1,4})\b/gu;

/** Proposals in a list by number. */
const ON_A_PAGE = 100;

export const PEPS: Recipe = {
  source: "https://github.com/python/peps (public domain or CC0)",
  folder: "peps",
  seed: `${ORIGIN}/`,
  need: {
    topic: "packaging",
    words: [
      "package",
      "wheel",
      "index",
      "distribution",
      "metadata",
      "install",
      "dependency",
      "version",
    ],
  },
  target: "topic=packaging",
  pageOf(path, text): RecordedPage | undefined {
    const number = /^pep-(?<number>\d{4})\.(?:rst|txt)$/u.exec(path)?.groups?.["number"];
    if (number === undefined) return undefined;
    const { fields, rest } = readFields(text.split("\n"), (line) => line.trim() === "");
    const title = fields.get("title") ?? `PEP ${number}`;
    const facts = ["author", "status", "type", "created"].map(
      (name) => `<dt>${name}</dt><dd>${escaped(fields.get(name) ?? "")}</dd>`,
    );
    const body = `<dl>${facts.join("")}</dl>${paragraphs(rest, linked)}`;
    const [topic = "none"] = (fields.get("topic") ?? "none").toLowerCase().split(/, */u);
    const truth = { topic, type: (fields.get("type") ?? "none").toLowerCase() };
    return { url: urlOf(number), html: pageOf(title, body), truth };
  },
  lists(pages) {
    const groups = Map.groupBy(pages, ({ url }) => Math.floor(numberOf(url) / ON_A_PAGE));
    const lists = [...groups].map(([group, own]): RecordedPage => {
      const name = `${group * ON_A_PAGE} to ${(group + 1) * ON_A_PAGE - 1}`;
      const links = linksTo(own.map(({ url }) => ({ url, name: String(numberOf(url)) })));
      return {
        url: `${ORIGIN}/numbers/${group}/`,
        html: pageOf(name, links),
        truth: { topic: "list" },
      };
    });
    const home = linksTo(lists.map(({ url }, at) => ({ url, name: `Numbers, part ${at + 1}` })));
    return [{ url: PEPS.seed, html: pageOf("Index", home), truth: { topic: "list" } }, ...lists];
  },
};

function linked(block: string): string {
  return block.replaceAll(REFERENCE, (_all, role?: string, plain?: string) => {
    const number = role ?? plain ?? "";
    return `<a href="${urlOf(number)}">PEP ${number}</a>`;
  });
}

function urlOf(number: string): string {
  return `${ORIGIN}/pep-${number.padStart(4, "0")}/`;
}

function numberOf(url: string): number {
  return Number(/pep-(?<number>\d+)/u.exec(url)?.groups?.["number"]);
}
