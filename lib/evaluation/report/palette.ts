/** Colours of a plot, as SVG takes them. */
export interface Palette {
  readonly background: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  /** Colours of the lines: first, second, third. */
  readonly lines: readonly string[];
}

/**
 * Colours of a page by name, for each of the two schemes; text on the background has a contrast of
 * at least 4.5.
 */
export const SCHEMES = {
  light: {
    background: "#ffffff",
    ink: "#1b2025",
    muted: "#57616b",
    rule: "#d5dbe1",
    line1: "#0b5cad",
    line2: "#a84a00",
    line3: "#24713b",
  },
  dark: {
    background: "#14181c",
    ink: "#e4e8ec",
    muted: "#a2acb6",
    rule: "#39424b",
    line1: "#79b8f3",
    line2: "#f2a768",
    line3: "#82cb95",
  },
} as const;

/** Colours in a page, which defines the names in its reader's scheme. */
export const PAGE_PALETTE: Palette = {
  background: "none",
  ink: "var(--ink)",
  muted: "var(--muted)",
  rule: "var(--rule)",
  lines: ["var(--line1)", "var(--line2)", "var(--line3)"],
};

const { background, ink, muted, rule, line1, line2, line3 } = SCHEMES.light;

/** Colours in a picture outside a page. */
export const PICTURE_PALETTE: Palette = {
  background,
  ink,
  muted,
  rule,
  lines: [line1, line2, line3],
};
