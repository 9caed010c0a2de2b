import type { Json } from "../../json.ts";
import type { MarkedPaths } from "../marked-paths.ts";
import type { CompiledStrategy, Evidence, Need } from "../strategy.ts";

/** A way to learn from click paths; the trained data is valid for other sites, too. */
export interface PathTrainer<Learned extends Json = Json, Model extends Json = Json> {
  /** Trains on paths; the same paths give the same result. Slow: called once per training set. */
  learn(marked: MarkedPaths): Learned;
  /**
   * Trains the model of a crawl at its present state. The user's labels are in the need's good and
   * bad pages.
   */
  train(learned: Learned, evidence: Evidence, need: Need): Model;
  compile(model: Model): CompiledStrategy;
}
