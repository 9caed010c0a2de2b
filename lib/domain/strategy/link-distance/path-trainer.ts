import type { Json } from "../../json.ts";
import type { MarkedPaths } from "../marked-paths.ts";
import type { CompiledStrategy, Evidence, Need } from "../strategy.ts";

/** A way to learn from click paths: what they taught is a lesson, which holds for other sites, too. */
export interface PathTrainer<Lesson extends Json = Json, Model extends Json = Json> {
  /** Same paths: same lesson. Takes its time: once a training set. */
  teach(marked: MarkedPaths): Lesson;
  /** What is known when the crawl has come so far; the user's labels are in the need's good and bad pages. */
  train(lesson: Lesson, evidence: Evidence, need: Need): Model;
  compile(model: Model): CompiledStrategy;
}
