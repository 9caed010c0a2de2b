/** Halvings of an interval until two neighbouring doubles are left, wherever in (0,1) they are. */
const MOST_HALVINGS = 1_100;
/**
 * Most steps of the continued fraction; it takes about the square root of the greater parameter.
 */
const MOST_STEPS = 10_000;
/** Replaces 0 in a denominator (Lentz's method). */
const TINY = 1e-300;
/** Relative change below which the continued fraction has converged. */
const PRECISION = 1e-15;

/** Coefficients for g = 7 and nine terms (Godfrey 2001): 15 digits. */
const LANCZOS_FIRST = 0.9999999999998099;
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
const LANCZOS_G = 7;

/**
 * Returns the value in [0,1] that a Beta variate falls below with probability `u`. `u` must be in
 * (0,1), both parameters above 0. A uniform `u` gives a draw from the distribution, exact to
 * rounding. A greater `u` never gives less.
 */
export function betaQuantile(u: number, alpha: number, beta: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < MOST_HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (incompleteBeta(middle, alpha, beta) < u) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the regularised incomplete beta function I_x(a,b) for x in (0,1), the probability of a
 * value up to x (DLMF 8.17).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  const logFront =
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  const front = Math.exp(logFront);
  // The fraction converges fast below the mean. Above the mean the complement is below its own
  // mean.
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** Evaluates DLMF 8.17.22 by the method of Lentz (Applied Optics 15, 1976). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MOST_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/**
 * Returns the natural logarithm of the gamma function of x > 0 (Lanczos, SIAM J. Numer. Anal. 1,
 * 1964).
 */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = LANCZOS.reduce((total, term, index) => total + term / (x + index), LANCZOS_FIRST);
  const base = x + LANCZOS_G - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
