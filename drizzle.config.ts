import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./src/storage/d1/schema/*.ts",
  out: "./migrations",
});
