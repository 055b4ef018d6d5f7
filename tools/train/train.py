"""Trains the reader on a CPU: two processes share the weights and add their gradients.

The control file may change while training runs: a new data file takes effect at the next step.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.multiprocessing as multiprocessing
import torch.nn.functional as functional

from batches import Batch, plan_steps
from checkpoint import Checkpoint
from e5_file import E5File
from examples import ExampleFile
from model import MASKED, Reader, word_table

PROCESSES = 2
BATCH_TOKENS = 1_120
BATCHES_PER_STEP = 4
FROZEN = ("enc.pos", "enc.eln")
HEADS = ("span", "ans")
HEAD_RATE = 3.0
DECAY = 0.01
BETA1, BETA2 = 0.9, 0.98
WARM_STEPS = 60
COOLING = 0.5
LOG_STEPS = 20
CHECKPOINT_SECONDS = 300


def trainable(model):
    return [(n, p) for n, p in model.named_parameters() if not n.startswith(FROZEN)]


class Shared:
    """Memory that both processes see."""

    def __init__(self, model, file):
        parameters = trainable(model)
        flat = lambda fill: torch.cat([torch.full((p.numel(),), fill(n, p)) for n, p in parameters])
        self.master = torch.cat([p.detach().reshape(-1) for _, p in parameters])
        self.names = [(name, tuple(p.shape)) for name, p in parameters]
        self.weights = self.master.bfloat16()
        self.first = torch.zeros_like(self.master)
        self.second = torch.zeros_like(self.master)
        self.gradients = [torch.zeros_like(self.master) for _ in range(PROCESSES)]
        self.decay = flat(lambda _, p: DECAY if p.dim() > 1 else 0.0)
        self.rate = flat(lambda n, _: HEAD_RATE if n.startswith(HEADS) else 1.0)
        self.words = word_table(file).bfloat16()
        self.losses = torch.zeros(PROCESSES, 3)
        self.norms = torch.zeros(PROCESSES)
        # Step, examples seen, step within the data file, stop, learning rate.
        self.state = torch.zeros(5, dtype=torch.float64)
        for value in vars(self).values():
            for tensor in value if isinstance(value, list) else [value]:
                if isinstance(tensor, torch.Tensor):
                    tensor.share_memory_()


def bind_weights(model, shared):
    """Makes the shared weights the trained parameters; returns them with their places."""
    model.requires_grad_(False)
    parameters, place, views = dict(model.named_parameters()), 0, []
    for name, shape in shared.names:
        parameter, size = parameters[name], math.prod(shape)
        parameter.data = shared.weights[place : place + size].view(shape)
        parameter.requires_grad_(True)
        views.append((parameter, place, size))
        place += size
    return views


def losses_of(model, batch, words):
    starts, ends, answers = model(batch.ids, batch.attended, words)
    closed = ~batch.places
    span = functional.cross_entropy(starts.masked_fill(closed, MASKED), batch.starts, reduction="sum")
    span += functional.cross_entropy(ends.masked_fill(closed, MASKED), batch.ends, reduction="sum")
    answer = functional.binary_cross_entropy_with_logits(answers, batch.answered, reduction="sum")
    return span / 2, answer


class Worker:
    def __init__(self, rank, shared, sync, options):
        torch.set_num_threads(1)
        file = E5File(options.e5)
        self.rank, self.shared, self.options = rank, shared, options
        self.barrier, self.counter, self.path = sync
        self.model = Reader(file).bfloat16().train()
        self.views = bind_weights(self.model, shared)
        size = len(shared.master)
        self.part = slice(size * rank // PROCESSES, size * (rank + 1) // PROCESSES)
        self.data_path = None
        self.began = time.time()
        self.saved = time.time()

    def load_data(self, path):
        self.data_path = path
        self.examples = ExampleFile(path)
        lengths = self.examples.lengths()
        self.steps = plan_steps(lengths, self.options.seed, BATCH_TOKENS, BATCHES_PER_STEP)
        if self.rank == 0:
            print("data", path, len(self.examples), "steps", len(self.steps), flush=True)

    def read_control(self):
        """The first process alone reads the file, so that both follow the same words."""
        state = self.shared.state
        with open(self.options.control) as file:
            control = json.load(file)
        path = control["data"].encode()
        if path not in (self.path.value, self.options.resumed_data):
            state[2] = 0
        self.options.resumed_data = None
        self.path.value = path
        self.counter.value = 0
        state[3] = time.time() >= control["end"]
        state[4] = learning_rate(state[0].item(), control)

    def run(self):
        state = self.shared.state
        while True:
            if self.rank == 0:
                self.read_control()
            self.barrier.wait()
            if state[3]:
                break
            if self.path.value.decode() != self.data_path:
                self.load_data(self.path.value.decode())
            batches = self.steps[int(state[2]) % len(self.steps)]
            rate = state[4].item()
            self.gather(batches)
            self.barrier.wait()
            self.update(rate)
            if self.rank == 0:
                self.count(batches)
        if self.rank == 0:
            self.save()

    def gather(self, batches):
        """Adds up the gradients of the micro-batches that this process takes."""
        gradient = self.shared.gradients[self.rank].zero_()
        total = sum(map(len, batches))
        while True:
            with self.counter.get_lock():
                number = self.counter.value
                self.counter.value += 1
            if number >= len(batches):
                return
            batch = Batch(self.examples, batches[number])
            span, answer = losses_of(self.model, batch, self.shared.words)
            ((span + self.options.answer_weight * answer) / total).backward()
            for parameter, place, size in self.views:
                gradient[place : place + size] += parameter.grad.view(-1)
                parameter.grad = None
            self.shared.losses[self.rank] += torch.tensor([span.item(), answer.item(), len(batches[number])])

    def update(self, rate):
        """One step of Adam on this process's part of the weights."""
        shared, part = self.shared, self.part
        gradient = shared.gradients[0][part]
        for other in shared.gradients[1:]:
            gradient.add_(other[part])
        shared.norms[self.rank] = gradient.pow(2).sum()
        self.barrier.wait()
        norm = shared.norms.sum().sqrt().item()
        gradient.mul_(min(1.0, 1.0 / (norm + 1e-6)))
        step = shared.state[0].item() + 1
        first = shared.first[part].mul_(BETA1).add_(gradient, alpha=1 - BETA1)
        second = shared.second[part].mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
        change = (first / (1 - BETA1**step)) / ((second / (1 - BETA2**step)).sqrt_().add_(1e-8))
        master = shared.master[part].mul_(1 - rate * shared.decay[part])
        master.addcmul_(change, shared.rate[part], value=-rate)
        shared.weights[part].copy_(master)
        self.barrier.wait()

    def count(self, batches):
        state = self.shared.state
        state[0] += 1
        state[1] += sum(map(len, batches))
        state[2] += 1
        step = int(state[0])
        if step % LOG_STEPS == 0:
            losses = self.shared.losses
            taken = losses[:, 2].sum().item()
            spans, answers = losses[:, :2].sum(0).div(taken).tolist()
            speed = taken / (time.time() - self.began)
            print(
                f"{time.strftime('%H:%M:%S')} step {step} seen {int(state[1])} place {int(state[2])}"
                f" rate {state[4]:.2e} span {spans:.3f} answer {answers:.3f} {speed:.1f}/s",
                flush=True,
            )
            losses.zero_()
            self.began = time.time()
        if time.time() - self.saved > CHECKPOINT_SECONDS:
            self.save()

    def save(self):
        self.saved = time.time()
        Checkpoint.of(self.shared, self.data_path).save(self.options.out)


