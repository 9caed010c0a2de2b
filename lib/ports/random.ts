/** Chance comes in here, so that a seed decides it. */
export interface Random {
  /** The next number in [0,1). */
  next(): number;
}
