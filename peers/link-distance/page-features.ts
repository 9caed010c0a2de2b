import type { PageView } from "../../lib/domain/page/page-view.ts";
import { seedOf } from "../../lib/domain/stats/random/random.ts";
import {
  joinVectors,
  type SparseVector,
  sparseRows,
} from "../../lib/domain/stats/vector/sparse-rows.ts";
import type { TermCounts } from "../../lib/domain/text/term-vector.ts";
import {
  compileTfIdf,
  learnTfIdf,
  type TfIdfRule,
  type TfIdfSpace,
} from "../../lib/domain/text/term-vector.ts";
import type { FeatureSpace } from "./feature-space.ts";
import { lemmaTerms } from "./lemma-terms.ts";
import {
  compileProjection,
  type StoredProjection,
  storeProjection,
  truncatedSvd,
} from "./truncated-svd.ts";

/** The terms of the three texts of a page. */
export interface PageTerms {
  /** Terms of all displayed text, including links. */
  readonly body: TermCounts;
  readonly title: TermCounts;
  /** Terms of the texts of all links. */
  readonly anchors: TermCounts;
}

/** The terms that distinguish pages. A type and not an interface, since it is stored as JSON. */
export type PageSpace = {
  readonly body: TfIdfSpace;
  /** Reduces the body. */
  readonly topics: StoredProjection;
  readonly title: TfIdfSpace;
  readonly anchors: TfIdfSpace;
};

/**
 * A term of a single page says nothing about other pages. The terms of most pages are those that
 * can occur again. Each column of the body is a hundred numbers in the trained model: 2.7 MB for
 * 5,000 columns.
 */
const COLUMNS: TfIdfRule = { leastSupport: 2, mostTerms: 5_000 };

/** Dimension of the latent semantic analysis: the default of the specification. */
const TOPICS = 100;

/** Reads the three texts. */
export function pageTerms({ title, text, anchors }: PageView): PageTerms {
  return {
    body: lemmaTerms(text),
    title: lemmaTerms(title),
    anchors: lemmaTerms(anchors.map((anchor) => anchor.text).join("\n")),
  };
}

/** Learns the terms of these pages, and the topics of their bodies. */
export function learnPageSpace(pages: readonly PageTerms[], seed: number): PageSpace {
  const spaceOf = (text: keyof PageTerms) =>
    learnTfIdf(
      pages.map((page) => page[text]),
      COLUMNS,
    );
  const body = spaceOf("body");
  const vectorOf = compileTfIdf(body);
  const rows = sparseRows(
    pages.map((page) => vectorOf(page.body)),
    body.terms.length,
  );
  const svd = truncatedSvd(rows, { rank: TOPICS, seed: seedOf(seed, "topics") });
  return {
    body,
    topics: storeProjection(svd),
    title: spaceOf("title"),
    anchors: spaceOf("anchors"),
  };
}

/**
 * Compiles a space to the vector of a page (Effland, page content). It has the tf-idf of each text,
 * one after the other. That of the body is reduced by latent semantic analysis.
 */
export function compilePageSpace(space: PageSpace): FeatureSpace<PageTerms> {
  const body = compileTfIdf(space.body);
  const title = compileTfIdf(space.title);
  const anchors = compileTfIdf(space.anchors);
  const reduce = compileProjection(space.topics);
  const widths = [space.topics.rank, space.title.terms.length, space.anchors.terms.length];
  const join = joinVectors(widths);
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    vectorOf: (terms) =>
      join([sparse(reduce(body(terms.body))), title(terms.title), anchors(terms.anchors)]),
  };
}

function sparse(numbers: Float64Array): SparseVector {
  const columns = Int32Array.from(numbers.keys()).filter((column) => numbers[column] !== 0);
  return { columns, values: numbers.filter((number) => number !== 0) };
}
