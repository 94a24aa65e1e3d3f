import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` (in this folder) writes the SQL for a changed schema. */
export default defineConfig({ dialect: 'postgresql', schema: './src/db/schema.ts', out: './migrations' })
