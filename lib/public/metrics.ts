/** `dowser/metrics`: the figures by which crawls are compared. */
export { harvestCurve, harvestRate, targetRecall } from "../domain/metrics/harvest-rate.ts";
export { pairedBootstrap, ratioOfMeans } from "../domain/metrics/paired-bootstrap.ts";
export { rocAuc } from "../domain/metrics/roc-auc.ts";
export { horvitzThompsonShare, type SampledCase } from "../domain/metrics/sample-precision.ts";
export { type SampledShare, wilsonInterval } from "../domain/metrics/wilson-interval.ts";
