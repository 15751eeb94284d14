"""Pages that are made from the code are current, and what the others name is there."""
import glob
import os
import re
import subprocess
import sys

import pytest

from stack import FERRO

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE_PATTERNS = ("*.md", "docs/*.md", "deploy/demo/*.md", "tools/train/*.md", "tests/data/*.md")
PAGES = sorted(os.path.relpath(page, ROOT) for pattern in PAGE_PATTERNS for page in glob.glob(os.path.join(ROOT, pattern)))
FOLDERS = "base|deploy|docs|engine|proto|router|services|tests|third_party|tools"


def test_flags_page_is_what_the_programs_print():
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_flags_doc"), "--check",
                    "--bin", str(FERRO.parents[2])], check=True)


def test_roofline_page_is_what_the_program_prints():
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_roofline_doc"), "--check",
                    "--bin", str(FERRO.parents[2])], check=True)


def read(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return file.read()


def prose(text):
    """Without fenced blocks, whose commands may name what is made by them."""
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def named_paths(text):
    """Code in backticks that is a path of the tree, `*` included; not what has a placeholder in capitals."""
    for code in re.findall(r"`([^`\n]+)`", prose(text)):
        path = code.split()[0]
        if re.fullmatch(r"(%s)(/[\w.*-]+)*/?" % FOLDERS, path) and "/" in path and not re.search(r"\b[A-Z]{4,}_", path):
            yield path


def labels(text):
    """//package:target in backticks."""
    return re.findall(r"`//([\w/-]+):([\w.-]+)`", prose(text))


def links(text):
    """Targets of links to files, without anchors."""
    return [target for target in re.findall(r"\]\(([^)\s#]+)", prose(text)) if "://" not in target]


def excerpts(text):
    """(path, lines) of the blocks that say which file they are from."""
    return re.findall(r"^```\w+ (\S+)\n(.*?)^```", text, flags=re.M | re.S)


def test_there_are_pages():
    assert "README.md" in PAGES and "docs/adding-a-model.md" in PAGES
    page = read("docs/adding-a-model.md")
    assert len(list(named_paths(page))) > 50 and len(labels(page)) > 5 and len(links(page)) > 3 and len(excerpts(page)) > 3


@pytest.mark.parametrize("page", PAGES)
def test_named_paths_are_there(page):
    missing = [path for path in named_paths(read(page)) if not glob.glob(os.path.join(ROOT, path))]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    folder = os.path.dirname(os.path.join(ROOT, page))
    missing = [target for target in links(read(page)) if not os.path.exists(os.path.join(folder, target))]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_named_targets_are_in_their_packages(page):
    def exists(package, name):
        build = os.path.join(ROOT, package, "BUILD")
        return os.path.exists(build) and 'name = "%s"' % name in read(os.path.relpath(build, ROOT))
    assert [label for label in labels(read(page)) if not exists(*label)] == []


@pytest.mark.parametrize("page", PAGES)
def test_excerpts_are_what_their_files_say(page):
    assert [path for path, lines in excerpts(read(page)) if lines not in read(path)] == []
