import type { Sitemap } from "../../domain/strategy/source/sitemap.ts";
import { chartSvg } from "../print/chart-svg.ts";
import { sitemapChart } from "./sitemap-chart.ts";

/** A sitemap drawn as a graph, as SVG; the same sitemap gives the same text. */
export function sitemapSvg(sitemap: Sitemap): string {
  return chartSvg(sitemapChart(sitemap));
}
