"""Calls that are ended: by Ctrl-C, by a time, by a limit of memory. Limits of models."""

import os
import signal
import threading
import time
import unittest

import models
import numpy
import onnxops
from numpy.testing import assert_array_equal
from onnx import TensorProto, helper

LONG = 2**62


def tensor(name, sizes, element=TensorProto.INT64):
    return models.tensor(name, sizes, element)


def counting(grows=False):
    """A loop of so many iterations: of a number, or of a tensor that grows."""
    body_nodes = [helper.make_node("Identity", ["goes"], ["goes_on"], "on")]
    if grows:
        body_nodes.append(helper.make_node("Concat", ["x", "x"], ["y"], "twice", axis=0))
    else:
        # Of no closed form that a compiler finds.
        body_nodes += [
            helper.make_node("Mul", ["x", "x"], ["square"], "square"),
            helper.make_node("Add", ["square", "i"], ["y"], "add"),
        ]
    sizes = ["N"] if grows else []
    body = helper.make_graph(
        body_nodes,
        "body",
        [tensor("i", []), tensor("goes", [], TensorProto.BOOL), tensor("x", sizes)],
        [tensor("goes_on", [], TensorProto.BOOL), tensor("y", sizes)],
    )
    loop = helper.make_node("Loop", ["times", "", "start"], ["end"], "loop", body=body)
    return models.model(
        [loop],
        [tensor("times", []), tensor("start", sizes)],
        [tensor("end", [None] if grows else [])],
    )


def tile():
    return models.model(
        [helper.make_node("Tile", ["x", "times"], ["tiled"], "tile")],
        [tensor("x", ["N"]), tensor("times", [1])],
        [tensor("tiled", [None])],
    )


def interrupt_later(seconds=0.2):
    def interrupt():
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()


class Interrupted(unittest.TestCase):
    def setUp(self):
        self.count = onnxops.compile(counting())

    def test_by_control_c(self):
        for _ in range(3):
            interrupt_later()
            with self.assertRaises(KeyboardInterrupt):
                self.count(LONG, 1)
            self.assertEqual(self.count(3, 1), ((1 + 0) ** 2 + 1) ** 2 + 2)

    def test_handlers_of_the_program_are_called(self):
        class Stop(Exception):
            pass

        def stop(number, frame):
            raise Stop

        before = signal.signal(signal.SIGINT, stop)
        try:
            interrupt_later()
            with self.assertRaises(Stop):
                self.count(LONG, 1)
            self.assertIs(signal.getsignal(signal.SIGINT), stop)
        finally:
            signal.signal(signal.SIGINT, before)

    def test_a_handler_that_goes_on(self):
        seen = []
        before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
        try:
            interrupt_later()
            with self.assertRaises(TimeoutError):
                self.count(LONG, 1, timeout=1)
            self.assertEqual(seen, [1])
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(self.count(2, 1), 2)

    def test_the_main_thread_alone(self):
        results = []
        worker = threading.Thread(
            target=lambda: results.append(self.count(200_000_000, 1))
        )
        worker.start()
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        worker.join()
        self.assertEqual(len(results), 1)


class Limited(unittest.TestCase):
    def test_time(self):
        for model, start in ((counting(), 1), (counting(grows=True), [1][:0])):
            call = onnxops.compile(model)
            start = numpy.array(start, "i8")
            for _ in range(2):
                with self.assertRaisesRegex(TimeoutError, "more than 0.1 seconds"):
                    call(LONG, start, timeout=0.1)
            self.assertEqual(call(0, start, timeout=60).shape, start.shape)

    def test_time_on_other_threads(self):
        call = onnxops.compile(counting())
        results = []

        def work():
            try:
                call(LONG, 1, timeout=0.2)
            except TimeoutError:
                results.append(call(1, 3, timeout=60))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [9] * 8)

    def test_memory(self):
        call = onnxops.compile(tile())
        x = numpy.arange(10)
        with self.assertRaisesRegex(onnxops.CallError, "over the limit of 1000 bytes"):
            call(x, [20], memory_limit=1000)
        assert_array_equal(call(x, [2], memory_limit=1000), numpy.tile(x, 2))
        assert_array_equal(call(x, [20]), numpy.tile(x, 20))
        # Memory that is lent is not the call's.
        out = numpy.empty(200, "i8")
        self.assertIs(call(x, [20], memory_limit=1000, out=out), out)
        grow = onnxops.compile(counting(grows=True))
        with self.assertRaisesRegex(onnxops.CallError, "limit of 1000000 bytes"):
            grow(60, [1], memory_limit=1_000_000)

    def test_models(self):
        most = {"max_rank": 1, "max_elements": 20, "max_nodes": 1,
                "max_constant_bytes": 80}
        table = numpy.arange(20, dtype="f4")
        model = models.model(
            [helper.make_node("Concat", ["x", "table"], ["y"], "join", axis=0)],
            [tensor("x", ["N"], TensorProto.FLOAT)],
            [tensor("y", [None], TensorProto.FLOAT)],
        )
        model.graph.initializer.append(
            helper.make_tensor("table", TensorProto.FLOAT, [20], table)
        )
        call = onnxops.compile(model, **most)
        assert_array_equal(call(table), numpy.tile(table, 2))
        for name, text in (
            ("max_elements", "'table': expected a number of elements of 19 or less"),
            ("max_constant_bytes", "'table': expected constants of 79 bytes or less"),
        ):
            with self.assertRaisesRegex(onnxops.ModelError, text):
                onnxops.compile(model, **{**most, name: most[name] - 1})
        model.graph.node.append(helper.make_node("Identity", ["y"], ["z"], "more"))
        with self.assertRaisesRegex(onnxops.ModelError, "nodes of 1 or less, but got 2"):
            onnxops.compile(model, **most)
        model.graph.input[0].CopyFrom(tensor("x", ["N", "M"], TensorProto.FLOAT))
        with self.assertRaisesRegex(onnxops.ModelError, "a rank of 1 or less"):
            onnxops.compile(model, max_rank=1)

    def test_what_is_no_limit_of_a_model(self):
        for name in ("max_rank", "max_elements", "max_nodes", "max_constant_bytes"):
            for limit in (None, 0, 2**70):
                onnxops.compile(tile(), **{name: limit})
            with self.assertRaisesRegex(ValueError, f"{name}: .*but got -1"):
                onnxops.compile(tile(), **{name: -1})
            with self.assertRaisesRegex(TypeError, "float"):
                onnxops.compile(tile(), **{name: 1.5})

    def test_what_is_no_limit(self):
        call = onnxops.compile(tile())
        for error, text, options in (
            (ValueError, "memory_limit: .*but got -1", {"memory_limit": -1}),
            (TypeError, "float", {"memory_limit": 1.5}),
            (ValueError, "timeout: .*but got -1", {"timeout": -1}),
            (ValueError, "timeout: .*but got nan", {"timeout": float("nan")}),
        ):
            with self.assertRaisesRegex(error, text):
                call([1], [1], **options)
        assert_array_equal(call([1], [2], memory_limit=2**70), [1, 1])


if __name__ == "__main__":
    # What starts this may ignore the signal, which is inherited.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
