/** Numbers of labelled pages of a need; without any there is its topic. */
export interface LabelSize {
  /** In tables and on the command line. */
  readonly name: string;
  readonly good: number;
  readonly bad: number;
  /** Whether the need names more words than the topic's; where labels are given, it does unless they are given alone. */
  readonly isLong?: true;
}

/** From a bare topic to the largest, of which every smaller one is a part. */
export const LABEL_SIZES: readonly LabelSize[] = [
  { name: "topic", good: 0, bad: 0 },
  { name: "long", good: 0, bad: 0, isLong: true },
  { name: "3/0", good: 3, bad: 0 },
  { name: "3/12", good: 3, bad: 12 },
  { name: "5/20", good: 5, bad: 20 },
  { name: "10/50", good: 10, bad: 50 },
  { name: "40/200", good: 40, bad: 200 },
];

/** The most labels of a need. */
export const MOST_LABELS = { good: 40, bad: 200 };
