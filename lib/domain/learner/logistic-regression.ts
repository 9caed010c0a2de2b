import { hashToUnit } from "../random/hash-to-unit.ts";

/** A thing to learn from: what is true of it, and whether it was good. */
export interface Example {
  /** Decides, by a hash, when the example has its turn. */
  readonly id: string;
  /** Names, each once. */
  readonly features: readonly string[];
  readonly isGood: boolean;
}

/** Log-odds that features add; one that is not named adds none. */
export type Weights = Readonly<Record<string, number>>;

/** Passes over the examples. More would fit features seen once or twice; so few are the regularisation. */
const PASSES = 5;
/** First step of a weight, in log-odds; later ones shrink as its gradients add up. */
const STEP = 0.3;
/** Keeps the first division finite. */
const EPSILON = 1e-8;

/** The probability that something with these features is good, in (0,1). */
export function probability(weights: Weights, features: readonly string[]): number {
  const logOdds = features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0);
  return 1 / (1 + Math.exp(-logOdds));
}

/**
 * Fits a logistic regression by stochastic gradients with AdaGrad's steps (Duchi, Hazan & Singer 2011),
 * from `prior` on. The same examples give the same weights, in whatever order they come.
 */
export function fitLogisticRegression(examples: readonly Example[], prior: Weights): Weights {
  const weights = new Map(Object.entries(prior));
  const squares = new Map<string, number>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const { features, isGood } of inTurn(examples, pass)) {
      const logOdds = features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
      const gradient = 1 / (1 + Math.exp(-logOdds)) - (isGood ? 1 : 0);
      for (const feature of features) {
        const sum = (squares.get(feature) ?? 0) + gradient * gradient;
        squares.set(feature, sum);
        const step = (STEP * gradient) / Math.sqrt(sum + EPSILON);
        weights.set(feature, (weights.get(feature) ?? 0) - step);
      }
    }
  }
  return Object.fromEntries(weights);
}

function inTurn(examples: readonly Example[], pass: number): readonly Example[] {
  const turns = examples.map((example) => ({ example, turn: hashToUnit(pass, example.id) }));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ example }) => example);
}
