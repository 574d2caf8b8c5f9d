/** The program in every export that checks it, in Python, which auditors have. At most fifty lines, so that they can read it. */
export const checkProgram = String.raw`#!/usr/bin/env python3
"""Checks the files of this folder: python3 check.py. Needs nothing but Python 3. README.txt says what it proves."""
import hashlib, json, os, re, sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
faults, own, pages, size, root = [], "checksums.txt", 0, "?", "?"
proven = {own, "proof.json", "index.html", "README.txt", "check.py"}

def sha256(data):
    return hashlib.sha256(data).digest()

def read(name):
    with open(name, "rb") as file: return file.read()

def is_included(leaf, number, size, root, proof):
    """RFC 9162, 2.1.3.2: whether this is entry number (from 0) of the first size entries of the log."""
    first, last, node = number, size - 1, sha256(b"\0" + leaf)
    for step in map(bytes.fromhex, proof):
        if last == 0: return False
        if first % 2 or first == last:
            node = sha256(b"\1" + step + node)
            while first % 2 == 0 and first: first, last = first // 2, last // 2
        else: node = sha256(b"\1" + node + step)
        first, last = first // 2, last // 2
    return number < size and last == 0 and node == root

names = [os.path.relpath(os.path.join(folder, name)) for folder, _, found in os.walk(".") for name in found]
sums = {name.replace(os.sep, "/"): sha256(read(name)).hex() for name in names}
lines = read(own).decode("latin-1").split("\n") if own in sums else []
listed = dict(reversed(line.split("  ", 1)) for line in lines if re.fullmatch(r"[0-9a-f]{64}  \S+", line))
if not lines or lines[-1] or len(lines) != len(listed) + 1: faults.append(f"{own} was changed.")
faults += [f"{name} is missing: {own} lists it." for name in listed if name not in sums]
faults += [f"{name} is not part of the export: {own} does not list it." for name in sums if name not in listed and name != own]
faults += [f"{name} is not what {own} says." for name in listed if sums.get(name, listed[name]) != listed[name]]
try:
    proof = json.loads(read("proof.json"))
    size, root = proof["size"], proof["root"]
    for entry in proof["entries"]:
        number, subject, moment, kind, digest, origin = json.loads(entry["leaf"])
        if not is_included(entry["leaf"].encode(), number, size, bytes.fromhex(root), entry["proof"]):
            faults.append(f"Entry {number} ({subject}, {moment}) is not in the log.")
        said = sums.get(entry["file"]) if "file" in entry else sha256(entry["text"].encode()).hex() if "text" in entry else digest
        if said != digest: faults.append(f"Entry {number} does not say this of {subject}, {moment}: {entry.get('file') or entry.get('text')}")
        if "origin" in entry and sha256(entry["origin"].encode()).hex() != origin: faults.append(f"Entry {number} has another origin.")
        pages += kind == "page" and "file" in entry
        proven.add(entry.get("file"))  # Those above prove nothing; each other file must be the file of an entry.
    faults += [f"{name} is the file of no entry." for name in sums if name not in proven]
except Exception as error: faults.append(f"proof.json cannot be read: {error!r}")
print("\n".join(faults) or f"{pages} pages, all as logged. Head: {size} {root}")
sys.exit(1 if faults else 0)
`;
