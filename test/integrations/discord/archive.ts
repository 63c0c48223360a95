// Reads the archive inside a request that sent a file.

import yauzl from "yauzl";

const END_OF_ARCHIVE = 22;

/** Everything in the archive that was sent. */
export async function textIn(sent: string): Promise<string> {
  const archive = Buffer.from(sent.slice(sent.indexOf("PK\u0003\u0004")), "latin1");
  const end = archive.lastIndexOf("PK\u0005\u0006") + END_OF_ARCHIVE;
  const zip = await yauzl.fromBufferPromise(archive.subarray(0, end), { lazyEntries: true });
  const texts: string[] = [];
  for await (const entry of zip.eachEntry())
    texts.push(Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()).toString());
  return texts.join("\n");
}
