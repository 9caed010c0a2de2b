/** How often a yes-or-no judgement met the truth, and how it missed. */
export interface Confusion {
  readonly truePositives: number;
  readonly falseNegatives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
}

/** A case judged: what holds, and what was said. */
export interface Judged {
  readonly actual: boolean;
  readonly said: boolean;
}

/** Counts judgements. */
export function confusionOf(cases: Iterable<Judged>): Confusion {
  let [truePositives, falseNegatives, falsePositives, trueNegatives] = [0, 0, 0, 0];
  for (const { actual, said } of cases) {
    if (actual && said) truePositives++;
    else if (actual) falseNegatives++;
    else if (said) falsePositives++;
    else trueNegatives++;
  }
  return { truePositives, falseNegatives, falsePositives, trueNegatives };
}

/** Share of all cases judged right, in [0, 1]; `undefined` without a case. */
export function accuracy(counts: Confusion): number | undefined {
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts;
  const right = truePositives + trueNegatives;
  return share(right, right + falseNegatives + falsePositives);
}

/** Share of those said to be positive that are, in [0, 1]; `undefined` if none was. */
export function precision({ truePositives, falsePositives }: Confusion): number | undefined {
  return share(truePositives, truePositives + falsePositives);
}

/** Share of the positive that were said to be, in [0, 1]; `undefined` if there is none. */
export function recall({ truePositives, falseNegatives }: Confusion): number | undefined {
  return share(truePositives, truePositives + falseNegatives);
}

function share(part: number, all: number): number | undefined {
  return all === 0 ? undefined : part / all;
}
