// What a model says is used only when it is what was asked for (R-PROV-5; items 80 to 85).

import { describe, expect, test } from "vitest";
import type { Misbehaviour } from "../support/fault-server.ts";
import { faultyLanguage, OK as ok, REQUEST as request, WELL } from "../support/faulty-language.ts";

const bench = faultyLanguage();

describe("answers that cannot be used", () => {
  test.each<[string, Misbehaviour]>([
    [
      "an HTML page with status 200",
      { type: "raw", body: "<html>hi</html>", contentType: "text/html" },
    ],
    ["half a JSON body", { type: "raw", body: '{"choices":[{"mess' }],
    ["no choices", { type: "raw", body: '{"choices":[]}' }],
    ["nothing at all", { type: "raw", body: "" }],
    ["an empty reply", { type: "say", text: "" }],
    ["no text", { type: "say", text: null }],
    ["a tool call", { type: "tool_call" }],
    ["null for a list", { type: "say", text: '{"facts":null}' }],
    ["a missing key", { type: "say", text: "{}" }],
    ["a wrong type", { type: "say", text: '{"facts":"none"}' }],
    ["idle prose", { type: "say", text: "Lisbon is a lovely city." }],
    ["50 MB", { type: "flood", bytes: 50 * 1024 * 1024 }],
    ["50 MB in a small gzip", { type: "gzip_bomb", bytes: 50 * 1024 * 1024 }],
  ])("%s is asked for once more and then is rejected as bad output", async (_name, fault) => {
    bench.always(fault);
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "rejected", reason: "bad_output" });
    expect(bench.calls()).toBe(2);
  });

  test("an answer over the limit is cut off before it is read whole", async () => {
    bench.always({ type: "flood", bytes: 50 * 1024 * 1024 });
    const language = await bench.open();
    await language.generate(request);
    await bench.expectAbandoned(2);
  });

  test("one unusable answer and then a good one is an answer, and both are booked", async () => {
    bench.server().misbehave({ type: "say", text: '{"facts":null}' });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual(ok);
    expect(
      bench
        .meter()
        .entries()
        .map((entry) => entry.spent),
    ).toEqual(Array(2).fill({ input: 11, output: 7 }));
  });

  test.each<[string, Misbehaviour]>([
    ["prose", { type: "say", text: "I'm sorry, but I can't help with that." }],
    ["its finish reason", { type: "say", text: "", finish: "content_filter" }],
  ])("a refusal told by %s is rejected at once", async (_name, fault) => {
    bench.always(fault);
    const language = await bench.open();
    expect(await language.generate(request)).toEqual({ type: "rejected", reason: "refusal" });
    expect(bench.calls()).toBe(1);
  });

  test.each<[string, string]>([
    ["in a fence", `Here you are:\n\`\`\`json\n${WELL}\n\`\`\`\nAnything else?`],
    ["amid prose", `Sure! ${WELL} Hope that helps.`],
    ["after its thoughts", `<think>{"facts": maybe}</think>${WELL}`],
    ["cut short", '{"facts":["Ana moved to Lisbon."'],
    ["with a trailing comma", '{"facts":["Ana moved to Lisbon.",],}'],
  ])("JSON %s is read", async (_name, text) => {
    bench.server().misbehave({ type: "say", text });
    const language = await bench.open();
    expect(await language.generate(request)).toEqual(ok);
    expect(bench.calls()).toBe(1);
  });
});
