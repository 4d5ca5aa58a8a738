# Bad options, and data that does not fit what the model declares.
#
# usage: usage-errors.py GROUP FOLDER, where GROUP is a key of GROUPS
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io
import os
import sys

import numpy as np
from onnx import TensorProto, helper

from onnx_case import Case, make_sequence, make_tensor, save
from refusal import finish, refuse

folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
A = np.arange(6, dtype="f4").reshape(2, 3)


def save_model():
    """Concat of a[N, 3] and b[N, M], with good data for both beside it."""
    case = Case(13)
    names = [case.input("f32", A, ["N", 3]), case.input("f32", A, ["N", "M"])]
    case.expect(case.node("Concat", names, axis=1), "f32", np.concatenate([A, A], 1),
                ["N", None])
    case.save(folder)


def refuse_options(name, options, message, status=2):
    save_model()
    refuse(name, folder, [f"{folder}/model.onnx", *options], status, message)


def write(path, content):
    if isinstance(content, bytes):
        with open(path, "wb") as file:
            file.write(content)
    elif isinstance(content, np.ndarray):
        np.save(path, content)
    else:
        save(content, path)


def refuse_data(name, content, message, file="input_0.pb"):
    """A refusal when a file of --input-dir has this content."""
    save_model()
    write(f"{folder}/{file}", content)
    refuse(name, folder, [f"{folder}/model.onnx", "--input-dir", folder], 2, message)


def refuse_file(name, content, message):
    refuse_data(name, content, f"FOLDER/input_0.pb: {message}")


def refuse_numpy(name, content, message):
    save_model()
    write(f"{folder}/{name}.npy", content)
    options = ["--input", f"in0={folder}/{name}.npy", "--input-dir", folder]
    refuse(name, folder, [f"{folder}/model.onnx", *options], 2,
           f"FOLDER/{name}.npy: {message}")


def options():
    refuse(
        "no-model", folder, [], 2,
        "Not enough positional command line arguments specified!",
    )
    refuse(
        "two-models", folder, ["a.onnx", "b.onnx"], 2,
        "Too many positional arguments specified!",
    )
    refuse_options(
        "unknown-flag", ["--frobnicate"],
        "Unknown command line argument '--frobnicate'.  Try: 'onnxops-run --help'",
    )
    refuse_options(
        "emit", ["--emit", "nonsense"],
        "--emit: expected import, upgrade, shapes, linalg, buffers, llvm or gpu, but "
        "got 'nonsense'",
    )
    refuse_options(
        "function", ["--function", "other"],
        "FOLDER/model.onnx: expected a public function 'other' with a body, but got "
        "none",
    )
    refuse_options(
        "no-input", [],
        "expected a value for input 'in0', but got none (--input, --input-dir or "
        "--random)",
    )
    refuse_options(
        "no-size", ["--random", "1"],
        "input 'in0': expected a size for dimension 0 (--dim N=SIZE)",
    )
    refuse_options(
        "dim-negative", ["--random", "1", "--dim", "N=-1"],
        "--dim: expected NAME=SIZE with a size of 0 or more, but got 'N=-1'",
    )
    refuse_options(
        "dim-text", ["--random", "1", "--dim", "N=x"],
        "--dim: expected NAME=SIZE with a size of 0 or more, but got 'N=x'",
    )
    refuse_options(
        "dim-nothing", ["--random", "1", "--dim", "N"],
        "--dim: expected NAME=SIZE with a size of 0 or more, but got 'N'",
    )
    refuse_options(
        "input-unknown", ["--input", "x=y.npy"], "--input: the model has no input 'x'",
    )
    refuse_options(
        "input-form", ["--input", "in0"], "--input: expected NAME=FILE, but got 'in0'",
    )
    refuse_options(
        "input-twice", ["--input", "in0=a.npy", "--input", "in0=b.npy"],
        "--input: 'in0' is given twice",
    )
    refuse_options(
        "input-kind", ["--input", f"in0={folder}/model.onnx"],
        "FOLDER/model.onnx: expected a file that ends in .npy or .pb",
    )
    refuse_options(
        "input-dir", ["--input-dir", f"{folder}/none"],
        "FOLDER/none: expected a directory",
    )
    refuse_options(
        "input-dir-empty", ["--input-dir", os.path.dirname(__file__)],
        "expected a value for input 'in0', but got none (--input, --input-dir or "
        "--random)",
    )


