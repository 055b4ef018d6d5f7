import { afterAll } from "vitest";
import { cleanUpFile } from "./after-file.ts";

afterAll(cleanUpFile);
