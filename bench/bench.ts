// Speed figures: `npm run bench -- <name> [options of its own]`.

const BENCHES = {
  http: "./http.ts",
  recall: "./recall-speed.ts",
  checkpoints: "./checkpoints.ts",
} as const;

const [, , name = "", ...rest] = process.argv;
if (isBench(name)) {
  process.argv.splice(2, process.argv.length, ...rest);
  await import(BENCHES[name]);
} else {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join("|")}> [options]`);
  process.exitCode = 2;
}

function isBench(given: string): given is keyof typeof BENCHES {
  return Object.hasOwn(BENCHES, given);
}
