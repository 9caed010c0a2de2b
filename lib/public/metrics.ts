/** `dowser/metrics`: the figures by which crawls are compared. */
export { harvestCurve, harvestRate, targetRecall } from "../domain/measures/harvest-rate.ts";
export { horvitzThompsonShare, type SampledCase } from "../domain/measures/sample-precision.ts";
export { pairedBootstrap, ratioOfMeans } from "../domain/stats/intervals/paired-bootstrap.ts";
export { rocAuc } from "../domain/stats/intervals/roc-auc.ts";
export { type SampledShare, wilsonInterval } from "../domain/stats/intervals/wilson-interval.ts";
