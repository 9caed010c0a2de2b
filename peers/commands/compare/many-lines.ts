import { type Palette, PICTURE_PALETTE } from "../../../lib/evaluation/report/palette.ts";

/** Colours of many lines over one another in a picture. */
export const MANY_LINES: Palette = {
  ...PICTURE_PALETTE,
  lines: [
    ...PICTURE_PALETTE.lines,
    "#7b3fa0",
    "#b0172f",
    "#00798c",
    "#8a6d00",
    "#c2389a",
    "#4d4d4d",
  ],
};
