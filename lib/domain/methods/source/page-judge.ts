import type { PageStructure } from "../../page/page-structure.ts";
import { type ContentModel, compileContent, learnContent } from "./content-judge.ts";
import type { Sample } from "./sample.ts";
import type { SourceAim } from "./source-aim.ts";
import { compileTarget, learnTarget, type TargetModel } from "./target-judge.ts";

/** The measure that pages are judged by: similarity to the example, or fresh text. */
export type JudgeModel =
  | { readonly by: "example"; readonly target: TargetModel }
  | { readonly by: "text"; readonly content: ContentModel };

/** The judgement of a fetched page. */
interface Judgement {
  /** The worth of a link to it, in [0,1]; 0 or 1 when pages of one type are the targets. */
  readonly worth: number;
  /** Similarity to the example, or the worth of its content, in [0,1]. */
  readonly utility: number;
}

/** Judges a page whose name in links has so many letters. */
export type PageJudge = (page: PageStructure, letters: number) => Judgement;

/** Trains the judge of pages; the pages at the indices `chosen` show the templates of the site. */
export function learnJudge(
  { example, threshold }: SourceAim,
  { pages }: Pick<Sample, "pages">,
  chosen: readonly number[],
): JudgeModel {
  if (example === null) {
    const printed = pages.flatMap(({ url, structure: { prints } }) =>
      prints === undefined ? [] : [{ url, prints }],
    );
    return { by: "text", content: learnContent(printed) };
  }
  const structures = chosen.flatMap((place) => pages[place]?.structure ?? []);
  const target = learnTarget({ paths: example }, structures, threshold ?? undefined);
  return { by: "example", target };
}

/** Compiles the model to a judge of pages. */
export function compileJudge(model: JudgeModel): PageJudge {
  if (model.by === "example") {
    const similarityTo = compileTarget(model.target);
    return (page) => {
      const { similarity, isTarget } = similarityTo(page);
      return { worth: Number(isTarget), utility: similarity };
    };
  }
  const worthOf = compileContent(model.content);
  return ({ prints }, letters) => {
    const worth = prints === undefined ? 0 : worthOf(prints, letters);
    return { worth, utility: worth };
  };
}
