"""Crawls the sites of the seeds to their end and stores bodies, titles and texts in the folder.

python spider.py FOLDER SEED...
"""

import hashlib
import os
import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

FOLDER, *SEEDS = sys.argv[1:]
HOSTS = {urlsplit(seed).netloc for seed in SEEDS}


class SiteSpider(scrapy.Spider):
    name = "sites"
    links = LinkExtractor()

    async def start(self):
        for seed in SEEDS:
            yield self.request_for(seed)

    def request_for(self, url):
        # Ports are hosts here, but Scrapy's slots go by the name alone.
        return scrapy.Request(url, meta={"download_slot": urlsplit(url).netloc})

    def parse(self, response):
        name = hashlib.sha256(response.url.encode()).hexdigest()
        with open(os.path.join(FOLDER, "bodies", name), "wb") as file:
            file.write(response.body)
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": " ".join(response.xpath("//body//text()[not(parent::script or parent::style)]").getall()),
        }
        for link in self.links.extract_links(response):
            if urlsplit(link.url).netloc in HOSTS:
                yield self.request_for(link.url)


os.makedirs(os.path.join(FOLDER, "bodies"))
process = CrawlerProcess(
    {
        "ROBOTSTXT_OBEY": True,
        "DOWNLOAD_DELAY": 0,
        "CONCURRENT_REQUESTS": len(SEEDS),
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        # Requests wait on disk, as Dowser's do.
        "JOBDIR": os.path.join(FOLDER, "job"),
        "FEEDS": {os.path.join(FOLDER, "items.jsonl"): {"format": "jsonlines"}},
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(SiteSpider)
process.start()
