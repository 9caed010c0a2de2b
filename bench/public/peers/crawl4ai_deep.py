"""Crawls by Crawl4AI and keeps what it fetched: python crawl4ai_deep.py ORDER FOLDER PAGES SEED WORD..."""

import asyncio
import json
import os
import sys

from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
from crawl4ai.deep_crawling import BestFirstCrawlingStrategy, BFSDeepCrawlStrategy
from crawl4ai.deep_crawling.scorers import KeywordRelevanceScorer

ORDER, FOLDER, PAGES, SEED, *WORDS = sys.argv[1:]

# Deeper than any of the webs: depth ends no crawl.
LIMITS = {"max_depth": 100, "include_external": True, "max_pages": int(PAGES)}


async def crawl() -> None:
    if ORDER == "best-first":
        order = BestFirstCrawlingStrategy(url_scorer=KeywordRelevanceScorer(keywords=WORDS, weight=1.0), **LIMITS)
    else:
        order = BFSDeepCrawlStrategy(**LIMITS)
    config = CrawlerRunConfig(
        deep_crawl_strategy=order,
        cache_mode=CacheMode.BYPASS,
        check_robots_txt=True,
        stream=True,
        verbose=False,
    )
    # By HTTP alone, as all crawlers here: no page has scripts.
    async with AsyncWebCrawler(crawler_strategy=AsyncHTTPCrawlerStrategy(), verbose=False) as crawler:
        with open(os.path.join(FOLDER, "exported.jsonl"), "w", encoding="utf-8") as out:
            async for page in await crawler.arun(SEED, config=config):
                if page.success:
                    print(json.dumps({"url": page.redirected_url or page.url}), file=out)


asyncio.run(crawl())
