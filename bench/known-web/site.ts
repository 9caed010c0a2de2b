/** A recorded web whose pages people have judged. */
export interface Site {
  readonly corpus: "webkb" | "wikispeedia";
  /** Of its recording. */
  readonly name: string;
  /** For tables, which do not name other people's sites. */
  readonly title: string;
}

/** Webs of three universities, each recorded whole. */
export const UNIVERSITIES: readonly Site[] = ["cornell", "texas", "wisconsin"].map(
  (name, index) => ({ corpus: "webkb", name, title: `university ${index + 1}` }),
);
