/**
 * A sigmoid over scores: p = 1 ÷ (1 + exp(slope · score + intercept)). For informative scores the
 * slope is below 0.
 */
export type PlattModel = { readonly slope: number; readonly intercept: number };

const MOST_ITERATIONS = 100;
/** Largest gradient per case at which the optimisation stops. */
const TOLERANCE = 1e-9;
/** Keeps the Hessian from being singular when all scores are equal. */
const RIDGE = 1e-12;
/** Least step of the line search. */
const LEAST_STEP = 1e-10;
/** Share of the decrease predicted by the gradient that a step must reach (Armijo's rule). */
const SUFFICIENT = 1e-4;

/** Scores with their target probabilities: in objects, each number read would be one more until this is compiled. */
interface Targets {
  readonly scores: Float64Array;
  readonly probabilities: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Fits the map from scores to probabilities of being positive (Platt 1999). It uses Newton's method
 * in the form of Lin, Lin & Weng 2007, which neither overflows nor cancels. Targets are (N₊ + 1) ÷
 * (N₊ + 2) and 1 ÷ (N₋ + 2), so that few cases give no certainty. Without any case the probability
 * is 1/2. Scores must be of cases that their model was not fitted to. Weights are in [0,∞), 1 by
 * default.
 */
export function fitPlattScaling(
  scores: Float64Array,
  isPositive: (index: number) => boolean,
  weights?: Float64Array,
): PlattModel {
  const { targets, prior } = targetsOf(scores, isPositive, weights);
  let model: PlattModel = { slope: 0, intercept: Math.log((prior.bad + 1) / (prior.good + 1)) };
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration += 1) {
    const next = newtonStep(model, targets, TOLERANCE * Math.max(1, prior.good + prior.bad));
    if (next === undefined) break;
    model = next;
  }
  return model;
}

/** Returns the probability of a score, in (0,1) except for rounding. */
export function plattProbability({ slope, intercept }: PlattModel, score: number): number {
  return sigmoid(slope * score + intercept);
}

/** Computes 1 ÷ (1 + exp(logit)), without overflow. */
function sigmoid(logit: number): number {
  const small = Math.exp(-Math.abs(logit));
  return logit >= 0 ? small / (1 + small) : 1 / (1 + small);
}

function targetsOf(
  scores: Float64Array,
  isPositive: (index: number) => boolean,
  weights: Float64Array | undefined,
) {
  const own = weights ?? new Float64Array(scores.length).fill(1);
  let [good, bad] = [0, 0];
  for (let index = 0; index < scores.length; index += 1) {
    if (isPositive(index)) good += own[index] ?? 0;
    else bad += own[index] ?? 0;
  }
  const probabilities = scores.map((_, index) =>
    isPositive(index) ? (good + 1) / (good + 2) : 1 / (bad + 2),
  );
  return { targets: { scores, probabilities, weights: own }, prior: { good, bad } };
}

/**
 * Returns the model after a Newton step with backtracking; `undefined` at the optimum, and when no
 * step decreases the loss.
 */
function newtonStep(
  model: PlattModel,
  targets: Targets,
  tolerance: number,
): PlattModel | undefined {
  const { gradient, hessian } = derivatives(model, targets);
  if (Math.abs(gradient[0]) < tolerance && Math.abs(gradient[1]) < tolerance) return undefined;
  const determinant = hessian[0] * hessian[2] - hessian[1] ** 2;
  const slope = -(hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant;
  const intercept = -(hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant;
  const descent = gradient[0] * slope + gradient[1] * intercept;
  const before = logLoss(model, targets);
  for (let step = 1; step >= LEAST_STEP; step /= 2) {
    const next = {
      slope: model.slope + step * slope,
      intercept: model.intercept + step * intercept,
    };
    if (logLoss(next, targets) < before + SUFFICIENT * step * descent) return next;
  }
  return undefined;
}

/**
 * Computes gradient and Hessian of the loss by slope and intercept; the Hessian as [slope², both,
 * intercept²].
 */
function derivatives(model: PlattModel, { scores, probabilities, weights }: Targets) {
  const gradient: [number, number] = [0, 0];
  const hessian: [number, number, number] = [RIDGE, 0, RIDGE];
  for (let index = 0; index < scores.length; index += 1) {
    const [score, weight] = [scores[index] ?? 0, weights[index] ?? 0];
    const p = plattProbability(model, score);
    const slack = weight * ((probabilities[index] ?? 0) - p);
    gradient[0] += score * slack;
    gradient[1] += slack;
    const curvature = weight * p * (1 - p);
    hessian[0] += score * score * curvature;
    hessian[1] += score * curvature;
    hessian[2] += curvature;
  }
  return { gradient, hessian };
}

/** Computes the cross entropy of targets and probabilities, in nats. */
function logLoss(
  { slope, intercept }: PlattModel,
  { scores, probabilities, weights }: Targets,
): number {
  let loss = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const [probability, weight] = [probabilities[index] ?? 0, weights[index] ?? 0];
    const logit = slope * (scores[index] ?? 0) + intercept;
    const linear = logit >= 0 ? probability * logit : (probability - 1) * logit;
    loss += weight * (linear + Math.log1p(Math.exp(-Math.abs(logit))));
  }
  return loss;
}
