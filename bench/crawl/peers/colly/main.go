// Command peer crawls the sites of the seeds to their end and stores each page in a file of the folder:
// its title and the words of its text on two lines, then its body.
//
//	peer FOLDER SEED...
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/gocolly/colly/v2"
)

func main() {
	folder, seeds := os.Args[1], os.Args[2:]
	var hosts []string
	for _, seed := range seeds {
		parsed, err := url.Parse(seed)
		if err != nil {
			log.Fatal(err)
		}
		hosts = append(hosts, parsed.Host)
	}
	crawler := colly.NewCollector(colly.Async(true))
	crawler.IgnoreRobotsTxt = false
	inScope := make(map[string]bool)
	for _, host := range hosts {
		inScope[host] = true
		// One connection a host.
		if err := crawler.Limit(&colly.LimitRule{DomainGlob: host, Parallelism: 1}); err != nil {
			log.Fatal(err)
		}
	}
	crawler.OnHTML("html", func(page *colly.HTMLElement) {
		page.DOM.Find("script,style").Remove()
		words := strings.Join(strings.Fields(page.DOM.Find("body").Text()), " ")
		name := sha256.Sum256([]byte(page.Request.URL.String()))
		text := page.DOM.Find("title").Text() + "\n" + words + "\n"
		file := filepath.Join(folder, hex.EncodeToString(name[:]))
		if err := os.WriteFile(file, append([]byte(text), page.Response.Body...), 0o644); err != nil {
			log.Fatal(err)
		}
	})
	crawler.OnHTML("a[href]", func(anchor *colly.HTMLElement) {
		link, err := url.Parse(anchor.Request.AbsoluteURL(anchor.Attr("href")))
		if err != nil || !inScope[link.Host] {
			return
		}
		// Colly itself leaves out what it has visited, but takes each fragment for a page of its own.
		link.Fragment = ""
		_ = crawler.Visit(link.String())
	})
	for _, seed := range seeds {
		// A page of another seed may have led there before.
		var visited *colly.AlreadyVisitedError
		if err := crawler.Visit(seed); err != nil && !errors.As(err, &visited) {
			log.Fatal(err)
		}
	}
	crawler.Wait()
}
