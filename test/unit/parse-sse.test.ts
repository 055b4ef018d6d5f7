import { describe, expect, test } from "vitest";
import { parseSse } from "../../src/net/parse-sse.ts";

async function read(...chunks: readonly string[]): Promise<string[]> {
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
  const events: string[] = [];
  for await (const data of parseSse(body, { buffer: 10_000, whole: 3_000_000 }, new AbortController().signal))
    events.push(data);
  return events;
}

describe("parseSse", () => {
  test("lines end at line feeds, carriage returns and both, even if two chunks share a line end", async () => {
    expect(await read("data: 1\n\ndata: 2\r\n\r\ndata: 3\r\rdata: 4\r", "\n\r", "\ndata: 5\r", "\r")).toEqual(
      ["1", "2", "3", "4", "5"],
    );
  });

  test("parseSse joins the data lines of an event, and ignores other fields and comments", async () => {
    expect(await read(": hi\nevent: x\ndata: one\ndata:two\nid: 7\n\n")).toEqual(["one\ntwo"]);
  });

  test("parseSse drops an event without the empty line that ends it", async () => {
    expect(await read("data: whole\n\ndata: cut")).toEqual(["whole"]);
  });

  test("parseSse rejects an event that exceeds the buffer, after the events before it", async () => {
    await expect(read("data: 1\n\n", `data: ${"x".repeat(20_000)}`)).rejects.toThrow("An event is too long.");
  });

  test("parseSse rejects a stream that exceeds its limit", async () => {
    await expect(read(...Array.from({ length: 40 }, () => `: ${"x".repeat(100_000)}\n`))).rejects.toThrow(
      "The stream is too long.",
    );
  });

  test("parseSse reads 2,000,000 carriage returns in linear time", async () => {
    const steps = await read("\r".repeat(2_000_000), "data: end\n\n");
    expect(steps).toEqual(["end"]);
  });
});
