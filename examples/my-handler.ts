import type { PageHandler } from "dowser";

/** Acts on each page of `dowser crawl PROJECT --handler FILE`: saves its heading and its prices, and leaves it out where it has neither. */
const onPage: PageHandler = ({ $, save, skip }) => {
  const [heading] = $("h1");
  const prices = $(".price");
  if (heading === undefined && prices.length === 0) skip("no heading and no price");
  else save({ heading: heading ?? "", prices });
};

export default onPage;
