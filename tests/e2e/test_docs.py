"""Pages that are made from the code are current."""
import os
import subprocess
import sys

from stack import FERRO

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_flags_page_is_what_the_programs_print():
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_flags_doc"), "--check",
                    "--bin", str(FERRO.parents[2])], check=True)


def test_roofline_page_is_what_the_program_prints():
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_roofline_doc"), "--check",
                    "--bin", str(FERRO.parents[2])], check=True)
