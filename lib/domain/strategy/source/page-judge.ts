import type { PageStructure } from "../../page/page-structure.ts";
import { type ContentModel, compileContent, learnContent } from "./content-judge.ts";
import type { Sample } from "./sample.ts";
import type { SourceAim } from "./source-aim.ts";
import { compileTarget, learnTarget, type TargetModel } from "./target-judge.ts";

/** What pages are judged by: likeness to the example, or fresh text. */
export type JudgeModel =
  | { readonly by: "example"; readonly target: TargetModel }
  | { readonly by: "text"; readonly content: ContentModel };

/** What a page is found to be. */
interface Judgement {
  /** What a link to it deserved, in [0,1]; of a page wanted for its type 0 or 1. */
  readonly worth: number;
  /** Likeness to the example, or the worth of its content, in [0,1]. */
  readonly utility: number;
}

/** Judges a page, of which links give a name of so many letters. */
export type PageJudge = (page: PageStructure, letters: number) => Judgement;

/** Learns to judge pages; those at the places `chosen` show what templates a site has. */
export function learnJudge(
  { example, threshold }: SourceAim,
  { pages }: Pick<Sample, "pages">,
  chosen: readonly number[],
): JudgeModel {
  if (example === null) {
    const prints = pages.flatMap(({ structure }) => structure.prints ?? []);
    return { by: "text", content: learnContent(prints) };
  }
  const structures = chosen.flatMap((place) => pages[place]?.structure ?? []);
  const target = learnTarget({ paths: example }, structures, threshold ?? undefined);
  return { by: "example", target };
}

/** Compiles what was learned. */
export function compileJudge(model: JudgeModel): PageJudge {
  if (model.by === "example") {
    const likenessTo = compileTarget(model.target);
    return (page) => {
      const { likeness, isTarget } = likenessTo(page);
      return { worth: Number(isTarget), utility: likeness };
    };
  }
  const worthOf = compileContent(model.content);
  return ({ prints }, letters) => {
    const worth = prints === undefined ? 0 : worthOf(prints, letters);
    return { worth, utility: worth };
  };
}
