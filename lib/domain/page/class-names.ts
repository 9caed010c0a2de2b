import { wordHints } from "./container-hints.ts";
import { detach } from "./detach.ts";

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

/** The distinct classes of a page. */
export class ClassNames {
  readonly #lists = new Map<string, ClassList>();
  readonly #seen = new Map<string, string>();

  /** Returns the list for an attribute value, and records its names. */
  read(value: string | undefined): ClassList {
    if (value === undefined) return NONE;
    let list = this.#lists.get(value);
    if (list === undefined) {
      list = this.#parse(value);
      this.#lists.set(value, list);
    }
    return list;
  }

  /** Returns the names in order of first occurrence. */
  distinct(): string[] {
    return [...this.#seen.keys()];
  }

  #parse(value: string): ClassList {
    const names = value
      .split(WHITE_SPACE)
      .filter((name) => name !== "")
      .map((name) => this.#intern(name));
    const [first] = names;
    if (first === undefined) return NONE;
    const shape = first.replace(DIGITS, "");
    const dotted = names.join(".");
    const masked = `.${dotted.replace(DIGITS, "0")}`;
    return { names, dotted, masked, shape, hints: wordHints(value) };
  }

  #intern(name: string): string {
    const known = this.#seen.get(name);
    if (known !== undefined) return known;
    const own = detach(name);
    this.#seen.set(own, own);
    return own;
  }
}
