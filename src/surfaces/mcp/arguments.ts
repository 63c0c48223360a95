// The arguments that several tools share.

import { z } from "zod";
import { Body } from "../../operations/inputs.ts";

const MAX_QUESTION = 4_000;

/** An ISO time with a zone, or a date. */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const Question = Body.max(MAX_QUESTION);

export const Budget = z.int().min(50).max(20_000);
