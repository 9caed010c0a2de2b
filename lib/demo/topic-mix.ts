import type { Chance } from "./chance.ts";
import { NEED_TOPIC, TOPICS, type Topic } from "./words.ts";

/** The topics of a section of a site: its main topics, and how often it keeps to them. */
export interface TopicMix {
  readonly main: readonly Topic[];
  /** Probability in [0, 1] of a main topic; otherwise any topic is drawn. */
  readonly faith: number;
}

/**
 * The need's topic is more frequent everywhere, so that some of its pages are far from the others.
 */
const ANY_TOPIC: readonly Topic[] = [...TOPICS, NEED_TOPIC, NEED_TOPIC];

/** Draws the topic of one more piece of content. */
export function drawTopic(chance: Chance, mix: TopicMix): Topic {
  return chance.pick(chance.happens(mix.faith) ? mix.main : ANY_TOPIC);
}
