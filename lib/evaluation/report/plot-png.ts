import sharp from "sharp";
import { type Plot, plotSvg } from "./section.ts";

/** Pixels per CSS pixel: sharp in print, too. */
const SCALE = 2;

/** Dots per inch at which an SVG's pixel is one pixel. */
const SVG_DENSITY = 72;

/** Draws a plot as PNG, in light colours. Its letters are of the machine's fonts. */
export function plotPng(plot: Plot): Promise<Buffer> {
  return sharp(Buffer.from(plotSvg(plot)), { density: SVG_DENSITY * SCALE })
    .png()
    .toBuffer();
}
