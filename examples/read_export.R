# Opens a table that `dowser export` wrote and looks at it. Base R reads CSV; Parquet takes the package arrow.
#
#   dowser export runs/bees --format csv --out bees.csv
#   Rscript read_export.R bees.csv
#
# docs/data-dictionary.md says what each column means.

file <- commandArgs(trailingOnly = TRUE)[1]
if (grepl("\\.parquet$", file)) {
  pages <- as.data.frame(arrow::read_parquet(file))
} else {
  pages <- read.csv(file, na.strings = "", encoding = "UTF-8", stringsAsFactors = FALSE)
  pages$isTarget <- pages$isTarget == "true"
  pages$fetchedAt <- as.POSIXct(pages$fetchedAt, format = "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC")
}

# Times are POSIXct, numbers are numbers, empty cells are NA.
pages$words <- lengths(strsplit(ifelse(is.na(pages$text), "", pages$text), "\\s+"))
targets <- pages[pages$isTarget, ]

cat(nrow(pages), "pages,", nrow(targets), "of them predicted relevant\n")
cat("fetched from", format(min(pages$fetchedAt)), "to", format(max(pages$fetchedAt)), "UTC\n")

cat("\nRelevant pages by host:\n")
print(head(sort(table(targets$host), decreasing = TRUE), 10))

cat("\nBest pages:\n")
best <- targets[order(-targets$utility), ]
print(head(best[, c("utility", "words", "title")], 5), row.names = FALSE)

# Labels of people beside the crawl's judgement. For a precision to publish, use `dowser judge`:
# labels are no random sample.
labelled <- pages[!is.na(pages$label), ]
if (nrow(labelled) > 0) {
  cat("\nLabels of people (rows) beside the crawl's judgement (columns):\n")
  print(table(labelled = labelled$label >= 0.5, predicted = labelled$isTarget))
}
