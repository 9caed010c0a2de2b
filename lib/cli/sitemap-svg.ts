import { init } from "echarts";
import type { Sitemap } from "../domain/strategy/structure/sitemap.ts";
import { sitemapChart } from "./sitemap-chart.ts";

/** A sitemap drawn as a graph, as SVG; the same sitemap gives the same text. */
export function sitemapSvg(sitemap: Sitemap): string {
  const { option, ...size } = sitemapChart(sitemap);
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption(option);
    return still(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/** Without what serves a pointer in a browser, and the numbers in ids that count the charts of a process. */
function still(svg: string): string {
  return svg
    .replace(/<style\b.*?<\/style>/s, "")
    .replaceAll(/ (?:class|ecmeta_\w+|pointer-events)="[^"]*"/g, "")
    .replaceAll(/\bzr\d+-/g, "sitemap-")
    .replaceAll(/\n+/g, "\n");
}