def learning_rate(step, control):
    """Warms up, stays, and falls to zero over the second half of the planned time."""
    planned = control["end"] - control["begin"]
    left = (control["end"] - time.time()) / (COOLING * planned)
    return control["rate"] * max(0.0, min(1.0, (step + 1) / WARM_STEPS, left))


def work(rank, shared, sync, options):
    # A session and a core of its own: else the scheduler lets both share one core.
    os.setsid()
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[rank]})
    Worker(rank, shared, sync, options).run()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--e5", required=True)
    parser.add_argument("--start", help="npz of named weights to begin with")
    parser.add_argument("--control", required=True, help="JSON: data, rate, begin, end")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--answer-weight", type=float, default=0.5)
    options = parser.parse_args()
    options.resumed_data = None
    os.makedirs(options.out, exist_ok=True)
    torch.manual_seed(options.seed)
    file = E5File(options.e5)
    model = Reader(file)
    if options.start:
        model.load_arrays(np.load(options.start))
    shared = Shared(model, file)
    checkpoint = Checkpoint.latest(options.out)
    if checkpoint:
        checkpoint.restore(shared)
        options.resumed_data = checkpoint.data_path.encode()
    context = multiprocessing.get_context("spawn")
    sync = context.Barrier(PROCESSES), context.Value("i", 0), context.Array("c", 1_024)
    arguments = (shared, sync, options)
    processes = [context.Process(target=work, args=(r, *arguments)) for r in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


if __name__ == "__main__":
    main()
