"""A gold corpus as a task of MTEB 2: `python task.py MODEL` prints the scores of an encoder."""

import sys
from pathlib import Path

import mteb
import pyarrow.parquet as pq
from datasets import Dataset, DatasetDict
from mteb.abstasks import AbsTaskSTS
from mteb.abstasks.task_metadata import TaskMetadata

FOLDER = Path(__file__).resolve().parent
PARTS = ['train', 'test']


class GoldTask(AbsTaskSTS):
    metadata = TaskMetadata(
        name='DemoCaseReports1_0',
        description='Demo: case reports 1.0: a gold corpus. Content checksum f7f6fe96c8ac6a8cbe04ebd06c9f6bc1e895fb3446711aa83c5d2be31a42b38c.',
        type='STS',
        category='t2t',
        modalities=['text'],
        dataset={'path': 'Demo: case reports 1.0', 'revision': 'f7f6fe96c8ac6a8cbe04ebd06c9f6bc1e895fb3446711aa83c5d2be31a42b38c'},
        eval_splits=['train', 'test'],
        eval_langs=['fra-Latn'],
        main_score='cosine_spearman',
        license='https://spdx.org/licenses/Apache-2.0.html',
        annotations_creators='human-annotated',
        bibtex_citation='',
    )
    min_score = 0.0
    max_score = 5.0

    def load_data(self, num_proc=None, **more):
        if not self.data_loaded:
            self.dataset = load()
            self.data_loaded = True


def table(name):
    return Dataset(pq.read_table(FOLDER / f"{name}.parquet"))


def load():
    return DatasetDict({part: table(part) for part in PARTS})


if __name__ == "__main__":
    found = mteb.evaluate(mteb.get_model(sys.argv[1]), GoldTask(), cache=None)
    for result in found.task_results:
        print(result.to_dict())
