/** A recorded web whose pages people have judged. */
export interface Site {
  readonly corpus: "webkb" | "wikispeedia" | "uci" | "usagov" | "artic";
  /** Of its recording. */
  readonly name: string;
  /** For tables, which do not name other people's sites. */
  readonly title: string;
  /** Where people begin, when the labels do not say it. */
  readonly root?: string;
}

/** Webs of three universities, each recorded whole. */
export const UNIVERSITIES: readonly Site[] = ["cornell", "texas", "wisconsin"].map(
  (name, index) => ({ corpus: "webkb", name, title: `university ${index + 1}` }),
);

/** Single pages of many more universities. */
export const MANY_OTHERS: Site = { corpus: "webkb", name: "misc", title: "others" };

/** One host of articles, with categories. */
export const ENCYCLOPEDIA: Site = {
  corpus: "wikispeedia",
  name: "wikispeedia",
  title: "encyclopedia",
};

/** A modern university of 79 hosts, in part; `null` labels are of pages that could be either. */
export const MODERN_UNIVERSITY: Site = {
  corpus: "uci",
  name: "uci",
  title: "modern university",
  root: "https://www.ics.uci.edu/",
};

/** One host in two languages, labelled by kind of page and by topic. */
export const GOVERNMENT: Site = {
  corpus: "usagov",
  name: "usagov",
  title: "government site",
  root: "https://www.usa.gov/",
};
