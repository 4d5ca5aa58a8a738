# Runs models with --cache: a second run uses the code of the first one, only of the
# same model and CPU, and nothing that is damaged.
#
# usage: code-cache.py FOLDER

import hashlib
import os
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
MODEL = """
func.func @main(%a: tensor<{0}xf32> {{onnxops.dims = [{3}"N"]}},
                %b: tensor<{0}xf32> {{onnxops.dims = [{3}"M"]}}) -> tensor<{1}xf32> {{
  %c = onnxops.concat_v13 {2} axis = 0
    : (tensor<{0}xf32>, tensor<{0}xf32>) -> tensor<{1}xf32>
  return %c : tensor<{1}xf32>
}}
"""


def write_model(name, size="2", result="4", operands="%a, %b"):
    path = FOLDER / f"{name}.mlir"
    dims = '"", ' * size.count("x")
    path.write_text(MODEL.format(size, result, operands, dims))
    return path


# A CPU that is named, for which there are no prebuilt kernels.
CPU = ["--cpu", "x86-64"]


def run(model, cache, *options):
    command = ["onnxops-run", str(model), "--random", "1", "--cache", str(cache)]
    if "--cpu" not in options:
        command += CPU
    for name, size in (("N", 2), ("M", 3)):
        if f'"{name}"' in model.read_text() and "?" in model.read_text():
            command += ["--dim", f"{name}={size}"]
    return subprocess.run([*command, *options], text=True, capture_output=True)


def run_well(model, cache, *options):
    done = run(model, cache, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def list_files(cache):
    return sorted(cache.glob("llvmcache-*"))


class Cache(unittest.TestCase):
    def setUp(self):
        self.cache = FOLDER / self.id() / "not" / "there"

    def test_code_is_used_again(self):
        straight, swapped = write_model("x"), write_model("x2", operands="%b, %a")
        results, files = [], []
        for model in (straight, swapped):
            results.append(run_well(model, self.cache))
            files += set(list_files(self.cache)).difference(files)
        self.assertNotEqual(*results)
        times = [file.stat().st_mtime_ns for file in files]
        for model, result in zip((straight, swapped), results):
            self.assertEqual(run_well(model, self.cache), result)
        self.assertEqual([file.stat().st_mtime_ns for file in files], times)
        # What is run is what is there.
        contents = [file.read_bytes() for file in files]
        for file, content in zip(files, reversed(contents)):
            file.write_bytes(content)
        self.assertEqual(run_well(straight, self.cache), results[1])
        self.assertEqual(run_well(swapped, self.cache), results[0])
        # Code that is to be verified is compiled.
        self.assertEqual(run_well(straight, self.cache, "--verify-passes"), results[0])

    def test_what_the_code_is_made_from(self):
        model = write_model("y")
        unknown = write_model("z", "?", "?")
        for count, model, *options in (
            (1, model),
            (2, model, "--cpu", "x86-64-v2"),
            (4, unknown),  # and a kernel, which the next two have as well
            (5, unknown, "--checks", "none"),
            (6, unknown, "--threads", "2"),
            (8, unknown, "--cpu", "x86-64-v2"),
        ):
            for _ in range(2):
                run_well(model, self.cache, *options)
                self.assertEqual(len(list_files(self.cache)), count, options)

    def test_models_share_kernels(self):
        counts = []
        for name, size, result, element in (
            ("one", "?", "?", "f32"),
            ("two", "2x?", "4x?", "f32"),
            ("three", "?", "?", "i32"),
        ):
            model = write_model(name, size, result)
            text = model.read_text().replace("xf32", f"x{element}")
            model.write_text(text.replace('"M"', '"N"') if "x?" in size else text)
            run_well(model, self.cache)
            counts.append(len(list_files(self.cache)))
        # A kernel, and the code that calls it.
        self.assertEqual(counts, [2, 3, 4])

    def test_damaged_files(self):
        model = write_model("d")
        expected = run_well(model, self.cache)
        (file,) = list_files(self.cache)
        good = file.read_bytes()
        changed = bytearray(good)
        changed[len(good) // 2] ^= 1
        for bad in (b"", good[:20], good[:32], good[:-1], good + b"\0", bytes(changed)):
            file.write_bytes(bad)
            self.assertEqual(run_well(model, self.cache), expected)
            self.assertEqual(file.read_bytes(), good)
        # A checksum is no promise that this is code.
        file.write_bytes(hashlib.sha256(b"no code").digest() + b"no code")
        done = run(model, self.cache)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^error: ")
        file.unlink()
        file.mkdir()
        self.assertEqual(run_well(model, self.cache), expected)

    def test_many_processes(self):
        model = write_model("m", "?", "?")
        command = ["onnxops-run", str(model), "--random", "1", "--cache", str(self.cache),
                   "--dim", "N=2", "--dim", "M=3", *CPU]
        started = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(8)
        ]
        results = {(process.communicate()[0], process.returncode) for process in started}
        self.assertEqual(results, {(run_well(model, self.cache), 0)})
        self.assertEqual(len(list_files(self.cache)), 2)

    def test_refused_directories(self):
        model = write_model("r")
        file = FOLDER / "file"
        file.write_text("text")
        shared = FOLDER / "shared"
        shared.mkdir()
        shared.chmod(0o777)
        for cache, text in (
            (file, "expected a directory, but '.*file' is not one"),
            (file / "below", "cannot create '.*below': Not a directory"),
            (shared, "expected a directory to which not every user can write, but got"),
        ):
            done = run(model, cache)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, f"^error: cache: {text}")
        self.assertEqual(list(shared.iterdir()), [])
        if os.geteuid() == 0:
            os.chown(shared, 12345, 0)
            shared.chmod(0o700)
            self.assertRegex(run(model, shared).stderr, "belongs to another")

    def test_what_cannot_be_stored(self):
        model = write_model("s")
        expected = run_well(model, self.cache)
        (file,) = list_files(self.cache)
        file.unlink()
        file.mkdir()
        (file / "full").write_text("")
        self.assertEqual(run_well(model, self.cache), expected)


unittest.main()
