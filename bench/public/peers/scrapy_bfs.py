"""Crawls breadth-first by Scrapy and keeps what it fetched: python scrapy_bfs.py FOLDER PAGES SEED WORD..."""

import json
import os
import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

FOLDER, PAGES, SEED = sys.argv[1], int(sys.argv[2]), sys.argv[3]


class BreadthFirst(scrapy.Spider):
    name = "breadth-first"
    # Files are pages here: without this, Scrapy leaves out what ends like one.
    links = LinkExtractor(deny_extensions=[])
    left = PAGES

    async def start(self):
        yield self.request_for(SEED)

    def request_for(self, url):
        # Ports are hosts here, but Scrapy's slots go by the name alone.
        return scrapy.Request(url, meta={"download_slot": urlsplit(url).netloc})

    def parse(self, response):
        if self.left <= 0:
            raise scrapy.exceptions.CloseSpider("budget")
        self.left -= 1
        with open(os.path.join(FOLDER, "exported.jsonl"), "a", encoding="utf-8") as out:
            print(json.dumps({"url": response.url}), file=out)
        if hasattr(response, "text"):
            for link in self.links.extract_links(response):
                yield self.request_for(link.url)


process = CrawlerProcess(
    {
        "ROBOTSTXT_OBEY": True,
        "DOWNLOAD_DELAY": 0,
        "CONCURRENT_REQUESTS": 2,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        # As its documentation says for breadth-first order.
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(BreadthFirst)
process.start()
