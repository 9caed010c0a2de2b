/** Settings of `link-distance`; what a part does is said where it is done. */
export interface LinkDistanceSettings {
  readonly name: "link-distance";
  /** As published, or with what we added: it stands for the defaults of all others. */
  readonly variant: "paper" | "dowser";
  /** File with what other click paths taught; those of the need are learned from without it. */
  readonly model?: string;
  /** Least page score of a target page, in [0,1]. */
  readonly gatherFrom: number;
  /** What a link loses for each link between it and the seeds, in [0,1]. */
  readonly depthPenalty: number;
  /** Share of a branch's broken promises (predicted minus observed, along the way) that its links lose, in [0,1]. */
  readonly branchDiscount: number;
  /** Share of what the links of a page that were followed fell short by that its other links lose, in [0,1]. */
  readonly siblingShortfall: number;
  /** Standard deviations of the trees of a forest that are added to its prediction, from 0; `paper` only. */
  readonly confidence: number;
  /** Whether unmarked pages are taken for targets, or for none, where what was learned is sure of them. */
  readonly selfTraining: boolean;
  /** Whether what links lead to is learned while crawling, too; `dowser` only. */
  readonly online: boolean;
}
