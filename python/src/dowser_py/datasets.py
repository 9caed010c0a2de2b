"""Writes a run as a folder that the library `datasets` of Hugging Face opens, with its card in Croissant."""

from __future__ import annotations

import json
from pathlib import Path

from .runs import Run

README = """---
pretty_name: {name}
license: other
configs:
- config_name: pages
  default: true
  data_files: pages.parquet
- config_name: posts
  data_files: posts.parquet
---

# {title}

{description}

{precision}

- `pages.parquet`: a row a page, `posts.parquet`: a row a post, joined by `url`. What each column means is in `croissant.json`.
- The pages are the works of others, each under its own terms: share URLs, labels and derived figures freely, texts only where you may.

```python
from datasets import load_dataset

pages = load_dataset("{folder}", "pages", split="train")
```
"""

NOT_JUDGED = "Which pages are relevant is predicted by the crawl. Nobody has judged a sample of it."


def write_dataset(run: Run, folder: str | Path, targets: bool = True) -> Path:
    """Writes pages, posts, the card and a README into a new folder; Dowser makes the tables and the card."""
    out = Path(folder)
    out.mkdir(parents=True)
    chosen = ["--relevant"] if targets else []
    card = out / "croissant.json"
    pages = ["--out", str(out / "pages.parquet"), "--croissant", str(card)]
    run.command("export", "--format", "parquet", *chosen, *pages)
    run.command("export", "--format", "parquet", "--posts", *chosen, "--out", str(out / "posts.parquet"))
    told = json.loads(card.read_text("utf-8"))
    words = {
        "name": json.dumps(told["name"], ensure_ascii=False),
        "title": told["name"],
        "description": told["description"],
        "precision": str(run.precision() or NOT_JUDGED),
        "folder": out.name,
    }
    (out / "README.md").write_text(README.format(**words), "utf-8")
    return out
