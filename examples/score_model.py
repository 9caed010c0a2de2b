"""Scores pages and links with what a crawl learnt: a reference to port, without any dependency.

    dowser export runs/bees --model --out model.json
    python score_model.py model.json

docs/model.md says what the parts mean, and how features are read from pages and links.
Run as a program, it scores the examples of the document and compares them with the scores in it.
"""

import json
import math
import sys


def score_page(model, features):
    """The score of a page, in [0,1]; `model` is `page` of the document."""
    if model["kind"] == "constant":
        return model["score"]
    return {"words": words, "cosine": cosine, "terms": terms}[model["kind"]](model, features)


def score_link(model, features):
    """The priority of a link, greater is earlier; `model` is `link` of the document."""
    if model["kind"] == "constant":
        return model["score"]
    if model["kind"] == "page":
        return features["page"]
    x = model["intercept"] + sum(model["weights"].get(name, 0) for name in set(features))
    least = model["positive"]["least"]
    if model["positive"]["by"] == "hyperbolic":
        worth = (x + math.sqrt(x * x + 4 * least * least)) / 2
    else:
        worth = x if x >= least else least * math.exp((x - least) / least)
    return worth ** model["power"]


def words(model, features):
    judge, counts = model["judges"][features["judge"]], model["counts"]
    if not judge["terms"]:
        return 1
    norm = 1 - model["lengthShare"] + model["lengthShare"] * features["length"] / judge["usualLength"]
    total = 0
    for term, share in judge["terms"].items():
        count = features["text"].get(term, 0) / norm + counts["link"] * features["link"].get(term, 0)
        for place in ("title", "url", "headings"):
            count += counts[place] * (term in features[place])
        total += share * count / (count + model["saturation"])
    power = total ** model["steepness"]
    return 0 if power == 0 else power / (power + judge["cut"] ** model["steepness"])


def cosine(model, features):
    page = {term: 1 + math.log(count) for term, count in features["text"].items()}
    dot = sum(weight * page.get(term, 0) for term, weight in model["terms"].items())
    length = model["length"] * math.sqrt(sum(weight * weight for weight in page.values()))
    similarity = 0 if dot == 0 else min(1, dot / length)
    parting = model["parting"]
    if parting is None:
        return similarity
    return 1 if similarity >= 1 or parting == 0 else similarity**2 / (similarity**2 + parting**2)


def terms(model, features):
    x = model["intercept"] + sum(text_weight(text, features[text["name"]]) for text in model["texts"])
    scale = model["calibration"]
    score = min(1, max(0, x)) if scale is None else sigmoid(-(scale["slope"] * x + scale["intercept"]))
    if "beside" not in model:
        return score
    least = model["leastOdds"]
    odds = lambda p: math.log((p + least) / (1 - p + least))
    beside = ((each, score_page(each["model"], features[each["features"]])) for each in model["beside"])
    return sigmoid(odds(score) + sum(each["weight"] * (odds(p) - each["centre"]) for each, p in beside))


def text_weight(text, counts):
    """What one text of a page adds: tf-idf, scaled to a length, times the weights of its terms."""
    idf = lambda support: math.log((1 + text["documents"]) / (1 + support)) + 1
    total, squares = 0, 0
    for term, count in counts.items():
        frequency = count if count < 1 else 1 + math.log(count)
        known = text["terms"].get(term)
        value = frequency * (idf(known[0]) if known else math.sqrt(text["unknownShare"]) * idf(0))
        squares += value * value
        total += value * known[1] if known else 0
    return 0 if squares == 0 else total * text["length"] / math.sqrt(squares)


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


if __name__ == "__main__":
    document = json.load(open(sys.argv[1], encoding="utf-8"))
    page, link, examples = document["page"], document["link"], document["examples"]
    off = [abs(score_page(page, each["features"]) - each["score"]) for each in examples["pages"]]
    off += [abs(score_link(link, each["features"]) - each["score"]) for each in examples["links"]]
    greatest = max(off, default=0)
    print(f"{len(examples['pages'])} pages, {len(examples['links'])} links, greatest difference {greatest:.1e}")
    sys.exit(greatest > 1e-9)
