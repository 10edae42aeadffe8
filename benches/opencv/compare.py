#!/usr/bin/env python3
"""The reader's job done with OpenCV's matchTemplate, beside the reader, in one run.

    pip install opencv-python-headless numpy
    python3 benches/opencv/compare.py [--threads N]

It runs `cargo bench -p voltsight-benches --bench reader`, then finds and reads the same pictures (target/bench-pictures)
with matchTemplate, the usual way: a framed card is searched from coarse to fine at many scales, the
board is reduced to native pixels, and the shipped digit templates are matched at each known place,
one pixel to each side allowed. Printed: the median of both, and their ratio.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

import cv2
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates/voltorb-flip/ds"
PITCH, CARD, MARGIN, SIZE = 32, 24, 8, 5


def sheet(name):
    """The glyphs of a template sheet: a list of (digit, grey picture)."""
    inks, glyphs = {}, []
    for line in (TEMPLATES / name).read_text().splitlines():
        words = line.split()
        if not words or words[0] == "#" or words[0] == "size":
            continue
        if words[0] == "ink":
            inks[words[1]] = int(words[2])
        elif words[0] == "glyph":
            glyphs.append((int(words[1]), []))
        else:
            glyphs[-1][1].append([inks[c] for c in words[0]])
    return [(digit, np.array(rows, np.uint8)) for digit, rows in glyphs]


def corner():
    """Two by two framed cards at native size, face down, as grey values."""
    board = np.full((2 * PITCH, 2 * PITCH), 117, np.uint8)
    for row in range(2):
        for column in range(2):
            y, x = 4 + row * PITCH, 4 + column * PITCH
            board[y - 2 : y + CARD + 2, x - 2 : x + CARD + 2] = 231
            board[y : y + CARD, x : x + CARD] = 41
            board[y + 1 : y + CARD - 1, x + 1 : x + CARD - 1] = 105
    return board


def find(gray, template):
    """Where the cards lie: left, top and scale, or None."""
    height, width = gray.shape
    factor = min(1.0, 540 / height)
    coarse = cv2.resize(gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    best = (-1.0, 1.0, (0, 0))
    scale = 0.66
    while scale <= 8.0 and scale * 192 <= height and scale * 256 <= width:
        size = max(8, round(2 * PITCH * scale * factor))
        small = cv2.resize(template, (size, size), interpolation=cv2.INTER_AREA)
        scores = cv2.matchTemplate(coarse, small, cv2.TM_CCOEFF_NORMED)
        _, score, _, at = cv2.minMaxLoc(scores)
        best = max(best, (score, scale, at))
        scale *= 1.04
    score, scale, (x, y) = best
    if score < 0.4:
        return None
    # Finer: around the place, scales closer together, in all pixels.
    reach = round(3 / factor)
    best = (-1.0, scale, (0, 0))
    for step in np.linspace(0.96, 1.04, 17):
        size = round(2 * PITCH * scale * step)
        left, top = max(0, round(x / factor) - reach), max(0, round(y / factor) - reach)
        patch = gray[top : top + size + 2 * reach, left : left + size + 2 * reach]
        if min(patch.shape) < size:
            continue
        enlarged = cv2.resize(template, (size, size), interpolation=cv2.INTER_LINEAR)
        scores = cv2.matchTemplate(patch, enlarged, cv2.TM_CCOEFF_NORMED)
        _, score, _, (dx, dy) = cv2.minMaxLoc(scores)
        best = max(best, (score, scale * step, (left + dx, top + dy)))
    _, scale, (x, y) = best
    return x + 4 * scale, y + 4 * scale, scale


def digit(native, glyphs, x, y):
    """The glyph that fits best at (x, y), one pixel to each side allowed."""
    height, width = glyphs[0][1].shape
    window = native[max(0, y - 1) : y + height + 1, max(0, x - 1) : x + width + 1]
    if window.shape[0] < height or window.shape[1] < width:
        return None
    scores = [
        (float(cv2.matchTemplate(window, glyph, cv2.TM_CCOEFF_NORMED).max()), value)
        for value, glyph in glyphs
    ]
    return max(scores)[1]


def read(gray, place, digits, faces):
    """Headers and cards, given the place of the first card found."""
    x, y, scale = place
    x, y = x - MARGIN * scale, y - MARGIN * scale
    matrix = np.float32([[scale, 0, x], [0, scale, y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    native = cv2.warpAffine(gray, matrix, (256, 192), flags=flags)
    found = []
    for i in range(SIZE):
        for left, top in ((MARGIN + PITCH * SIZE, MARGIN + PITCH * i), (MARGIN + PITCH * i, MARGIN + PITCH * SIZE)):
            for dx, dy in ((8, 0), (16, 0), (16, 13)):
                found.append(digit(native, digits, left + dx, top + dy))
        for j in range(SIZE):
            found.append(digit(native, faces, MARGIN + 4 + PITCH * j, MARGIN + 4 + PITCH * i))
    return found


def median(job, least=7, seconds=3.0):
    """The median time of a job in milliseconds."""
    times = []
    begun = time.perf_counter()
    while len(times) < least or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        job()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def ours(group, name):
    """The median that criterion measured, in milliseconds."""
    path = ROOT / "target/criterion" / f"{group}" / name / "new/estimates.json"
    return json.loads(path.read_text())["median"]["point_estimate"] / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, help="for both; without it each takes all cores")
    parser.add_argument("--no-default-features", action="store_true", help="build without `live`")
    arguments = parser.parse_args()
    environment = dict(os.environ)
    if arguments.threads:
        cv2.setNumThreads(arguments.threads)
        environment["RAYON_NUM_THREADS"] = str(arguments.threads)
    command = ["cargo", "bench", "-p", "voltsight-benches", "--bench", "reader"]
    if arguments.no_default_features:
        command.append("--no-default-features")
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    digits, faces, template = sheet("digits.txt"), sheet("faces.txt"), corner()
    folder = ROOT / "target/bench-pictures"
    print(f"OpenCV {cv2.__version__}, threads: {arguments.threads or 'all'}; medians in ms")
    print(f"{'picture':24} {'job':14} {'voltsight':>10} {'OpenCV':>10} {'ratio':>7}  OpenCV's place")
    for name, area in json.loads((folder / "places.json").read_text()).items():
        gray = cv2.cvtColor(cv2.imread(str(folder / f"{name}.png")), cv2.COLOR_BGR2GRAY)
        scale = area["w"] / 256
        place = (area["x"] + MARGIN * scale, area["y"] + MARGIN * scale, scale)
        found = find(gray, template)
        # Any card will do for the search: a reader would then look which one it is.
        pitch = PITCH * scale
        right = (
            found is not None
            and abs(found[2] / scale - 1) < 0.03
            and all(
                abs((found[i] - place[i]) / pitch - round((found[i] - place[i]) / pitch)) < 0.1
                for i in (0, 1)
            )
        )
        both = lambda: (find(gray, template), read(gray, place, digits, faces))
        again = lambda: read(gray, place, digits, faces)
        for job, theirs in (("find-and-read", median(both)), ("read-again", median(again))):
            mine = ours(job, name)
            verdict = ("right" if right else "wrong") if job == "find-and-read" else "given"
            print(f"{name:24} {job:14} {mine:10.3f} {theirs:10.3f} {theirs / mine:7.1f}  {verdict}")


if __name__ == "__main__":
    main()