def option_values():
    """What an option does not take."""
    refuse_options(
        "checks", ["--checks", "assert"],
        "for the --checks option: Cannot find option named 'assert'!",
    )
    refuse_options(
        "time", ["--time", "many"],
        "for the --time option: 'many' value invalid for long argument!",
    )
    refuse_options(
        "rtol", ["--rtol", "x"],
        "for the --rtol option: 'x' value invalid for floating point argument!",
    )
    refuse_options(
        "seed", ["--random", "x"],
        "for the --random option: 'x' value invalid for ulong argument!",
    )
    refuse_options(
        "flag", ["--freeze-initializers=perhaps"],
        "for the --freeze-initializers option: 'perhaps' is invalid value for boolean "
        "argument! Try 0 or 1",
    )
    refuse_options("time-zero", ["--time", "0"], "--time: expected 1 run or more, but got 0")
    refuse_options(
        "rtol-negative", ["--rtol", "-1"], "--rtol: expected 0 or more, but got -1",
    )
    refuse_options(
        "rtol-nan", ["--rtol", "nan"], "--rtol: expected 0 or more, but got nan",
    )
    refuse_options(
        "time-negative", ["--input-dir", folder, "--time", "-1"],
        "--time: expected 1 run or more, but got -1",
    )
    for threads in (0, -1, 1025):
        refuse_options(
            f"threads-{threads}", ["--threads", str(threads)],
            f"--threads: expected 1 to 1024 threads, but got {threads}",
        )
    refuse_options(
        "parallel-threshold", ["--parallel-threshold", "-1"],
        "--parallel-threshold: expected 0 bytes or more, but got -1",
    )
    refuse_options(
        "dim-huge", ["--random", "1", "--dim", "N=9223372036854775807", "--dim", "M=3"],
        "input 'in0': expected a size of less than 2^63 bytes",
    )


def cpus():
    """CPUs that LLVM does not know, or that are not of 64 bits."""
    for name in ("nonsense", "", "help", "i386", "pentium4", "cortex-a53"):
        for options in ([], ["--emit", "llvm"]):
            refuse_options(
                "cpu", ["--cpu", name, *options],
                f"--cpu: expected 'host' or a CPU of x86_64 that LLVM knows, but got "
                f"'{name}'",
            )
    # Of the last ones, LLVM makes code that crashes or returns other numbers.
    for name in (
        "x86-64,", "x86-64,avx2", "x86-64,+avx2,+no", "nonsense,+avx2", ",+avx2",
        "host,+avx2", "x86-64,-sse", "x86-64,+16bit-mode", "x86-64,+soft-float",
    ):
        refuse_options(
            "cpu", ["--cpu", name],
            "--cpu: expected 'host' or a CPU of x86_64 that LLVM knows and features "
            f"that one has, such as ',+avx2', but got '{name}'",
        )


def inputs():
    # Breaks import-r11.
    refuse_data(
        "type", make_tensor("i32", A),
        "input 'in0': expected element type f32, but got i32",
    )
    # Breaks import-r11.
    refuse_data(
        "rank", make_tensor("f32", A[0]),
        "input 'in0': expected rank 2, but got rank 1",
    )
    # Breaks import-r11.
    refuse_data(
        "size", make_tensor("f32", A[:, :2]),
        "input 'in0': expected dimension 1 to be 3, but got 2",
    )
    # Breaks import-r10.
    refuse_data(
        "symbol", make_tensor("f32", A[:1]),
        "input 'in1': expected dimension 0 to be 2, which input 'in0' gave for 'N', "
        "but got 1", "input_1.pb",
    )


def data_files():
    refuse_options(
        "missing", ["--input", f"in0={folder}/none.npy"],
        "FOLDER/none.npy: No such file or directory",
    )
    refuse_file(
        "sequence", make_sequence("f32", [A]), "tensors in segments are not supported",
    )
    good = make_tensor("f32", A).SerializeToString()
    refuse_file("empty", b"", "the file is empty")
    refuse_file("truncated", good[:-3], "not an onnx.TensorProto, or not all of one")
    save_model()
    with open(f"{folder}/long.pb", "wb") as file:
        file.truncate(2**31)  # without a byte on the disk
    refuse("long", folder,
           [f"{folder}/model.onnx", "--input", f"in0={folder}/long.pb"], 2,
           "FOLDER/long.pb: expected a message of less than 2 GiB, but got 2147483648 "
           "bytes")
    os.remove(f"{folder}/long.pb")
    refuse_file(
        "garbage", np.random.default_rng(1).bytes(100),
        "not an onnx.TensorProto, or not all of one",
    )
    short = make_tensor("f32", A)
    short.raw_data = short.raw_data[:-4]
    refuse_file("short", short, "expected 24 bytes of data, but got 20")
    deep = make_tensor("f32", A)
    deep.dims.extend([1] * 100000)
    refuse_file("rank", deep, "expected a rank of 64 or less, but got 100002")
    # Breaks import-r23.
    both = make_tensor("f32", A)
    both.float_data.extend(A.flat)
    refuse_file("both", both,
                "expected one field of data, but got raw_data and float_data")
    wide = TensorProto(data_type=TensorProto.UINT8, dims=[2], int32_data=[0, 256])
    refuse_file("wide", wide, "expected value 1 to be in [0, 255], but got 256")
    outside = TensorProto(data_type=TensorProto.FLOAT, dims=A.shape,
                          data_location=TensorProto.EXTERNAL)
    outside.external_data.add(key="location", value="../a")
    refuse_file("outside", outside,
                "expected the location of external data to be a path inside the model's "
                "directory, but got '../a'")
    short.dims[0] = -2
    refuse_file("negative", short, "expected sizes of 0 or more, but got -2")
    short.dims[0] = 2**62
    refuse_file("huge", short, "expected a size of less than 2^63 bytes")
    short.data_type = 99
    refuse_file("no-type", short, "unsupported element type 99")


    refuse_options(
        "expect-missing", ["--random", "1", "--dim", "N=2", "--dim", "M=3", "--expect-dir",
                           f"{folder}/none"],
        "FOLDER/none/output_0.pb: No such file or directory",
    )


