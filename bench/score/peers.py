"""
Scores pairs of texts with the Python packages that are installed: python peers.py PAIRS.json INSTANCES
Prints {"rows": [...], "notes": [...]}; a package that is absent has a note instead of a row.
"""
import json
import sys
import time
from importlib.metadata import PackageNotFoundError, version

rows, notes = [], []


def measure(metric, package, instances, score):
    for i in range(instances // 100):
        score(i)
    start = time.process_time()
    for i in range(instances):
        score(i)
    seconds = time.process_time() - start
    program = f"{package} {version(package)}"
    rows.append({"metric": metric, "program": program, "instances": instances, "perCpuSecond": instances / seconds})


def rouge(pairs, instances):
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)

    def score(i):
        scorer.score(*pairs[i % len(pairs)])

    measure("ROUGE-1, -2 and -L together", "rouge-score", instances, score)


def bleu(pairs, instances):
    import warnings

    from nltk.tokenize import NLTKWordTokenizer
    from nltk.translate.bleu_score import sentence_bleu

    warnings.filterwarnings("ignore")
    words = NLTKWordTokenizer().tokenize

    def score(weights):
        def one(i):
            gold, answer = pairs[i % len(pairs)]
            sentence_bleu([words(gold)], words(answer), weights=weights)

        return one

    measure("bleu_1", "nltk", instances, score((1, 0, 0, 0)))
    measure("bleu_4", "nltk", instances, score((0, 0, 0, 1)))


def spacy(pairs, instances):
    from spacy.lang.en import English

    tokens = English().tokenizer

    def score(i):
        tokens(pairs[i % len(pairs)][1])

    measure("spaCy's tokens", "spacy", instances, score)


with open(sys.argv[1], encoding="utf8") as file:
    texts = [(pair["reference"], pair["answer"]) for pair in json.load(file)]
for package, act in {"rouge-score": rouge, "nltk": bleu, "spacy": spacy}.items():
    try:
        version(package)
    except PackageNotFoundError:
        notes.append(f"{package} takes no part, because this Python does not have it.")
        continue
    act(texts, int(sys.argv[2]))
notes.append("bert-score takes no part, because this benchmark has no encoder; bench:encoder measures BERTScore.")
print(json.dumps({"rows": rows, "notes": notes}))
