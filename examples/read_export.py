"""Opens a table that `dowser export` wrote and looks at it.

    dowser export runs/bees --format parquet --out bees.parquet
    pip install pandas pyarrow
    python read_export.py bees.parquet

docs/data-dictionary.md says what each column means.
"""

import sys

import pandas as pd

pages = pd.read_parquet(sys.argv[1])

# Times come with their zone, numbers as numbers, empty cells as missing values.
pages["words"] = pages["text"].fillna("").str.split().str.len()
targets = pages[pages["isTarget"]]

print(f"{len(pages)} pages, {len(targets)} of them predicted relevant")
print(f"fetched from {pages['fetchedAt'].min()} to {pages['fetchedAt'].max()}")

print("\nRelevant pages by host:")
print(targets.groupby("host").agg(pages=("url", "size"), words=("words", "sum")).nlargest(10, "pages").to_string())

print("\nBest pages:")
print(targets.nlargest(5, "utility")[["utility", "words", "title"]].to_string(index=False))

# Labels of people beside the crawl's judgement. For a precision to publish, use `dowser judge`:
# labels are no random sample.
labelled = pages.dropna(subset=["label"])
if len(labelled) > 0:
    print("\nLabels of people (rows) beside the crawl's judgement (columns):")
    print(pd.crosstab(labelled["label"] >= 0.5, labelled["isTarget"]).to_string())
