// Started before the program: writes down every module that it loads.

import { register } from "node:module";

register(
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from "node:fs";
    export async function load(url, context, next) {
      if (process.env.LOADED_INTO) appendFileSync(process.env.LOADED_INTO, url + "\\n");
      return next(url, context);
    }`)}`,
);
