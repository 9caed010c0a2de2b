/** A recorded web whose pages people have judged. */
export interface Site {
  readonly corpus: "webkb" | "wikispeedia";
  /** Of its recording. */
  readonly name: string;
}

/** Webs of three universities, each recorded whole. */
export const UNIVERSITIES: readonly Site[] = ["cornell", "texas", "wisconsin"].map((name) => ({
  corpus: "webkb",
  name,
}));
