import type { Sitemap } from "../../domain/strategy/source/sitemap.ts";
import { chartSvg } from "../print/chart-svg.ts";
import { sitemapChart } from "./sitemap-chart.ts";

/** Draws a sitemap as a graph, in SVG; the same sitemap gives the same text. */
export function sitemapSvg(sitemap: Sitemap): string {
  return chartSvg(sitemapChart(sitemap));
}
