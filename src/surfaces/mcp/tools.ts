// The tools, in the order in which every client sees them. At most eight: each one costs every prompt its description.

import type { Tool } from "./tool.ts";
import { contextTool } from "./tools/context.ts";
import { forgetTool } from "./tools/forget.ts";
import { historyTool } from "./tools/history.ts";
import { listTool } from "./tools/list.ts";
import { profileTool } from "./tools/profile.ts";
import { queryTool } from "./tools/query.ts";
import { rememberTool } from "./tools/remember.ts";
import { soulTool } from "./tools/soul.ts";

export const TOOLS: readonly Tool[] = [
  queryTool,
  contextTool,
  listTool,
  historyTool,
  profileTool,
  rememberTool,
  soulTool,
  forgetTool,
];
