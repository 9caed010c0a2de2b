/** What Xu, Gao & Callan 2018 print, means over their six sites. `worst` is the worst single case. */
export interface Published {
  readonly harvest: number;
  readonly worst: number;
  readonly recall: number;
  readonly f: number;
}

/** Table 4, pages of a target type at as many fetches as there are. */
export const PAPER_TARGET: Readonly<Record<string, Published>> = {
  "breadth-first": { harvest: 0.355, worst: 0.096, recall: 0.355, f: 0.355 },
  tpm: { harvest: 0.828, worst: 0.15, recall: 0.273, f: 0.376 },
  source: { harvest: 0.822, worst: 0.642, recall: 0.822, f: 0.822 },
};

/** Table 3, user-created content at a quarter of the mirror; harvest is what it calls valid ratio. */
export const PAPER_UCC: Readonly<Record<string, Published>> = {
  "breadth-first": { harvest: 0.8779, worst: 0.6064, recall: 0.2408, f: 0.3773 },
  irobot: { harvest: 0.9361, worst: 0.7419, recall: 0.0438, f: 0.0828 },
  source: { harvest: 0.9989, worst: 0.9978, recall: 0.2767, f: 0.4327 },
};

/** Table 5, each factor of the score left out; valid ratio and entropy in bits, on the sites without bound. */
export const PAPER_ABLATION: Readonly<Record<string, readonly [ratio: number, bits: number]>> = {
  all: [0.9954, 0.8649],
  "without Info": [0.9892, 1.539],
  "without DSim": [0.9896, 1.1413],
  "without Balance": [0.9936, 0.4949],
};

/** Table 2, means over the sites: clusters, and share of the 1,000 pages that are noise. */
export const PAPER_CLUSTERS = { clusters: 17.2, noiseShare: 0.024 };
