/** Chance from a seed: draws by hash, seeds of parts, and quantiles of the beta distribution. */

/** 2^32: seeds are 32-bit words. */
const WORD = 0x1_0000_0000;

/**
 * Returns a seed in [0, 2^32) for the part of the work that `text` names. Parts with one seed draw
 * independently.
 */
export function seedOf(seed: number, text: string): number {
  return Math.floor(hashToUnit(seed, text) * WORD);
}

/** 2^20: the part of the second word that is used, so that both words give 52 bits. */
const HALF_WORD = 0x10_0000;

/** 2^52: the finest grid whose cell centres are all exact doubles below 1. */
const CELLS = WORD * HALF_WORD;

/**
 * Returns a number in (0,1), both ends excluded, that depends on `seed` (an integer) and `text`, with the `rest` after it,
 * alone. It has 52 bits of two interleaved multiply–xor hashes, finished as MurmurHash3 is. Not for
 * secrets.
 */
export function hashToUnit(seed: number, text: string, rest = ""): number {
  let a = finish(seed);
  let b = finish(a ^ Math.floor(seed / WORD));
  const units = text.length + rest.length;
  for (let index = 0; index < units; index += 1) {
    const own = index - text.length;
    const unit = own < 0 ? text.charCodeAt(index) : rest.charCodeAt(own);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    b ^= b >>> 15;
  }
  a = finish(a ^ b);
  b = finish(b + a);
  return ((a >>> 0) * HALF_WORD + (b >>> 12) + 0.5) / CELLS;
}

/**
 * Applies MurmurHash3's 32-bit finaliser, by Austin Appleby: every input bit affects every output
 * bit.
 */
function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

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

/** The hash FNV-1a of 32 bits, unit by unit: http://www.isthe.com/chongo/tech/comp/fnv/ */
const PRIME = 0x01000193;

/** Hash of nothing. */
export const EMPTY_HASH = 0x811c9dc5 | 0;

/** Returns the hash of what has `hash` and one more unit, such as a letter or a word of 32 bits. */
export function extendHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}
