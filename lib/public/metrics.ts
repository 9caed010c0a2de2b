/** `dowser/metrics`: the figures by which crawls are compared. */
export { harvestCurve, harvestRate, targetRecall } from "../domain/measures/harvest-rate.ts";
export { horvitzThompsonShare, type SampledCase } from "../domain/measures/sample-precision.ts";
export {
  pairedBootstrap,
  ratioOfMeans,
  type SampledShare,
  wilsonInterval,
} from "../domain/stats/intervals/paired-bootstrap.ts";
export { rocAuc } from "../domain/stats/intervals/prediction-quality.ts";