def numpy_files():
    file = io.BytesIO()
    np.save(file, A)
    good = file.getvalue()
    refuse_numpy("npy-empty", b"", "not a .npy file")
    refuse_numpy("npy-truncated", good[:-1], "expected 24 bytes of data, but got 23")
    refuse_numpy("npy-longer", good + b"x", "expected 24 bytes of data, but got 25")
    refuse_numpy("npy-no-header", good[:20], "the file ends inside its header")
    refuse_numpy("npy-garbage", b"garbage", "not a .npy file")
    refuse_numpy("npy-strings", A.astype("U3"), "unsupported element type '<U3'")
    refuse_numpy(
        "npy-objects", good.replace(b"<f4", b"|O "), "unsupported element type '|O '",
    )
    refuse_numpy(
        "npy-huge", good.replace(b"(2, 3), ", b"(9999999999, 9999999999999), "),
        "expected a size of less than 2^63 bytes",
    )
    # numpy writes no array of more than 64 dimensions.
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({'1, ' * 65})}}\n"
    refuse_numpy(
        "npy-rank", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little")
        + text.encode() + b"\0\0\0\0",
        "expected a rank of 64 or less, but got 65",
    )


def expectations():

    def refuse_expected(name, proto, message):
        save_model()
        save(proto, f"{folder}/output_0.pb")
        arguments = [f"{folder}/model.onnx", "--input-dir", folder, "--expect-dir", folder]
        refuse(name, folder, arguments, 1,
               f"FOLDER/model.onnx: output 'value0': {message}")

    wanted = np.concatenate([A, A], 1)
    one = wanted.copy()
    one[1, 4] = 99
    refuse_expected(
        "value", make_tensor("f32", one),
        "element [1, 4]: expected 99, but got 4",
    )
    one[1, 4] = wanted[1, 4]
    one[0, 0] = -0.0
    refuse_expected(
        "sign", make_tensor("f32", one),
        "element [0, 0]: expected -0, but got 0",
    )
    one = wanted.copy()
    one[1, 5] = np.nextafter(one[1, 5], np.float32(9))
    refuse_expected(
        "last-bit", make_tensor("f32", one),
        "element [1, 5]: expected 5.0000005, but got 5",
    )
    refuse_expected(
        "shape", make_tensor("f32", wanted.T),
        "expected tensor<6x2xf32>, but got tensor<2x6xf32>",
    )
    refuse_expected(
        "type", make_tensor("i32", wanted),
        "expected tensor<2x6xi32>, but got tensor<2x6xf32>",
    )


def outputs():
    """Two outputs that would share a file."""
    case = Case(13)
    name = case.input("f32", A)
    for output in ("a/b", "a:b"):
        case.nodes.append(helper.make_node("Concat", [name, name], [output], axis=0))
        case.expect(output, "f32", np.concatenate([A, A]))
    case.save(folder)
    arguments = [f"{folder}/model.onnx", "--input-dir", folder]
    message = "outputs 'a/b' and 'a:b' would both be written to 'a_b.npy'"
    refuse("collision", folder, arguments, 2, message)

    case = Case(13)
    name = case.input("f32", A)
    case.nodes.append(helper.make_node("Identity", [name], ["rows.1"]))
    case.expect("rows.1", "f32", A)
    case.nodes.append(helper.make_node("SplitToSequence", [name], ["rows"]))
    case.expect_sequence("rows", "f32", [A[:1], A[1:]])
    case.save(folder)
    message = "outputs 'rows.1' and 'rows' would both be written to 'rows.1.npy'"
    refuse("collision-element", folder, arguments, 2, message)


GROUPS = {
    "options": options,
    "option-values": option_values,
    "cpus": cpus,
    "inputs": inputs,
    "data-files": data_files,
    "numpy-files": numpy_files,
    "expectations": expectations,
    "outputs": outputs,
}
GROUPS[sys.argv[1]]()
finish()
