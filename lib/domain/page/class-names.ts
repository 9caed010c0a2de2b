import { detach } from "../text/detach.ts";
import { remember } from "../text/remember.ts";
import { wordHints } from "./container-hints.ts";

/** A class attribute, parsed once per page however often it occurs. */
export interface ClassList {
  readonly names: readonly string[];
  /** Names joined by dots, for an Apath. */
  readonly dotted: string;
  /** The same with a dot in front and `0` for numbers, for a class path; `""` without names. */
  readonly masked: string;
  /** The first name without digits. */
  readonly shape: string;
  /** Hints of the names about the content, see {@link "./container-hints.ts"}. */
  readonly hints: number;
}

const NONE: ClassList = { names: [], dotted: "", masked: "", shape: "", hints: 0 };
const DIGITS = /\d+/g;
const WHITE_SPACE = /\s+/;

/**
 * Longest value that is remembered, in UTF-16 units, and number of them: the pages of a site share
 * their classes, and a site has some hundreds. At most some 5 MB.
 */
const LONGEST_REMEMBERED = 200;
const MOST_REMEMBERED = 4_000;

const rememberedList = remember(parseClasses, MOST_REMEMBERED);

/** The distinct classes of a page. */
export class ClassNames {
  readonly #lists = new Map<string, ClassList>();
  readonly #names = new Set<string>();

  /** Returns the list for an attribute value, and records its names. */
  read(value: string | undefined): ClassList {
    if (value === undefined) return NONE;
    let list = this.#lists.get(value);
    if (list === undefined) {
      const own = detach(value);
      list = own.length > LONGEST_REMEMBERED ? parseClasses(own) : rememberedList(own);
      this.#lists.set(own, list);
      for (const name of list.names) this.#names.add(name);
    }
    return list;
  }

  /** Returns the names in order of first occurrence. */
  distinct(): string[] {
    return [...this.#names];
  }
}

function parseClasses(value: string): ClassList {
  const names = value
    .split(WHITE_SPACE)
    .filter((name) => name !== "")
    .map(detach);
  const [first] = names;
  if (first === undefined) return NONE;
  const shape = first.replace(DIGITS, "");
  const dotted = names.join(".");
  const masked = `.${dotted.replace(DIGITS, "0")}`;
  return { names, dotted, masked, shape, hints: wordHints(value) };
}
