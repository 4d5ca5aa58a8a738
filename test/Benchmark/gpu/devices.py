# Where cases run: a device with torch, whose memory and stream compiled code takes
# and whose functions it is compared with; or one with numpy on the host, to see
# that everything works.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import statistics
import sys
import time

from compiled import Failed, Function, NoDevice, Runtime

SECONDS = 0.0005  # of calls between two events
CAPTURED = 20  # calls of a graph, which shows small cases without the host
SMALL = 16 << 20  # bytes of results up to which there is one


def move(case, library, inputs):
    """The results of a case by numpy or torch."""
    if case["family"] == "concat":
        concatenate = getattr(library, "cat", None) or library.concatenate
        return [concatenate(inputs, case["axis"])]
    if case["family"] == "tile":
        return [library.tile(inputs[0], tuple(case["repeats"]))]
    if case["use"] == "join":
        return [inputs[0]]
    parts = split(case, inputs[0])
    return parts if case["use"] == "all" else [parts[case["position"]]]


def split(case, whole):
    size = case["shapes"][0][case["axis"]] // case["parts"]
    at = [slice(None)] * case["axis"]
    return [whole[(*at, slice(k * size, (k + 1) * size))] for k in range(case["parts"])]


class DeviceMemory:
    """Memory of a device that the runtime allocated, and what is in it."""

    def __init__(self, runtime, array):
        self.runtime, self.array = runtime, array
        self.address = runtime.onnxopsDeviceAllocate(runtime.device, array.nbytes)
        if not self.address or runtime.onnxopsDeviceUpload(
                runtime.device, self.address, array.ctypes.data, array.nbytes):
            raise Failed(runtime.device_error())

    def download(self):
        if self.runtime.onnxopsDeviceDownload(
                self.runtime.device, self.array.ctypes.data, self.address, self.array.nbytes):
            raise Failed(self.runtime.device_error())
        return self.array

    def free(self):
        self.runtime.onnxopsDeviceFree(self.runtime.device, self.address)


class NumpyDevice:
    """Without torch, a copy or a clock of the device: calls are timed on the
    host, which waits for each."""

    def __init__(self, folder, kind):
        import numpy
        self.np, self.folder = numpy, folder
        self.runtime = Runtime(folder, kind)
        self.title = f"{self.runtime.name}, timed on the host"
        self.types = {"f32": numpy.float32, "f16": numpy.float16, "u8": numpy.uint8}

    def prepare(self, case):
        rng = self.np.random.default_rng(7)
        type_name = self.types[case["type"]]
        make = lambda shape: rng.integers(
            0, 256, shape[:-1] + [shape[-1] * self.np.dtype(type_name).itemsize], "u1")
        arrays = [make(shape).view(type_name) for shape in case["shapes"]]
        self.inputs = [DeviceMemory(self.runtime, array) for array in arrays]
        self.outputs = [DeviceMemory(self.runtime, self.np.zeros(shape, type_name))
                        for shape in case["results"]]
        self.function = Function(
            self.runtime, self.folder / case["library"], case["type"],
            [(shape, memory.address) for shape, memory in zip(case["shapes"], self.inputs)],
            [(memory.array.nbytes, memory.address) for memory in self.outputs], None)
        return self.function

    def is_right(self, case):
        expected = move(case, self.np, [memory.array for memory in self.inputs])
        return all(memory.download().tobytes() == self.np.ascontiguousarray(array).tobytes()
                   for memory, array in zip(self.outputs, expected))

    def time(self, case, runs):
        seconds = []
        for _ in range(runs):
            start = time.perf_counter()
            self.function()
            seconds.append(time.perf_counter() - start)
        return {"ours": statistics.median(seconds)}

    def close(self):
        self.function.close()
        for memory in self.inputs + self.outputs:
            memory.free()


