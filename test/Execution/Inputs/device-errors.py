# onnxops-run --device where it must fail: no such device, no library, no driver,
# a driver that fails in the middle, a model that no device can run.
#
# usage: device-errors.py STUBS FOLDER, where STUBS holds libraries that fail when
# the environment tells them to, see test/unit/Runtime/Stubs
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np

from onnx_case import Case
from refusal import finish, refuse

stubs, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)


def save_concat(name, shapes=((2, 3), (2, 3)), type_name="f32", value=0):
    case = Case(13)
    arrays = [np.full(shape, value) for shape in shapes]
    names = [case.input(type_name, array, [None, None]) for array in arrays]
    case.expect(case.node("Concat", names, axis=0), type_name, arrays[0], [None, None])
    case.save(f"{folder}/{name}")
    return f"{folder}/{name}"


def refuse_device(name, device, status, message, model=None, **environment):
    model = model or save_concat("model")
    refuse(name, model, [f"{model}/model.onnx", "--input-dir", model, "--device", device],
           status, message, **environment)


def refuse_stub(name, device, status, failure, message):
    """The driver's function fails at a call of it, counted from 0."""
    message = message.replace("DEVICE:", f"{device} device 'NAME':")
    refuse_device(name, device, status, message, LD_LIBRARY_PATH=stubs,
                  ONNXOPS_STUB_FAIL=failure)


def unknown():
    for name in ("opencl", "Vulkan", "", "vulkan,cuda"):
        refuse_device(f"unknown {name}", name, 2,
                      f"--device: expected cpu, vulkan or cuda, but got '{name}'")


def absent():
    # A file that is no library stands in front of any that there may be.
    no_libraries = f"{folder}/no-libraries"
    os.makedirs(no_libraries, exist_ok=True)
    for device, library, title in (("cuda", "libcuda.so.1", "CUDA"),
                                   ("vulkan", "libvulkan.so.1", "Vulkan")):
        with open(f"{no_libraries}/{library}", "w") as file:
            file.write("none")
        refuse_device(
            f"no library for {device}", device, 2,
            f"--device: expected the library {library}, but got "
            f"{no_libraries}/{library}: file too short", LD_LIBRARY_PATH=no_libraries)
        refuse_device(
            f"no {device} device", device, 2,
            f"--device: expected a {title} device, but {library} found none",
            LD_LIBRARY_PATH=stubs, ONNXOPS_STUB_NO_DEVICE="1")
    nowhere = f"{folder}/no-driver.json"
    refuse_device(
        "no driver", "vulkan", 2,
        "--device: expected a Vulkan device, but libvulkan.so.1 found none",
        VK_ICD_FILENAMES=nowhere, VK_DRIVER_FILES=nowhere)


def lost():
    for function in ("vkQueueSubmit", "vkWaitForFences"):
        refuse_stub(f"lost in {function}", "vulkan", 1, f"{function}:0:-4",
                    f"FOLDER/model.onnx: DEVICE: expected {function} to succeed, but got "
                    "VK_ERROR_DEVICE_LOST")
    refuse_stub("not opened", "vulkan", 2, "vkCreateDevice:0:-3",
                "--device: DEVICE: expected vkCreateDevice to succeed, but got "
                "VK_ERROR_INITIALIZATION_FAILED")
    refuse_stub("no kernel", "vulkan", 1, "vkCreateComputePipelines:0:-2",
                "FOLDER/model.onnx: DEVICE: expected vkCreateComputePipelines to succeed, "
                "but got VK_ERROR_OUT_OF_DEVICE_MEMORY")
    # Faults show when somebody waits; then there is nothing left to read.
    refuse_stub("lost in a CUDA kernel", "cuda", 1, "cuStreamSynchronize:0:719",
                "FOLDER/model.onnx: DEVICE: expected cuStreamSynchronize to succeed, but got "
                "CUDA_ERROR_OF_THE_STUB (719)")
    refuse_stub("lost in a CUDA copy", "cuda", 2, "cuMemcpyDtoH_v2:0:700",
                "DEVICE: expected cuMemcpyDtoH to succeed, but got CUDA_ERROR_ILLEGAL_ADDRESS (700)")


def memory():
    # For an input, then for the call.
    refuse_stub("no memory for inputs", "vulkan", 2, "vkAllocateMemory:0:-2",
                "DEVICE: expected memory for N bytes, but got "
                "VK_ERROR_OUT_OF_DEVICE_MEMORY")
    refuse_stub("no memory for the call", "vulkan", 1, "vkAllocateMemory:1:-2",
                "FOLDER/model.onnx: function 'main': DEVICE: expected memory for N bytes, "
                "but got VK_ERROR_OUT_OF_DEVICE_MEMORY")
    refuse_stub("no CUDA memory for inputs", "cuda", 2, "cuMemAlloc_v2:0:2",
                "DEVICE: expected memory for N bytes, but there is not enough")


def checks():
    refuse_device("sizes that differ", "vulkan", 1,
                  "FOLDER/model.onnx: node 'node0': concat: expected inputs[1] to have size 3 in "
                  "dimension 1, as inputs[0] has, but got 4",
                  model=save_concat("sizes", [(2, 3), (2, 4)]))


def strings():
    model = save_concat("strings", type_name="string", value=b"text")
    for device in ("vulkan", "cuda"):
        refuse_device(f"strings on {device}", device, 2,
                      "FOLDER/model.onnx: node 'node0': unsupported type on a device: "
                      "'tensor<?x?x!onnxops.string>'",
                      model=model, LD_LIBRARY_PATH=stubs)


for group in (unknown, absent, lost, memory, checks, strings):
    group()
finish()
