import { lemmaTerms } from "../../text/lemma-terms.ts";
import type { TermCounts } from "../../text/term-counts.ts";
import { compileTfIdf, learnTfIdf, type TfIdfRule, type TfIdfSpace } from "../../text/tf-idf.ts";
import { splitCompounds } from "../../url/split-compounds.ts";
import type { Url } from "../../url/url.ts";
import { urlWords } from "../../url/url-words.ts";
import { joinVectors } from "../../vector/join-vectors.ts";
import type { FeatureSpace } from "./feature-space.ts";

/** The terms of the two texts of a link. */
export interface LinkTerms {
  readonly href: TermCounts;
  readonly anchor: TermCounts;
}

/** What links are told apart by. A type and not an interface, since it is stored as JSON. */
export type LinkSpace = { readonly href: TfIdfSpace; readonly anchor: TfIdfSpace };

/**
 * Of a term that one link alone has, nothing can be learned for another; those that most links have are
 * those that can be met again.
 */
const COLUMNS: TfIdfRule = { leastSupport: 2, mostTerms: 5_000 };

/** Reads a link by its URL, cut into words, and its anchor text; `from` is the page that it stands on. */
export function linkTerms(url: Url, from: Url | undefined, anchor: string): LinkTerms {
  return {
    href: lemmaTerms(splitCompounds(urlWords(url, from ?? url))),
    anchor: lemmaTerms(anchor),
  };
}

/** The terms of these links. */
export function learnLinkSpace(links: readonly LinkTerms[]): LinkSpace {
  const spaceOf = (text: keyof LinkTerms) =>
    learnTfIdf(
      links.map((link) => link[text]),
      COLUMNS,
    );
  return { href: spaceOf("href"), anchor: spaceOf("anchor") };
}

/** Compiles a space to the vector of a link (Effland, link content): tf-idf of each text, the URL's first. */
export function compileLinkSpace(space: LinkSpace): FeatureSpace<LinkTerms> {
  const href = compileTfIdf(space.href);
  const anchor = compileTfIdf(space.anchor);
  const widths = [space.href.terms.length, space.anchor.terms.length];
  const join = joinVectors(widths);
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    vectorOf: (terms) => join([href(terms.href), anchor(terms.anchor)]),
  };
}
