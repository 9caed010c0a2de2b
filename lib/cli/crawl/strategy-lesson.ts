import { type Lesson, lessonOf } from "../../domain/strategy/link-distance/lesson.ts";
import type { Need, Strategy } from "../../domain/strategy/strategy.ts";
import type { StrategyChoice } from "../../domain/strategy/strategy-module.ts";
import { readModelFile } from "../run/model-file.ts";

/**
 * Reads the trained model from the file that a strategy's options name; returns `undefined` when
 * they name none.
 * @throws DowserError `model-unreadable`, `bad-model`
 */
export function readLesson(choice: StrategyChoice): Lesson | undefined {
  const { name, model } = choice;
  if (name !== "link-distance" || typeof model !== "string") return undefined;
  const { variant, lesson } = readModelFile(model);
  return lessonOf(variant, lesson);
}

/**
 * Returns the strategy with a trained model of its own, instead of the click paths of the need, for
 * crawls that share a need.
 */
export function withLesson(strategy: Strategy, lesson: Lesson | undefined): Strategy {
  if (lesson === undefined) return strategy;
  const taught = (need: Need): Need => ({ ...need, paths: undefined, lesson });
  return {
    ...strategy,
    checkNeed: (need) => strategy.checkNeed?.(taught(need)),
    train: (evidence, need, previous) => strategy.train(evidence, taught(need), previous),
  };
}