class TorchDevice:
    """Memory and streams of torch; times by events of the device."""

    def __init__(self, folder, kind):
        try:
            import torch
        except ImportError:
            raise NoDevice("expected PyTorch for CUDA, but found no module torch") from None
        if not torch.cuda.is_available():
            raise NoDevice("expected an NVIDIA device, but torch.cuda found none")
        torch.cuda.init()
        self.torch, self.folder = torch, folder
        torch.zeros(1, device="cuda")  # makes the context that all share
        self.runtime = Runtime(folder, kind)
        self.title = (f"{torch.cuda.get_device_name(0)}, PyTorch {torch.__version__}, "
                      f"CUDA {torch.version.cuda}")
        self.types = {"f32": torch.float32, "f16": torch.float16, "u8": torch.uint8}

    def make(self, case, shape):
        """Any bytes: they only move."""
        x = self.torch.empty(shape, dtype=self.types[case["type"]], device="cuda")
        x.view(-1).view(self.torch.uint8).random_(0, 256)
        return x

    def bind(self, case, stream):
        return Function(
            self.runtime, self.folder / case["library"], case["type"],
            [(shape, x.data_ptr()) for shape, x in zip(case["shapes"], self.inputs)],
            [(x.numel() * x.element_size(), x.data_ptr()) for x in self.outputs],
            stream or 1)  # 0 is what torch calls the default stream, which is 1

    def prepare(self, case):
        torch = self.torch
        torch.manual_seed(7)
        self.captured = []
        self.inputs = [self.make(case, shape) for shape in case["shapes"]]
        self.outputs = [self.make(case, shape) for shape in case["results"]]
        self.function = self.bind(case, torch.cuda.current_stream().cuda_stream)
        return self.function

    def is_right(self, case):
        torch = self.torch
        expected = move(case, torch, self.inputs)
        flat = lambda x: x.contiguous().view(-1).view(torch.uint8)
        return all(torch.equal(flat(got), flat(want))
                   for got, want in zip(self.outputs, expected))

    def peers(self, case):
        """Ways of torch to do the same; the fastest counts."""
        torch, x = self.torch, self.inputs[0]
        out = self.outputs[0]
        if case["family"] == "concat":
            return [lambda: torch.cat(self.inputs, case["axis"], out=out)]
        if case["family"] == "tile":
            wide = [n for pair in zip(case["repeats"], x.shape) for n in pair]
            source = x.view([n for size in x.shape for n in (1, size)]).expand(wide)
            return [lambda: torch.tile(x, tuple(case["repeats"])),
                    lambda: out.view(wide).copy_(source)]
        size = x.shape[case["axis"]] // case["parts"]
        parts = lambda: torch.split(x, size, case["axis"])
        if case["use"] == "join":
            return [lambda: torch.cat(parts(), case["axis"], out=out)]
        if case["use"] == "at":
            return [lambda: parts()[case["position"]].clone(),
                    lambda: out.copy_(parts()[case["position"]])]
        return [lambda: [part.contiguous() for part in parts()]]

    def capture(self, bind):
        """A graph of what `bind` makes of a stream; none where that fails."""
        torch = self.torch
        stream = torch.cuda.Stream()
        try:
            with torch.cuda.stream(stream):
                run = bind(stream.cuda_stream)
                run()
                stream.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=stream):
                for _ in range(CAPTURED):
                    run()
        except (RuntimeError, Failed) as error:
            print(f"note: not captured: {str(error).splitlines()[0]}", file=sys.stderr)
            torch.cuda.synchronize()
            return None
        self.captured.append((graph, run))
        return graph.replay

    def graphs(self, case):
        """Replays of a few calls each, ours and torch's, by name."""
        peer = self.peers(case)[-1]
        replays = {"graph": self.capture(lambda stream: self.bind(case, stream)),
                   "torch graph": self.capture(lambda _: peer)}
        replays = {name: replay for name, replay in replays.items() if replay}
        if "graph" in replays:
            for out in self.outputs:
                out.zero_()
            replays["graph"]()
            if not self.is_right(case):
                raise Failed("the graph writes wrong bytes")
        return replays

    def time(self, case, runs):
        torch = self.torch
        source = torch.empty(case["bytes"], dtype=torch.uint8, device="cuda")
        target = torch.empty_like(source)
        todo = {"ours": self.function, "copy": lambda: target.copy_(source)}
        todo.update({f"torch {k}": run for k, run in enumerate(self.peers(case))})
        graphs = self.graphs(case) if case["bytes"] <= SMALL else {}
        seconds = self.time_all({**todo, **graphs}, runs)
        result = {name: seconds[name] / CAPTURED for name in graphs}
        result.update({name: seconds[name] for name in ("ours", "copy")})
        result["torch"] = min(seconds[name] for name in todo if name.startswith("torch"))
        return result

    def time_all(self, todo, runs):
        """The median seconds of each, in turns."""
        for run in todo.values():
            run()
        batches = {name: max(1, min(200, int(SECONDS / max(self.elapsed(run, 3), 1e-7))))
                   for name, run in todo.items()}
        seconds = {name: [] for name in todo}
        for _ in range(runs):
            for name, run in todo.items():
                seconds[name].append(self.elapsed(run, batches[name]))
        return {name: statistics.median(values) for name, values in seconds.items()}

    def elapsed(self, run, count):
        """The mean seconds of a few calls in a row, by the device's clock."""
        begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        self.torch.cuda.synchronize()
        begin.record()
        for _ in range(count):
            run()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / 1e3 / count

    def close(self):
        self.torch.cuda.synchronize()
        self.function.close()
        for _, run in self.captured:
            if isinstance(run, Function):
                run.close()
        self.captured, self.inputs, self.outputs = [], [], []
        self.torch.cuda.empty_cache()
